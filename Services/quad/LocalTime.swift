import Glibc
import Schema

/// Wall time in the zone of the environment (`TZ`, else /etc/localtime), by glibc.
enum LocalTime {
  /// `hour:minute` on the wall, `days` after the date that `now` falls on.
  ///
  /// mktime decides where a zone skips the hour (it goes on counting) or has it twice (one of the two).
  static func instant(days: Int, hour: Int, minute: Int, from now: Instant) -> Instant {
    var seconds = time_t(now.milliseconds / 1000)
    var parts = unsafe tm()
    _ = unsafe localtime_r(&seconds, &parts)
    unsafe parts.tm_mday += Int32(days)
    unsafe parts.tm_hour = Int32(hour)
    unsafe parts.tm_min = Int32(minute)
    unsafe parts.tm_sec = 0
    unsafe parts.tm_isdst = -1
    return Instant(milliseconds: Int64(unsafe mktime(&parts)) * 1000)
  }

  /// The system's clock.
  static var now: Instant {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
