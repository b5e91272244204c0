import GatewayClient
import JSON
import Schema
import Terminal
import TestSupport
import Testing

@testable import quad

@Suite("A countdown fits its terminal and obeys its keys")
struct CountdownFaceTests {
  private static let target = Instant(milliseconds: 2_000_000_000_000)

  private static func face(
    _ title: String = "Mom’s Birthday", chosen: CountdownUnit = .standard, isWandOn: Bool = false
  ) throws -> CountdownFace {
    let body: JSONValue = [
      "id": .string(EventID.sample.description), "title": .string(title), "place": "Forbes Hall 見本",
      "when": ["date": "2033-05-18", "time": "03:33:20", "zone": "Etc/UTC"],
      "next": .string(target.description), "ends": .string(target.description), "isPast": false,
      "minutes": 120,
      "visibility": "private", "owner": .string(PersonID.sample.description), "isMine": true,
      "answers": ["yes": 0, "maybe": 0, "no": 0], "toDos": ["done": 0, "all": 0], "hasLink": false,
      "added": .string(target.description), "version": 1,
    ]
    let event = try JSONCoding.decode(Events.CalendarEvent.self, from: try JSONCoding.encode(body))
    return CountdownFace(event, chosen: chosen, isWandOn: isWandOn)
  }

  private static func before(_ seconds: Int64) -> Instant { target.advanced(by: .seconds(-seconds)) }

  static let distances: [Int64] = [
    0, 1, 59, 60, 3599, 86_399, 86_400, 172_799, 172_800, 604_800, 8_640_000, 86_400_000, 400_000_000, -1,
    -90_000,
    -500_000_000,
  ]

  @Test("no line is wider than the terminal, and none is left out", arguments: distances)
  func fits(distance: Int64) throws {
    for columns in [39, 40, 52, 60, 79, 80, 120, 200] {
      for rows in [10, 13, 16, 24] {
        for wand in [false, true] {
          var face = try CountdownFaceTests.face(String(repeating: "見本 ", count: 40), isWandOn: wand)
          let lines = face.lines(
            at: CountdownFaceTests.before(distance), columns: columns, rows: rows, inColour: false)
          #expect(lines.count <= rows, "\(columns) × \(rows): \(lines.count)")
          for line in lines { #expect(DisplayWidth.of(line.text) <= columns, "\(columns): \(line.text)") }
        }
      }
    }
  }

  @Test("digits are as large as there is room for them")
  func grows() throws {
    func marks(_ columns: Int, _ rows: Int, _ days: Int64) throws -> (large: Bool, small: Bool) {
      var face = try CountdownFaceTests.face()
      let text = face.lines(
        at: CountdownFaceTests.before(days * 86_400), columns: columns, rows: rows, inColour: true
      ).map(\.text).joined()
      return (text.contains("██"), text.contains("▀"))
    }
    #expect(try marks(80, 24, 12).large && marks(80, 24, 123).large)
    #expect(try marks(40, 24, 12) == (false, true))
    #expect(try marks(40, 24, 123) == (false, true))
    #expect(try marks(40, 24, 12_345) == (false, false))
    #expect(try marks(80, 14, 12) == (false, true))
    #expect(try marks(80, 10, 12) == (false, false))
  }

  @Test("keys choose what is not grey, and the wand is laid down by itself")
  func obeys() throws {
    var face = try CountdownFaceTests.face()
    let now = CountdownFaceTests.before(2 * 86_400 + 7200)
    let keys: [(Key, CountdownUnit)] = [
      (.letter("s"), .seconds), (.letter("M"), .minutes), (.letter("w"), .minutes), (.left, .hours),
      (.left, .days),
      (.left, .days), (.right, .hours), (.letter("?"), .hours),
    ]
    for (key, unit) in keys {
      let goesOn = face.take(key, at: now)
      #expect(goesOn && face.chosen == unit, "\(key)")
    }
    _ = face.take(.letter("d"), at: now)
    _ = face.take(.letter(" "), at: now)
    #expect(face.isWandOn)
    // Days are grey under the wand: hours are counted, and days again without it.
    let line = face.lines(at: now, columns: 80, rows: 24, inColour: false).map(\.text).joined(separator: "\n")
    #expect(line.contains("Until 2 hours") && line.contains("(days)") && line.contains("[hours]"))
    #expect(face.chosen == .days)
    let late = CountdownFaceTests.before(2 * 86_400 - 1)
    _ = face.lines(at: late, columns: 80, rows: 24, inColour: false)
    #expect(!face.isWandOn)
    _ = face.take(.letter(" "), at: late)
    #expect(!face.isWandOn)
    let goesOn = face.take(.letter("q"), at: now)
    #expect(!goesOn)
  }

  @Test("at exactly two days the wand leaves nothing, and says so")
  func leavesNothing() throws {
    var face = try CountdownFaceTests.face(isWandOn: true)
    let lines = face.lines(at: CountdownFaceTests.before(172_800), columns: 80, rows: 10, inColour: true)
    #expect(lines.contains { $0.text.contains("It's here, by this count.") })
    #expect(lines.contains { $0.text.contains("00:00:00") })
  }

  @Test("arrows are sequences, and other sequences are nothing")
  func readsKeys() {
    #expect(Key.read(Array("w\u{1B}[C\u{1B}OD".utf8)) == [.letter("w"), .right, .left])
    #expect(Key.read(Array("\u{1B}[1;5C\u{1B}[5~ é".utf8)) == [.letter(" ")])
    #expect(Key.read([0x1B]) == [] && Key.read(Array("\u{1B}[".utf8)) == [])
    #expect(Key.read([0x1B, UInt8(ascii: "["), UInt8(ascii: "1")]) == [])
  }
}

@Suite("A verb may have two words")
struct TwoWordVerbTests {
  @Test("the one with more words is meant, and what follows is its own")
  func chooses() throws {
    let added = try Quad.choose(EventsCommand.self, ["to-dos", "add", "1", "add"])
    #expect(added.verb.name == "to-dos add" && added.rest == ["1", "add"])
    let listed = try Quad.choose(EventsCommand.self, ["to-dos", "1"])
    #expect(listed.verb.name == "to-dos" && listed.rest == ["1"])
    #expect(try Quad.choose(EventsCommand.self, ["add", "Dinner"]).verb.name == "add")
    let error = #expect(throws: UsageError.self) { try Quad.choose(EventsCommand.self, ["link", "1"]) }
    #expect(error?.choices == ["link make", "link end"])
  }

  @Test("the help of a group lists its verbs")
  func helps() throws {
    #expect(try Help.of(["events", "link"], in: Quad.self).contains("quad events link make EVENT"))
    #expect(try Help.of(["events", "to-dos"], in: Quad.self).contains("quad events to-dos add EVENT TEXT…"))
  }
}
