internal import Dispatch
internal import Synchronization

/// The state that the connections which write to one schema share. Their bodies run side by side; the numbers
/// of a write's events and its commit belong to one write at a time, so that numbers are those of the order
/// of commits, without a gap, and are published in it.
///
/// One process writes to a schema. Several would need a sequencer in the database instead.
final class CommitOrder: Sendable {
  let writerCount: Int
  private let commits = DispatchSemaphore(value: 1)
  /// A body holds one of these, and one that runs alone all of them.
  private let runs: DispatchSemaphore
  private let alone = DispatchSemaphore(value: 1)
  /// Sessions that were lost in a commit with events of which nobody knows if it happened.
  private let uncertain = Mutex<[Int64]>([])
  /// The newest number given out, for the fault of `StoreOptions.numbersEarly`.
  let early: Atomic<Int64>
  private let running: Atomic<Int>

  init(writers: Int, head: Int64) {
    writerCount = writers
    runs = DispatchSemaphore(value: writers)
    early = Atomic(head)
    running = Atomic(writers)
  }

  /// Called by each connection's thread at its end.
  /// - Returns: True for the last one.
  func end() -> Bool { running.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }

  /// Runs a write, alone if others have made it run again too often: it then loses against none of them.
  func run<T>(alone isAlone: Bool, _ body: () -> T) -> T {
    let count = isAlone ? writerCount : 1
    // Two that each held some would wait for each other.
    if isAlone { alone.wait() }
    for _ in 0..<count { runs.wait() }
    defer {
      for _ in 0..<count { runs.signal() }
      if isAlone { alone.signal() }
    }
    return body()
  }

  /// Runs `body` while no other write is numbered or committed.
  func inTurn<T, Failure: Error>(_ body: () throws(Failure) -> T) throws(Failure) -> T {
    commits.wait()
    defer { commits.signal() }
    return try body()
  }

  /// True if the newest number may be higher than this process knows.
  var isUncertain: Bool { uncertain.withLock { !$0.isEmpty } }

  func doubt(_ process: Int64) { uncertain.withLock { $0.append(process) } }

  /// The sessions whose last commit is to be looked for.
  var doubted: [Int64] { uncertain.withLock { $0 } }

  func settle() { uncertain.withLock { $0 = [] } }
}
