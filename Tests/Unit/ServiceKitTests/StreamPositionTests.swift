import Schema
import ServiceKit
import Testing

@Suite("Each signal means one step")
struct StreamPositionTests {
  private static let ours = RawUUID(high: 1, low: 1)
  private static let other = RawUUID(high: 2, low: 2)
  private static let at7 = StreamPosition(epoch: ours, sequence: 7)
  private static let fresh = StreamPosition()

  struct EventRow: Sendable, CustomTestStringConvertible {
    let position: StreamPosition
    let sequence: Int64
    /// The number of the event before it, of the same classes; that below it if none is given.
    var before: Int64?
    let epoch: RawUUID
    let step: StreamPosition.Step

    var testDescription: String {
      "\(position.sequence), event \(sequence) after \(before ?? sequence - 1): \(step)"
    }
  }

  @Test(
    "an event",
    arguments: [
      EventRow(position: at7, sequence: 8, epoch: ours, step: .apply),
      EventRow(position: at7, sequence: 7, epoch: ours, step: .ignore),
      EventRow(position: at7, sequence: 1, epoch: ours, step: .ignore),
      EventRow(position: at7, sequence: 9, epoch: ours, step: .replay(from: 8)),
      EventRow(position: at7, sequence: .max, epoch: ours, step: .replay(from: 8)),
      EventRow(position: at7, sequence: 8, epoch: other, step: .snapshot),
      EventRow(position: at7, sequence: 1, epoch: other, step: .snapshot),
      EventRow(position: fresh, sequence: 1, epoch: ours, step: .replay(from: 1)),
      EventRow(position: fresh, sequence: 40, epoch: ours, step: .replay(from: 1)),
      EventRow(position: at7, sequence: 12, before: 7, epoch: ours, step: .apply),
      EventRow(position: at7, sequence: 12, before: 0, epoch: ours, step: .apply),
      EventRow(position: at7, sequence: 12, before: 8, epoch: ours, step: .replay(from: 8)),
      EventRow(position: at7, sequence: 7, before: 3, epoch: ours, step: .ignore),
      EventRow(position: at7, sequence: 12, before: 7, epoch: other, step: .snapshot),
      EventRow(position: fresh, sequence: 12, before: 0, epoch: ours, step: .replay(from: 1)),
    ])
  func event(_ row: EventRow) {
    let before = row.before ?? row.sequence - 1
    #expect(row.position.sees(event: row.sequence, after: before, epoch: row.epoch) == row.step)
  }

  struct HeadRow: Sendable, CustomTestStringConvertible {
    let position: StreamPosition
    let head: Int64
    /// The number of the newest event of the classes; the head if none is given.
    var newest: Int64?
    let epoch: RawUUID
    let retainedFrom: Int64?
    let step: StreamPosition.Step

    var testDescription: String {
      "\(position.sequence), head \(head), newest \(newest ?? head), kept from \(retainedFrom ?? -1): \(step)"
    }
  }

  @Test(
    "a welcome or a heartbeat",
    arguments: [
      HeadRow(position: at7, head: 7, epoch: ours, retainedFrom: nil, step: .ignore),
      HeadRow(position: at7, head: 7, epoch: ours, retainedFrom: 8, step: .ignore),
      HeadRow(position: at7, head: 8, epoch: ours, retainedFrom: nil, step: .replay(from: 8)),
      HeadRow(position: at7, head: 90, epoch: ours, retainedFrom: 8, step: .replay(from: 8)),
      HeadRow(position: at7, head: 90, epoch: ours, retainedFrom: 9, step: .snapshot),
      HeadRow(position: at7, head: 6, epoch: ours, retainedFrom: nil, step: .snapshot),
      HeadRow(position: at7, head: 0, epoch: ours, retainedFrom: 1, step: .snapshot),
      HeadRow(position: at7, head: 7, epoch: other, retainedFrom: nil, step: .snapshot),
      HeadRow(position: fresh, head: 0, epoch: ours, retainedFrom: 1, step: .replay(from: 1)),
      HeadRow(position: fresh, head: 5, epoch: ours, retainedFrom: nil, step: .replay(from: 1)),
      HeadRow(position: at7, head: 12, newest: 7, epoch: ours, retainedFrom: nil, step: .pass(to: 12)),
      HeadRow(position: at7, head: 12, newest: 0, epoch: ours, retainedFrom: 11, step: .pass(to: 12)),
      HeadRow(position: at7, head: 12, newest: 8, epoch: ours, retainedFrom: 8, step: .replay(from: 8)),
      HeadRow(position: at7, head: 12, newest: 8, epoch: ours, retainedFrom: 9, step: .snapshot),
      HeadRow(position: at7, head: 6, newest: 3, epoch: ours, retainedFrom: nil, step: .snapshot),
      HeadRow(position: at7, head: 12, newest: 7, epoch: other, retainedFrom: nil, step: .snapshot),
    ])
  func head(_ row: HeadRow) {
    let step = row.position.sees(
      head: row.head, newest: row.newest ?? row.head, epoch: row.epoch, retainedFrom: row.retainedFrom)
    #expect(step == row.step)
  }

  @Test("what was applied is what the next signal is compared with")
  func applied() {
    var position = StreamPosition()
    position.applied(3, epoch: Self.ours)
    #expect(position.sees(event: 4, after: 3, epoch: Self.ours) == .apply)
    #expect(position.sees(event: 3, after: 2, epoch: Self.ours) == .ignore)
    position.applied(1, epoch: Self.other)
    #expect(position.sees(event: 2, after: 1, epoch: Self.other) == .apply)
    #expect(position.sees(event: 4, after: 3, epoch: Self.ours) == .snapshot)
  }
}
