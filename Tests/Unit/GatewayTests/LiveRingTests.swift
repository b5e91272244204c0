import HTTPServer
import Schema
import Testing

@testable import gateway

@Suite("A live stream goes on where its reader was, as far as that is kept")
struct LiveRingTests {
  private let epoch = RawUUID.random()
  private let secret = "a secret of all gateways"

  private func stream(mebibytes: Int = LiveStream.maxMebibytes, secret: String? = nil) -> LiveStream {
    LiveStream(programs: [.roomhub, .events], secret: secret ?? self.secret, mebibytes: mebibytes)
  }

  private func event(
    _ sequence: Int64, to audience: Audience = .everyone, bytes: Int = 1000
  ) -> LiveStream.Event {
    LiveStream.Event(
      topic: "roomhub.task.added", audience: audience, body: [UInt8](repeating: 32, count: bytes),
      sequence: sequence)
  }

  private func begin(
    _ live: LiveStream, _ producer: ProgramName = .roomhub, at sequence: Int64 = 0, after floor: Int64? = nil,
    epoch: RawUUID? = nil
  ) {
    let floor = floor ?? sequence
    live.begin(
      producer, at: LivePosition.Head(epoch ?? self.epoch, sequence), after: floor,
      with: sequence > floor ? (floor + 1...sequence).map { event($0) } : [])
  }

  private func told(_ numbers: ClosedRange<Int64>, to live: LiveStream) {
    for number in numbers { live.publish(event(number), of: .roomhub) }
  }

  /// What a stream begins with.
  private enum Begin: Equatable {
    case reset
    case missed(Int)
  }

  private func begins(
    after id: String?, _ live: LiveStream, as person: PersonID = .random()
  ) throws -> Begin {
    let who = SessionCache.Resolved(
      person: person, session: SessionID.random(), assertion: [], scopes: .max, roles: [], at: .now)
    let text = String(decoding: try live.open(who, after: id).waiting, as: UTF8.self)
    #expect(text.hasPrefix(": welcome\nretry: 2000\n") && text.hasSuffix("\n\n"))
    if text.contains("event: reset\n") { return .reset }
    return .missed(text.matches(of: /event: roomhub/).count)
  }

  @Test("beyond QUAD_LIVE_MIB the oldest go, a quarter at a time")
  func limit() {
    let live = stream(mebibytes: 1)
    begin(live)
    told(1...900, to: live)
    #expect(live.figures.events == 900)
    told(901...4900, to: live)
    #expect(live.figures.bytes <= 1 << 20 && live.figures.bytes > 700_000)
    #expect(live.figures.bytes == live.figures.events * 1128)
  }

  @Test("without the setting far more is kept")
  func usual() {
    let live = stream()
    begin(live)
    told(1...4900, to: live)
    #expect(live.figures.events == 4900)
  }

