import Bus
import Schema
import Testing

@testable import ServiceKit

@Suite("A consumer follows a new stream only if an operator began it")
struct LostProducerTests {
  private static let ours = RawUUID(high: 1, low: 1)
  private static let other = RawUUID(high: 2, low: 2)

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let position: StreamPosition
    let answer: StreamReplay.Reply
    let isLost: Bool

    var testDescription: String { name }
  }

  private static func answer(_ epoch: RawUUID, _ head: Int64, isReplacement: Bool = false)
    -> StreamReplay.Reply
  {
    StreamReplay.Reply(
      epoch: epoch, head: head, retainedFrom: 1, events: [], isReplacement: isReplacement)
  }

  private static let at7 = StreamPosition(epoch: ours, sequence: 7)
  static let cases = [
    Case(name: "first contact", position: StreamPosition(), answer: answer(other, 0), isLost: false),
    Case(name: "pruned", position: at7, answer: answer(ours, 90), isLost: false),
    Case(name: "an older copy", position: at7, answer: answer(ours, 6), isLost: true),
    Case(name: "a new store", position: at7, answer: answer(other, 0), isLost: true),
    Case(name: "another site's", position: at7, answer: answer(other, 900), isLost: true),
    Case(name: "restored", position: at7, answer: answer(other, 5, isReplacement: true), isLost: false),
    Case(name: "begun anew", position: at7, answer: answer(other, 0, isReplacement: true), isLost: false),
  ]

  @Test("E4: which stream is followed", arguments: cases)
  func followed(_ row: Case) {
    let loss = LostProducer(.roomhub, at: row.position, row.answer)
    #expect((loss != nil) == row.isLost)
    guard let loss else { return }
    #expect("\(loss)".contains("quadctl restore --empty roomhub"))
  }

  @Test("E4: a reply tells if the epoch is an operator's, and says nothing otherwise")
  func reply() throws {
    let word = try #require(
      StreamReplay.Reply(try LostProducerTests.answer(Self.ours, 1, isReplacement: true).encoded()))
    #expect(word.isReplacement)
    let plain = try LostProducerTests.answer(Self.ours, 1).encoded()
    #expect(try #require(StreamReplay.Reply(plain)).isReplacement == false)
    #expect(!String(decoding: plain, as: UTF8.self).contains("isReplacement"))
  }
}
