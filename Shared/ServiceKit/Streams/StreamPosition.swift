package import Schema

/// The position of a consumer in a producer's stream, and the step that follows from each signal. Pure: no
/// I/O, no clock.
///
/// PUB is a hint; the sequence number is the truth. After a gap, a newer head or a new epoch, the consumer
/// sends a request to the producer.
package struct StreamPosition: Hashable, Sendable {
  /// The epoch of `sequence`; nil before the first contact.
  package private(set) var epoch: RawUUID?
  /// The last event applied.
  package private(set) var sequence: Int64

  package enum Step: Hashable, Sendable {
    /// The next event: apply it, then call `applied`.
    case apply
    /// An old signal, or one without news.
    case ignore
    /// Request events from this number on.
    case replay(from: Int64)
    /// The events are no longer kept, or the epoch is another: fetch the whole state.
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

  /// Returns the step after a welcome or a heartbeat. `retainedFrom` is the oldest event kept, if the signal
  /// contains it.
  package func sees(head: Int64, epoch: RawUUID, retainedFrom: Int64?) -> Step {
    guard epoch == self.epoch else { return unknown(head: head, epoch: epoch, retainedFrom: retainedFrom) }
    if head == sequence { return .ignore }
    if head < sequence { return .snapshot }
    if let retainedFrom, retainedFrom > sequence + 1 { return .snapshot }
    return .replay(from: sequence + 1)
  }

  /// Returns the step for an unknown epoch. At first contact the stream is replayed from its beginning, if
  /// that is still kept.
  private func unknown(head: Int64, epoch: RawUUID, retainedFrom: Int64?) -> Step {
    guard self.epoch == nil else { return .snapshot }
    return .replay(from: 1)
  }

  /// Records that the events up to `sequence` have been applied.
  package mutating func applied(_ sequence: Int64, epoch: RawUUID) {
    self.epoch = epoch
    self.sequence = sequence
  }
}
