import Testing

@testable import Bus

@Suite("Replies wait for a caller that does not read, in order and within limits")
struct HeldRepliesTests {
  private static func reply(_ text: String) -> HeldReplies.Reply {
    HeldReplies.Reply(message: WireMessage(.reply, [], Array(text.utf8)))
  }

  @Test("E7: they are sent in order as the connection takes them, and those of a caller that is gone are not")
  func order() {
    var held = HeldReplies()
    var added = (0..<100).map { held.add(HeldRepliesTests.reply("\($0)"), to: [1]) }
    added.append(held.add(HeldRepliesTests.reply("other"), to: [2]))
    added.append(held.add(HeldRepliesTests.reply("x"), to: [3]))
    #expect(added.allSatisfy { $0 })
    #expect(held.count == 102 && held.holds([1]) && !held.holds([4]))
    var sent: [String] = []
    for room in [0, 30, 1, 60, 500] {
      var left = room
      let lost = held.flush { reply, routing in
        guard routing == [1] else { return routing == [2] ? .callerIsGone : .isFull }
        guard left > 0 else { return .isFull }
        left -= 1
        sent.append(String(decoding: reply.message.body, as: UTF8.self))
        return .done
      }
      #expect(lost == (room == 0 ? 1 : 0))
    }
    #expect(sent == (0..<100).map(String.init))
    #expect(held.count == 1 && held.bytes == 1 && held.holds([3]) && !held.holds([1]))
  }

  @Test("E7: beyond the limits of a caller, and of all together, they are refused")
  func limits() {
    var held = HeldReplies()
    let small = HeldRepliesTests.reply("")
    var added = 0
    for caller in UInt8(1)...5 {
      for _ in 0...HeldReplies.maxOfCaller where held.add(small, to: [caller]) { added += 1 }
      #expect(added == min(Int(caller) * HeldReplies.maxOfCaller, HeldReplies.maxOfAll))
    }
    #expect(held.count == HeldReplies.maxOfAll && held.bytes == 0)

    var large = HeldReplies()
    let body = [UInt8](repeating: 0, count: HeldReplies.maxBytesOfCaller / 2)
    let half = HeldReplies.Reply(message: WireMessage(.reply, [], body))
    let outcomes = [1, 1, 1, 2].map { large.add(half, to: [$0]) }
    #expect(outcomes == [true, true, false, true])
  }

  @Test(
    "E7: a schema fits if it names the subject and the major part of the version",
    arguments: [
      ("hub.text.echo@1.0", true), ("hub.text.echo@1.12", true), ("", true), ("hub.text.echo@2.0", false),
      ("hub.text.echo@11.0", false), ("hub.text.echo@1", false), ("hub.text.echo@1.", false),
      ("hub.text.echo@1.x", false), ("hub.text.ech@1.0", false), ("hub.text.echo", false), ("@1.0", false),
      ("hub.text.echo@", false),
    ])
  func schema(_ text: String, _ fits: Bool) {
    #expect(SchemaVersion.fits(text, subject: "hub.text.echo", version: "1.3") == fits)
    #expect(SchemaVersion.fits(text, subject: "hub.text.echo", version: nil))
  }
}
