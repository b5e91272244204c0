package import Schema

/// Where a consumer stands in one producer's stream, and what each signal means there. Pure: no I/O, no
/// clock.
///
/// PUB is a hint; the sequence number is the truth. A gap, a head that is ahead, or a new epoch is answered
/// by asking the producer.
package struct StreamPosition: Hashable, Sendable {
  /// The epoch that `sequence` counts in; nil before the first contact.
  package private(set) var epoch: RawUUID?
  /// The last event applied.
  package private(set) var sequence: Int64

  package enum Step: Hashable, Sendable {
    /// The next event: apply it, then call `applied`.
    case apply
    /// Seen before, or nothing new.
    case ignore
    /// Ask for events from this number on.
    case replay(from: Int64)
    /// The past is gone or another past: fetch the whole state.
    case snapshot
  }

  package init(epoch: RawUUID? = nil, sequence: Int64 = 0) {
    self.epoch = epoch
    self.sequence = sequence
  }

  package func sees(event sequence: Int64, epoch: RawUUID) -> Step {
    guard epoch == self.epoch else { return unknown(head: sequence, epoch: epoch, retainedFrom: nil) }
    if sequence <= self.sequence { return .ignore }
    return sequence == self.sequence + 1 ? .apply : .replay(from: self.sequence + 1)
  }

  /// A welcome or a heartbeat. `retainedFrom` is the oldest event kept, if the signal says so.
  package func sees(head: Int64, epoch: RawUUID, retainedFrom: Int64?) -> Step {
    guard epoch == self.epoch else { return unknown(head: head, epoch: epoch, retainedFrom: retainedFrom) }
    if head == sequence { return .ignore }
    if head < sequence { return .snapshot }
    if let retainedFrom, retainedFrom > sequence + 1 { return .snapshot }
    return .replay(from: sequence + 1)
  }

  /// At first contact the stream is replayed from its beginning, as long as that is kept.
  private func unknown(head: Int64, epoch: RawUUID, retainedFrom: Int64?) -> Step {
    guard self.epoch == nil else { return .snapshot }
    return .replay(from: 1)
  }

  /// The events up to `sequence` have been applied.
  package mutating func applied(_ sequence: Int64, epoch: RawUUID) {
    self.epoch = epoch
    self.sequence = sequence
  }
}
