internal import Bus
internal import Schema
internal import Synchronization

/// A producer whose stream lacks events that were followed here, without an operator's word. Its snapshot
/// would delete what the missing events have made.
struct LostProducer: Error, CustomStringConvertible {
  private let producer: ProgramName
  private let problem: String

  /// Returns nil if the stream may be followed: events of this epoch were only pruned, or an operator began
  /// the new one.
  init?(_ producer: ProgramName, at position: StreamPosition, _ answer: StreamReplay.Reply) {
    guard let epoch = position.epoch else { return nil }
    if answer.epoch == epoch {
      guard answer.head < position.sequence else { return nil }
      problem = "ends at event \(answer.head), and event \(position.sequence) was received"
    } else {
      guard !answer.isReplacement else { return nil }
      problem = "begins anew with \(answer.head) events, and \(position.sequence) of another were received"
    }
    self.producer = producer
  }

  var description: String {
    "\(producer) has lost data: its stream \(problem). Nothing is taken from it, so nothing is deleted here. "
      + "Stop the site and restore a backup (quadctl restore FILE --data DIR --replace), or have \(producer) "
      + "begin with an empty store (quadctl restore --empty \(producer) --data DIR)."
  }
}

/// The producers that a program does not follow, because they lost data. The program is not ready meanwhile.
final class LostProducers: Sendable {
  private let state = Mutex<Set<ProgramName>>([])

  var isEmpty: Bool { state.withLock { $0.isEmpty } }

  func set(_ producer: ProgramName, isLost: Bool) {
    state.withLock { lost in
      if isLost { lost.insert(producer) } else { lost.remove(producer) }
    }
  }
}