  @Test("what came after an id is sent, however often it is asked; an id that nobody had resets")
  func missed() throws {
    let live = stream()
    begin(live)
    begin(live, .events, at: 40)
    told(1...3, to: live)
    let id = live.newest
    #expect(try begins(after: nil, live) == .missed(0))
    #expect(try begins(after: id, live) == .missed(0))
    told(4...8, to: live)
    live.pass(to: 90, of: .events)
    for _ in 0..<2 { #expect(try begins(after: id, live) == .missed(5)) }
    for wrong in ["1.1", "", "x", String(id.dropLast()), id + "A", "\(id),", stream(secret: "other").newest] {
      #expect(try begins(after: wrong, live) == .reset, "\(wrong)")
    }
    #expect(try begins(after: String(repeating: "\(id),", count: LiveIDs.maxCount) + id, live) == .reset)
  }

  @Test("who missed more than a feed takes at once is reset")
  func many() throws {
    let live = stream()
    begin(live)
    begin(live, .events)
    let id = live.newest
    told(1...100, to: live)
    #expect(try begins(after: id, live) == .missed(100))
    told(101...110, to: live)
    #expect(try begins(after: id, live) == .reset, "by bytes")
    let other = live.newest
    for number in Int64(111)...(110 + Int64(LiveStream.maxMissed)) {
      live.publish(event(number, bytes: 2), of: .roomhub)
    }
    #expect(try begins(after: other, live) == .missed(LiveStream.maxMissed))
    told(400...400, to: live)
    #expect(try begins(after: other, live) == .reset, "by number")
  }

  @Test("of several ids the reader has what they all have")
  func several() throws {
    let live = stream()
    begin(live)
    begin(live, .events)
    var ids: [String] = []
    for number in Int64(1)...4 {
      told(number...number, to: live)
      ids.append(live.newest)
    }
    #expect(try begins(after: "\(ids[2]),\(ids[1]),\(ids[3])", live) == .missed(2))
  }

  @Test("an id of one gateway is good at another, and after a restart, for all that is kept there")
  func elsewhere() throws {
    let (one, other) = (stream(), stream())
    for live in [one, other] {
      begin(live)
      begin(live, .events)
      told(1...3, to: live)
    }
    let id = one.newest
    told(4...6, to: other)
    #expect(try begins(after: id, other) == .missed(3))
    for (floor, expected) in [(Int64(2), Begin.missed(3)), (3, .missed(3)), (4, .reset)] {
      let restarted = stream()
      begin(restarted, at: 6, after: floor)
      begin(restarted, .events)
      #expect(try begins(after: id, restarted) == expected, "from \(floor)")
    }
  }

  @Test("numbers of another epoch are no position")
  func restored() throws {
    let live = stream()
    begin(live)
    begin(live, .events)
    told(1...3, to: live)
    let id = live.newest
    begin(live, at: 3, after: 0, epoch: .random())
    #expect(try begins(after: id, live) == .reset)
    #expect(try begins(after: live.newest, live) == .missed(0))
  }

  @Test("who comes before a program is followed hears what it missed of it, or is reset where nobody knows")
  func early() throws {
    let before = stream()
    begin(before)
    begin(before, .events)
    told(1...2, to: before)
    let id = before.newest
    for (asked, floor, expected) in [(id, Int64(0), Begin.missed(2)), (id, 3, .reset), (nil, 0, .reset)] {
      let live = stream()
      let who = SessionCache.Resolved(
        person: .random(), session: .random(), assertion: [], scopes: .max, roles: [], at: .now)
      let feed = try live.open(who, after: asked)
      begin(live, at: 4, after: floor)
      let text = String(decoding: feed.waiting, as: UTF8.self)
      let found: Begin =
        text.contains("event: reset\n") ? .reset : .missed(text.matches(of: /event: roomhub/).count)
      #expect(found == expected, "\(String(describing: asked)) from \(floor)")
    }
  }

  @Test("who comes before all programs are followed keeps what it has of the others")
  func halfway() throws {
    let before = stream()
    begin(before)
    begin(before, .events)
    told(1...2, to: before)
    let live = stream()
    begin(live, at: 2)
    let who = SessionCache.Resolved(
      person: .random(), session: .random(), assertion: [], scopes: .max, roles: [], at: .now)
    let feed = try live.open(who, after: before.newest, isNamed: false)
    told(3...3, to: live)
    begin(live, .events)
    let text = String(decoding: feed.waiting, as: UTF8.self)
    #expect(!text.contains("reset") && text.ranges(of: "\"topic\":\"roomhub").count == 1)
    // At the beginning, with the event, and once the other is followed, too.
    let ids = text.matches(of: /id: (.+)\n/).map { String($0.1) }
    #expect(text.matches(of: /event: position\ndata: {}\n\n/).count == 2)
    #expect(try ids.map { try begins(after: $0, live) } == [.missed(1), .missed(0), .missed(0)])
  }

  @Test("after a gap only who missed something of it is reset")
  func gap() throws {
    let live = stream()
    begin(live)
    begin(live, .events)
    told(1...3, to: live)
    let id = live.newest
    begin(live, at: 9, after: 5)
    #expect(try begins(after: id, live) == .reset)
    #expect(try begins(after: live.newest, live) == .missed(0))
    told(10...11, to: live)
    #expect(try begins(after: id, live) == .reset)
  }

  @Test("who missed the beginning of the ring is reset, and what others see is not sent")
  func trimmed() throws {
    let live = stream(mebibytes: 1)
    begin(live)
    begin(live, .events)
    told(1...10, to: live)
    let old = live.newest
    told(11...2000, to: live)
    let id = live.newest
    let ada = PersonID.random()
    live.publish(event(2001, to: .people([ada])), of: .roomhub)
    live.publish(event(2002, to: .people([.random()])), of: .roomhub)
    live.publish(event(2003, to: .programs), of: .roomhub)
    #expect(try begins(after: old, live) == .reset)
    #expect(try begins(after: id, live) == .missed(0))
    #expect(try begins(after: id, live, as: ada) == .missed(1))
  }
}

@Suite("The id of a live event says nothing to whoever reads it")
struct LiveIDTests {
  @Test("a position survives the way, and its text tells no number")
  func roundTrip() throws {
    let ids = LiveIDs(secret: "s", programs: 4)
    var position = LivePosition(programs: 4)
    position.heads = [
      LivePosition.Head(.random(), 0), nil, LivePosition.Head(.random(), .max),
      LivePosition.Head(.random(), 300),
    ]
    let texts = Set((0..<20).map { _ in ids.text(of: position) })
    #expect(texts.count == 20)
    for text in texts {
      #expect(ids.position(of: text) == position)
      #expect(LiveIDs(secret: "t", programs: 4).position(of: text) == nil)
      #expect(LiveIDs(secret: "s", programs: 3).position(of: text) == nil)
      #expect(LiveIDs(secret: "s", programs: 5).position(of: text) == nil)
    }
  }

  @Test("of two positions the lower counts for each program, and none where the epochs differ")
  func lowest() {
    let (a, b) = (RawUUID.random(), RawUUID.random())
    var one = LivePosition(programs: 4)
    var other = one
    one.heads = [.init(a, 5), .init(a, 7), .init(a, 1), nil]
    other.heads = [.init(a, 9), .init(a, 2), .init(b, 1), .init(b, 4)]
    #expect(one.lowest(other).heads == [.init(a, 5), .init(a, 2), nil, nil])
  }
}
