package import Schema

/// The position of a consumer in a producer's stream, or in some topic classes of it, and the step that
/// follows from each signal. Pure: no I/O, no clock.
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
    /// The events up to this number are of other classes: go on behind it.
    case pass(to: Int64)
    /// The events are no longer kept, or the epoch is another: fetch the whole state.
    case snapshot
  }

  package init(epoch: RawUUID? = nil, sequence: Int64 = 0) {
    self.epoch = epoch
    self.sequence = sequence
  }

  /// - Parameter before: the number of the event before it, among those of the classes that are followed.
  package func sees(event sequence: Int64, after before: Int64, epoch: RawUUID) -> Step {
    guard epoch == self.epoch else { return unknown }
    if sequence <= self.sequence { return .ignore }
    return before <= self.sequence ? .apply : .replay(from: self.sequence + 1)
  }

  /// Returns the step after a welcome or a heartbeat.
  /// - Parameter newest: the number of the newest event of the classes that are followed.
  /// - Parameter retainedFrom: the oldest event kept, if the signal contains it.
  package func sees(head: Int64, newest: Int64, epoch: RawUUID, retainedFrom: Int64?) -> Step {
    guard epoch == self.epoch else { return unknown }
    if head == sequence { return .ignore }
    if head < sequence { return .snapshot }
    if newest <= sequence { return .pass(to: head) }
    if let retainedFrom, retainedFrom > sequence + 1 { return .snapshot }
    return .replay(from: sequence + 1)
  }

  /// Returns the step for an unknown epoch. At first contact the stream is replayed from its beginning, if
  /// that is still kept.
  private var unknown: Step { epoch == nil ? .replay(from: 1) : .snapshot }

  /// Records that the events up to `sequence` have been applied, or are of other classes.
  package mutating func applied(_ sequence: Int64, epoch: RawUUID) {
    self.epoch = epoch
    self.sequence = sequence
  }
}
