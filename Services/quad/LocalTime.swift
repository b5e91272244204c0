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

  /// A moment as a calendar and a clock on the wall show it.
  struct Parts: Hashable, Sendable {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    /// 0 is Sunday.
    let weekday: Int
  }

  static func parts(of instant: Instant) -> Parts {
    // Towards the past, so that a moment before 1970 does not get the next second.
    let whole = instant.milliseconds / 1000 - (instant.milliseconds % 1000 < 0 ? 1 : 0)
    var seconds = time_t(whole)
    var parts = unsafe tm()
    _ = unsafe localtime_r(&seconds, &parts)
    return unsafe Parts(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), weekday: Int(parts.tm_wday))
  }

  /// The moment of a date and a time on the wall; nil for a date that no calendar has, such as 30 February.
  static func instant(year: Int, month: Int, day: Int, hour: Int, minute: Int) -> Instant? {
    var parts = unsafe tm()
    unsafe parts.tm_year = Int32(year - 1900)
    unsafe parts.tm_mon = Int32(month - 1)
    unsafe parts.tm_mday = Int32(day)
    unsafe parts.tm_hour = Int32(hour)
    unsafe parts.tm_min = Int32(minute)
    unsafe parts.tm_isdst = -1
    let instant = Instant(milliseconds: Int64(unsafe mktime(&parts)) * 1000)
    // Written back by mktime: another date than was asked for.
    guard unsafe parts.tm_mday == Int32(day), unsafe parts.tm_mon == Int32(month - 1) else { return nil }
    return instant
  }

  /// Whole days on the calendar from one date to another.
  static func days(from earlier: Instant, to later: Instant) -> Int {
    func day(_ instant: Instant) -> Int64 {
      let noon = LocalTime.instant(days: 0, hour: 12, minute: 0, from: instant).milliseconds
      let zone = LocalTime.offset(at: noon)
      return (noon + zone) / 86_400_000
    }
    return Int(day(later) - day(earlier))
  }

  /// Milliseconds that the wall's clock is ahead of UTC.
  private static func offset(at milliseconds: Int64) -> Int64 {
    var seconds = time_t(milliseconds / 1000)
    var parts = unsafe tm()
    _ = unsafe localtime_r(&seconds, &parts)
    return Int64(unsafe parts.tm_gmtoff) * 1000
  }

  /// The system's clock.
  static var now: Instant {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
