internal import Glibc

/// The moments that all programs of a machine share: the whole multiples of an interval on its monotonic
/// clock.
///
/// What happens about once a second in each of nine programs, at a moment of its own, wakes a machine without
/// work some hundred times a second. Done on the beat, all of it happens in the same millisecond, and a
/// program that hears from eight others hears them at once.
package enum Beat {
  /// The wait until the next beat, at most `interval`. Right before a beat it is a whole interval, so that
  /// whoever woke a little early does not wake twice.
  package static func untilNext(_ interval: Duration) -> Duration {
    let length = nanoseconds(interval)
    guard length > 0 else { return interval }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return untilNext(interval, at: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
  }

  /// - Parameter now: The time of the clock in nanoseconds.
  static func untilNext(_ interval: Duration, at now: Int64) -> Duration {
    let length = nanoseconds(interval)
    let left = length - now % length
    return left < length / 16 ? interval : .nanoseconds(left)
  }

  private static func nanoseconds(_ interval: Duration) -> Int64 {
    let (seconds, attoseconds) = interval.components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
