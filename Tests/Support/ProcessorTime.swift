import Glibc

/// What was computed, in processor time: a busy machine makes it hardly longer, and waiting takes none of it.
/// A test that judges elapsed time is a proof and stands among those that run alone.
package enum ProcessorTime {
  /// Of the calling thread, which may not change in between.
  package static func ofThread<Result>(_ body: () throws -> Result) rethrows -> (Result, Duration) {
    let began = read(CLOCK_THREAD_CPUTIME_ID)
    let result = try body()
    return (result, read(CLOCK_THREAD_CPUTIME_ID) - began)
  }

  /// Of all threads of the process, for what computes on others.
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
