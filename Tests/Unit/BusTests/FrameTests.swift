@testable import Bus
import Schema
import Testing

@Suite("A QB2 header reads back as it was written")
struct FrameTests {
  @Test("what a reply shows of another program")
  func beside() throws {
    let part = Beside(
      program: .auth, standing: ReplyStanding(epoch: .random(), newest: 7, shown: 5),
      people: [PersonID(.random()), PersonID(.random())])
    let without = Beside(
      program: .mediaFetcher, standing: ReplyStanding(epoch: .random(), newest: 1, shown: nil), people: [])
    var header = Header(id: .random())
    header.validMs = 4_200
    header.beside = [part.encoded, without.encoded]
    let decoded = try Header(decoding: header.encoded())
    #expect(decoded == header)
    #expect(decoded.beside.map { Beside(encoded: $0) } == [part, without])
    for length in [0, 1, 5, part.encoded.count - 1] {
      #expect(Beside(encoded: Array(part.encoded.prefix(length))) == nil)
    }
  }

  @Test("all members survive")
  func roundTrip() throws {
    var header = Header(id: .random())
    header.flags = [.repeatable, .seeded]
    header.attempt = 2
    header.remainingMs = 1_234_567
    header.subject = "roomhub.task.add"
    header.schema = "roomhub.task.add@1.0"
    header.idempotencyKey = "k-1"
    header.trace = (0..<26).map { UInt8($0) }
    header.assertion = [1, 2, 3]
    header.params = [Header.Param(name: "id", value: "ä b"), Header.Param(name: "empty", value: "")]
    header.asOf = Instant(milliseconds: -5)
    header.status = 202
    header.sessionToken = ""
    header.stream = "roomhub"
    header.epoch = .random()
    header.sequence = 1 << 40
    header.retainedFrom = 7
    header.audience = Audience.people([PersonID.random(), PersonID.random()]).encoded
    header.at = Instant(milliseconds: 99)
    header.heads = StreamHeads(others: 7).bytes
    #expect(try Header(decoding: header.encoded()) == header)
  }

  @Test("a message is one frame: kind, length of the header, header, body")
  func message() throws {
    let header = Header(id: .random()).encoded()
    for kind in FrameKind.allCases {
      for body in [[], [1, 2, 3], [UInt8](repeating: 7, count: 70_000)] {
        let isOfClass = kind == .events
        let message = WireMessage(kind, of: isOfClass ? "hub.thing" : "", header, body)
        let behindKind = (isOfClass ? Array("hub.thing".utf8) + [0] : []) + [0, UInt8(header.count)]
        #expect(message.bytes.starts(with: [0x51, 0x42, 0x32, kind.rawValue] + behindKind))
        #expect(message.bytes.count == message.count)
        #expect(WireMessage(message.bytes) == message)
      }
    }
    let long = WireMessage(.reply, [UInt8](repeating: 1, count: FrameLimit.header), [2])
    #expect(WireMessage(long.bytes) == long)
  }

  @Test("what is too short, of another version or of no kind is no message")
  func noMessage() {
    let bytes = WireMessage(.request, [1, 2, 3], []).bytes
    for length in 0..<bytes.count { #expect(WireMessage(Array(bytes.prefix(length))) == nil) }
    for (place, byte) in [(0, 0x52), (1, 0x41), (2, 0x31), (3, 0x3F), (3, 0x57), (4, 1), (5, 4)] {
      var other = bytes
      other[place] = UInt8(byte)
      #expect(WireMessage(other) == nil, "\(place)")
    }
    #expect(WireMessage(Welcome(stream: "hub", epoch: .random(), head: 1).frame) == nil)
    let events = WireMessage(.events, of: "hub.thing", [1, 2, 3], []).bytes
    for length in 0..<events.count { #expect(WireMessage(Array(events.prefix(length))) == nil) }
    let long = String(repeating: "a", count: FrameLimit.subject + 1)
    #expect(WireMessage(WireMessage(.events, of: long, [1]).bytes) == nil)
  }

  @Test("every cut of a header is refused or read, never a trap")
  func truncated() throws {
    var header = Header(id: .random())
    header.subject = "a.b.c"
    header.params = [Header.Param(name: "id", value: "x")]
    let bytes = header.encoded()
    for length in 0..<bytes.count {
      let cut = Array(bytes.prefix(length))
      do { _ = try Header(decoding: cut) } catch { #expect(error != .tooLarge) }
    }
    #expect(throws: FrameError.truncated) { try Header(decoding: Array(bytes.dropLast())) }
    #expect(throws: FrameError.version(9)) { try Header(decoding: [9] + bytes.dropFirst()) }
  }

  @Test("an unknown TLV is skipped")
  func unknown() throws {
    var header = Header(id: .random())
    header.subject = "a.b.c"
    #expect(try Header(decoding: header.encoded() + [200, 0, 2, 1, 1]) == header)
  }

  @Test("welcome and audience round-trip")
  func others() {
    var heads = StreamHeads(others: 3)
    heads.set("roomhub.task", to: 1 << 33)
    let welcome = Welcome(stream: "roomhub", epoch: .random(), head: 1 << 33, heads: heads)
    #expect(Welcome(frame: welcome.frame) == welcome)
    for length in 0..<welcome.frame.count where length != welcome.frame.count - 21 {
      #expect(Welcome(frame: Array(welcome.frame.prefix(length))) == nil, "\(length)")
    }
    let people = Audience.people([PersonID.random()])
    #expect(Audience(encoded: people.encoded) == people)
    #expect(Audience(encoded: Audience.everyone.encoded) == .everyone)
    #expect(Audience(encoded: [2, 1]) == nil)
    #expect(Audience(encoded: []) == nil)
  }
}
