import Bus
import Schema
import Testing

@Suite("A replay's bytes are read as they were written, or not at all")
struct StreamReplayTests {
  private func answer(more: String? = "a snapshot") throws -> StreamReplay.Reply {
    let epoch = RawUUID.random()
    let events = try [3, 4, 5].map { (sequence: Int64) in
      var header = Header(id: .random())
      header.subject = "auth.person.signedUp"
      header.epoch = epoch
      header.sequence = sequence
      header.audience = Audience.programs.encoded
      let body = [UInt8](repeating: UInt8(sequence), count: Int(sequence) * 10)
      return try #require(StreamEvent(header: header, body: body))
    }
    return StreamReplay.Reply(epoch: epoch, head: 9, retainedFrom: 2, events: events, more: more)
  }

  @Test("every part survives the way", arguments: [nil, "a snapshot"])
  func roundTrip(_ more: String?) throws {
    let sent = try answer(more: more)
    let read = try #require(StreamReplay.Reply(try sent.encoded()))
    #expect(read.epoch == sent.epoch)
    #expect(read.head == 9 && read.retainedFrom == 2 && read.more == more)
    #expect(read.events.map(\.header) == sent.events.map(\.header))
    #expect(read.events.map(\.body) == sent.events.map(\.body))
    #expect(read.events.map(\.sequence) == [3, 4, 5])
  }

  @Test("no truncation is taken for the whole")
  func truncated() throws {
    let bytes = try answer().encoded()
    for length in 0..<bytes.count {
      #expect(StreamReplay.Reply(Array(bytes.prefix(length))) == nil, "\(length) of \(bytes.count) bytes")
    }
  }

  @Test("no changed byte makes it trap")
  func changed() throws {
    let bytes = try answer().encoded()
    for position in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var hostile = bytes
        hostile[position] = value
        if let read = StreamReplay.Reply(hostile) { #expect(read.events.count <= 3) }
      }
    }
  }

  @Test(
    "nonsense is nothing",
    arguments: [
      [], [0], [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 2, 0x7B, 0x7D],
      [UInt8](repeating: 0xFF, count: 64), [0, 0, 0, 1, 0x7B],
    ] as [[UInt8]])
  func nonsense(_ bytes: [UInt8]) {
    #expect(StreamReplay.Reply(bytes) == nil)
  }

  @Test("bytes after the last event are refused")
  func trailing() throws {
    let bytes = try answer().encoded()
    for extra in 1...8 {
      #expect(StreamReplay.Reply(bytes + [UInt8](repeating: 0, count: extra)) == nil)
    }
  }
}
