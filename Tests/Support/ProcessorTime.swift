import Glibc

/// The processor time of a computation: a busy machine hardly extends it, and waiting does not count. Tests
/// of elapsed time are proofs and belong with those that run alone.
package enum ProcessorTime {
  /// Measures the calling thread, which must not change in between.
  package static func ofThread<Result>(_ body: () throws -> Result) rethrows -> (Result, Duration) {
    let began = read(CLOCK_THREAD_CPUTIME_ID)
    let result = try body()
    return (result, read(CLOCK_THREAD_CPUTIME_ID) - began)
  }

  /// Measures all threads of the process, for work on other threads.
  package static func ofProcess<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> (Result, Duration) {
    let began = read(CLOCK_PROCESS_CPUTIME_ID)
    let result = try await body()
    return (result, read(CLOCK_PROCESS_CPUTIME_ID) - began)
  }

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    precondition(clock_gettime(clock, &time) == 0)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
