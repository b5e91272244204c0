internal import Dispatch
internal import Synchronization

/// Passwords that wait for the threads of a hasher. A password is taken only if it can be hashed by its
/// deadline: one that cannot would be work for nobody, and would make those behind it late, too.
final class PasswordQueue: Sendable {
  struct Job: Sendable {
    let deadline: ContinuousClock.Instant
    let run: @Sendable () -> Void
    /// Called instead of `run`, with the time after which there is room.
    let refuse: @Sendable (Duration) -> Void
  }

  private struct State {
    var waiting: [Job] = []
    /// The starts of the hashes that are running.
    var running: [ContinuousClock.Instant] = []
    var isClosed = false
    /// The time of a hash, as the last ones took. It rises faster than it falls: a load that comes makes many
    /// late.
    var time: Duration

    /// The time of a hash. A running one shows that it takes at least that long.
    func time(at now: ContinuousClock.Instant) -> Duration {
      running.reduce(time) { max($0, $1.duration(to: now)) }
    }
  }

  /// The pause of `watch` between two looks.
  private static let pause = DispatchTimeInterval.milliseconds(100)

  private let threads: Int
  private let limit: Int
  private let state: Mutex<State>
  private let wake = DispatchSemaphore(value: 0)
  private let watched = DispatchSemaphore(value: 0)

  /// - Parameter time: the time of a hash until the first one has been measured.
  init(threads: Int, limit: Int, time: Duration) {
    self.threads = threads
    self.limit = limit
    state = Mutex(State(time: time))
  }

  var count: Int { state.withLock { $0.waiting.count } }

  /// Runs the job on a thread of the hasher, or refuses it at once.
  func add(_ job: Job) {
    let refusal = state.withLock { state -> Duration? in
      let now = ContinuousClock.now
      let time = time(behind: state.waiting.count + state.running.count, state, at: now)
      // Twice the estimate: when a crowd comes, hashes take up to twice as long as the last ones, and a
      // password that is taken and then refused has waited in vain.
      let end = now.advanced(by: time * 2)
      guard !state.isClosed, state.waiting.count < limit, end < job.deadline else { return time }
      state.waiting.append(job)
      return nil
    }
    if let refusal {
      job.refuse(refusal)
    } else {
      wake.signal()
      watched.signal()
    }
  }

  /// Runs jobs until the queue is closed and empty.
  func work() {
    while let (job, start) = take() {
      job.run()
      refuseLate { state, now in
        if let index = state.running.firstIndex(of: start) { state.running.remove(at: index) }
        let took = start.duration(to: now)
        state.time += (took - state.time) / (took > state.time ? 2 : 4)
      }
    }
  }

  /// Refuses waiting jobs as soon as the running ones take so long that these will be late, until the queue
  /// is closed and empty. Without it they would learn that only when a hash ends.
  func watch() {
    while true {
      let (isEmpty, isClosed) = state.withLock { ($0.waiting.isEmpty, $0.isClosed) }
      if isEmpty && isClosed { return }
      if isEmpty {
        watched.wait()
      } else {
        _ = watched.wait(timeout: DispatchTime.now() + PasswordQueue.pause)
        refuseLate { _, _ in }
      }
    }
  }

  /// Rejects further jobs. Waiting ones still run.
  func close() {
    state.withLock { $0.isClosed = true }
    wake.signal()
    watched.signal()
  }

  private func take() -> (Job, ContinuousClock.Instant)? {
    while true {
      refuseLate { _, _ in }
      let (job, isClosed) = state.withLock { state -> ((Job, ContinuousClock.Instant)?, Bool) in
        guard !state.waiting.isEmpty else { return (nil, state.isClosed) }
        let start = ContinuousClock.now
        state.running.append(start)
        return ((state.waiting.removeFirst(), start), state.isClosed)
      }
      if let job { return job }
      if isClosed {
        wake.signal()
        return nil
      }
      wake.wait()
    }
  }

  /// Refuses what will not be done by its deadline after all, as soon as that is known.
  private func refuseLate(after change: (inout State, ContinuousClock.Instant) -> Void) {
    let (late, wait) = state.withLock { state -> ([Job], Duration) in
      let now = ContinuousClock.now
      change(&state, now)
      var (kept, late): ([Job], [Job]) = ([], [])
      for job in state.waiting {
        let end = now.advanced(by: time(behind: kept.count + state.running.count, state, at: now))
        if end < job.deadline { kept.append(job) } else { late.append(job) }
      }
      if !late.isEmpty { state.waiting = kept }
      return (late, time(behind: kept.count + state.running.count, state, at: now))
    }
    for job in late { job.refuse(wait) }
  }

  /// The time until a job behind so many others is done. None for a job alone: it runs whatever the last ones
  /// took, so that a time that is no longer true is found out.
  private func time(behind count: Int, _ state: State, at now: ContinuousClock.Instant) -> Duration {
    guard count > 0 else { return .zero }
    let time = state.time(at: now)
    return time + time * max(count - threads + 1, 0) / threads
  }
}
