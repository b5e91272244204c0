import Crypto
import Schema
import SiteCommands
import Terminal
import Testing

@testable import quad

@Suite("The history of a board is worked out anew and compared with what was seen")
struct ListedChainTests {
  private static let first = Instant(milliseconds: 1_790_000_000_000).hour
  private static let second = first.advanced(by: .seconds(7200))
  private let texts = ["first", "second", "third"]
  private let ids = [MessageID.random(), .random(), .random()]

  private var messages: [Roomhub.Message] { zip(ids, texts).map { message($0, $1, ListedChainTests.first) } }

  private func message(_ id: MessageID, _ text: String?, _ hour: Instant) -> Roomhub.Message {
    Roomhub.Message(
      id: id, text: text, hour: hour, isHidden: text == nil, isUnread: false, isReported: false)
  }

  private func hour(_ hour: Instant, after previous: String?, _ texts: [(MessageID, String)])
    -> Roomhub.BoardHour
  {
    let hashes = texts.map {
      Roomhub.MessageHash(id: $0.0, text: Base64URL.encode(BLAKE2b.hash(Array($0.1.utf8))))
    }
    let open = Roomhub.BoardHour(hour: hour, hash: "", messages: hashes)
    let before = previous.flatMap(Base64URL.decode) ?? [UInt8](repeating: 0, count: 32)
    let hash = ListedChain.hash(of: open, after: before) ?? []
    return Roomhub.BoardHour(hour: hour, hash: Base64URL.encode(hash), messages: hashes)
  }

  /// Two hours: three messages, then one.
  private func chain(_ last: String = "later") -> [Roomhub.BoardHour] {
    let old = hour(ListedChainTests.first, after: nil, Array(zip(ids, texts)))
    let new = hour(ListedChainTests.second, after: old.hash, [(laterID, last)])
    return [new, old]
  }
  private let laterID = MessageID.random()

  private var shown: [Roomhub.Message] { [message(laterID, "later", ListedChainTests.second)] + messages }

  @Test("what fits has no findings, whatever was hidden since")
  func fits() {
    let hours = chain()
    let listed = ListedChain(hours: hours, isWhole: true)
    let seen = (hour: hours[1].hour, hash: hours[1].hash)
    #expect(listed.findings(shown, areAll: true, seen: seen) == [])
    let hidden = shown.map { message($0.id, $0.id == ids[0] ? nil : $0.text, $0.hour) }
    #expect(listed.findings(hidden, areAll: true, seen: seen) == [])
    let open = [message(.random(), "now", ListedChainTests.second.advanced(by: .seconds(3600)))]
    #expect(listed.findings(open + shown, areAll: true, seen: nil) == [])
  }

  @Test("a chain made anew fits together, but not with what was seen")
  func isMadeAnew() {
    let seen = chain("said")
    let listed = ListedChain(hours: chain("never said"), isWhole: true)
    let messages = [message(laterID, "never said", ListedChainTests.second)] + self.messages
    #expect(listed.findings(messages, areAll: true, seen: nil) == [])
    let findings = listed.findings(messages, areAll: true, seen: (seen[0].hour, seen[0].hash))
    #expect(findings.count == 1 && findings[0].contains("another than the last time"))
    let gone = (hour: ListedChainTests.second.advanced(by: .seconds(3600)), hash: seen[0].hash)
    #expect(listed.findings(messages, areAll: true, seen: gone).contains { $0.contains("is gone") })
  }

  @Test("a message that was changed, put in, taken out or moved to another hour is found")
  func isTampered() {
    let hours = chain()
    let listed = ListedChain(hours: hours, isWhole: true)
    func findings(_ messages: [Roomhub.Message]) -> [String] {
      listed.findings(messages, areAll: true, seen: nil)
    }
    let changed = shown.map { message($0.id, $0.text == "second" ? "other" : $0.text, $0.hour) }
    #expect(findings(changed).contains { $0.contains("was changed") })
    let moved = shown.map { message($0.id, $0.text, ListedChainTests.second) }
    #expect(findings(moved).filter { $0.contains("was moved here") }.count == 3)
    let more = shown + [message(.random(), "new", ListedChainTests.first)]
    #expect(findings(more).contains { $0.contains("put in later") })
    #expect(findings(Array(shown.dropLast())).contains { $0.contains("taken out") })
    #expect(listed.findings(Array(shown.dropLast()), areAll: false, seen: nil) == [])
    let short = Roomhub.BoardHour(
      hour: hours[1].hour, hash: hours[1].hash, messages: Array(hours[1].messages.dropLast()))
    let broken = ListedChain(hours: [hours[0], short], isWhole: true)
    #expect(broken.findings([], areAll: false, seen: nil).contains { $0.contains("do not give the hash") })
    let turned = ListedChain(hours: hours.reversed(), isWhole: true)
    #expect(turned.findings([], areAll: false, seen: nil).contains { $0.contains("not in order") })
  }

