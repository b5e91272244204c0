package import Calendar
import Glibc
package import Schema

/// Wall time in the zone of this machine, or in a named zone.
package enum LocalTime {
  /// The zone of this machine when the command began.
  package static var zone: Zone { MachineZone.current.zone }

  /// The instant of `hour:minute` on the wall, `days` after the date of `now`. A time that the clocks skip is
  /// moved later by as much; of an ambiguous one the first counts.
  package static func instant(
    days: Int, hour: Int, minute: Int, from now: Instant, in zone: Zone = LocalTime.zone
  ) -> Instant {
    let today = zone.date(at: now)
    let date = today.adding(days: Int64(days)) ?? today
    return zone.instant(of: WallTime(date: date, time: TimeOfDay(secondsOfDay: hour * 3600 + minute * 60)))
      .instant
  }

  /// A moment as shown by a calendar and a clock on the wall.
  package struct Parts: Hashable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int
    package let hour: Int
    package let minute: Int
    /// The day of the week; 0 is Sunday.
    package let weekday: Int
  }

  package static func parts(of instant: Instant, in zone: Zone = LocalTime.zone) -> Parts {
    let wall = zone.wallTime(at: instant)
    return Parts(
      year: Int(wall.date.year), month: Int(wall.date.month), day: Int(wall.date.day), hour: wall.time.hour,
      minute: wall.time.minute, weekday: wall.date.weekday.rawValue % 7)
  }

  /// The instant of a date and a time on the wall; nil for a date that does not exist, such as 30 February.
  package static func instant(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, in zone: Zone = LocalTime.zone
  ) -> Instant? {
    guard let date = CivilDate(year: Int64(year), month: Int64(month), day: Int64(day)),
      let time = TimeOfDay(hour: hour, minute: minute)
    else { return nil }
    return zone.instant(of: WallTime(date: date, time: time)).instant
  }

  /// The number of calendar days from one date to another.
  package static func days(from earlier: Instant, to later: Instant, in zone: Zone = LocalTime.zone) -> Int {
    Int(zone.date(at: later).daysSince1970 - zone.date(at: earlier).daysSince1970)
  }

  /// The time of the system's clock.
  package static var now: Instant {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
