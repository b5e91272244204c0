import Bus
import Schema
import Testing

@Suite("A QB1 header reads back as it was written")
struct FrameTests {
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
    #expect(try Header(decoding: header.encoded()) == header)
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
    let welcome = Welcome(stream: "roomhub", epoch: .random(), head: 1 << 33)
    #expect(Welcome(frame: welcome.frame) == welcome)
    #expect(Welcome(frame: Array(welcome.frame.dropLast())) == nil)
    let people = Audience.people([PersonID.random()])
    #expect(Audience(encoded: people.encoded) == people)
    #expect(Audience(encoded: Audience.everyone.encoded) == .everyone)
    #expect(Audience(encoded: [2, 1]) == nil)
    #expect(Audience(encoded: []) == nil)
  }
}