  @Test("a hash that is none is a finding, and a beginning that is not here is not")
  func isCut() {
    let hours = chain()
    let nonsense = Roomhub.BoardHour(hour: hours[0].hour, hash: "?", messages: hours[0].messages)
    let listed = ListedChain(hours: [nonsense, hours[1]], isWhole: true)
    #expect(!listed.findings([], areAll: false, seen: nil).isEmpty)
    #expect(ListedChain(hours: [hours[0]], isWhole: false).findings([], areAll: false, seen: nil) == [])
    #expect(!ListedChain(hours: [hours[0]], isWhole: true).findings([], areAll: false, seen: nil).isEmpty)
  }
}

@Suite("What this machine remembers of sites has a limit and belongs to one account")
struct RememberedTests {
  @Test("a device token is found by site and email, the newest ones stay")
  func devices() throws {
    let site = try SiteAddress("https://quad.example")
    var devices = KnownDevices()
    for number in 0...KnownDevices.maxCount {
      let email = try #require(EmailAddress("a\(number)@hilltop.example"))
      devices.keep(try #require(DeviceToken("token\(number)")), site, email)
    }
    let first = try #require(EmailAddress("a0@hilltop.example"))
    let last = try #require(EmailAddress("a\(KnownDevices.maxCount)@hilltop.example"))
    #expect(devices[site, first] == nil)
    #expect(devices[site, last]?.text == "token\(KnownDevices.maxCount)")
    #expect(devices[.standard, last] == nil)
    #expect(devices.entries.count == KnownDevices.maxCount)
  }

  @Test("a board has one head, the newest boards stay")
  func boards() {
    var boards = SeenBoards()
    let rooms = (0...SeenBoards.maxCount).map { _ in RoomID.random() }
    for hash in ["old", "new"] {
      for room in rooms {
        boards.keep(SeenBoards.Head(site: "s", room: room, hour: Instant(milliseconds: 0), hash: hash))
      }
    }
    #expect(boards.heads.count == SeenBoards.maxCount)
    #expect(boards.heads.allSatisfy { $0.hash == "new" })
  }
}

@Suite("A time that has passed is a moment, or the begin or the end of a day")
struct PastTimeTests {
  /// 10:30 on the wall.
  private let now = LocalTime.instant(days: 0, hour: 10, minute: 30, from: LocalTime.now)

  private func day(_ days: Int, _ hour: Int = 0, _ minute: Int = 0) -> Instant {
    LocalTime.instant(days: days, hour: hour, minute: minute, from: now)
  }

  @Test("days are whole")
  func days() throws {
    for (text, first) in [("today", 0), ("yesterday", -1), ("-1d", -1), ("-2w", -14)] {
      #expect(try PastTime.instant(text, isEnd: false, now: now) == day(first), "\(text)")
      #expect(try PastTime.instant(text, isEnd: true, now: now) == day(first + 1), "\(text)")
    }
    #expect(try PastTime.instant("yesterday 18:00", isEnd: true, now: now) == day(-1, 18))
    #expect(try PastTime.instant("yesterday 6pm", isEnd: true, now: now) == day(-1, 18))
    #expect(try PastTime.instant("-3h", isEnd: true, now: now) == now.advanced(by: .seconds(-3 * 3600)))
  }

  @Test("others are refused", arguments: ["", "soon", "-d", "-3y", "--3d", "-99999999d"])
  func refuses(text: String) {
    #expect(throws: UsageError.self) { try PastTime.instant(text, isEnd: false, now: now) }
  }
}
