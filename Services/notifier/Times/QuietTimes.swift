import Calendar
import Schema

/// The time at which channels may send a notice.
enum SendTime: Hashable, Sendable {
  case now
  /// After the quiet hours.
  case later(Instant)
  /// With that day's digest.
  case digest(Instant)
}

/// A person's quiet hours and digest, in their zone. It does no I/O: each result depends only on its members
/// and the given moment.
struct QuietTimes: Sendable {
  let quiet: Notifier.QuietHours?
  let digest: TimeOfDay?
  let zone: Zone

  /// The time to send a notice: at once for crisis importance, whatever the hour; with the digest, if there
  /// is one, for low importance.
  func sendTime(of importance: Alerts.AlertImportance, at now: Instant) -> SendTime {
    if importance == .crisis { return .now }
    if importance == .low, let digest = nextDigest(after: now) {
      return .digest(quietUntil(digest) ?? digest)
    }
    return quietUntil(now).map { .later($0) } ?? .now
  }

  /// The end of the quiet hours that contain this moment; nil outside of them. Adjacent quiet hours count as
  /// one.
  func quietUntil(_ moment: Instant) -> Instant? {
    guard let quiet else { return nil }
    var end: Instant?
    // One pass for each day whose quiet hours may follow directly on the day before.
    for _ in 0..<8 {
      guard let next = self.end(of: quiet, around: end ?? moment) else { return end }
      end = next
    }
    return end
  }

  /// The end of the quiet hours that began today or yesterday and contain this moment.
  private func end(of quiet: Notifier.QuietHours, around moment: Instant) -> Instant? {
    let today = zone.date(at: moment)
    for day in [today, today.adding(days: -1)].compactMap({ $0 }) {
      guard quiet.days.all.contains(day.quietDay) else { continue }
      let wraps = quiet.to <= quiet.from
      guard let last = wraps ? day.adding(days: 1) : day else { continue }
      let start = zone.instant(of: WallTime(date: day, time: quiet.from)).instant
      let end = zone.instant(of: WallTime(date: last, time: quiet.to)).instant
      if start <= moment, moment < end { return end }
    }
    return nil
  }

  /// The time of the next digest after this moment.
  func nextDigest(after moment: Instant) -> Instant? {
    guard let digest else { return nil }
    let today = zone.date(at: moment)
    for day in [today, today.adding(days: 1)].compactMap({ $0 }) {
      let at = zone.instant(of: WallTime(date: day, time: digest)).instant
      if at > moment { return at }
    }
    return nil
  }
}

extension CivilDate {
  fileprivate var quietDay: Notifier.QuietDay {
    Notifier.QuietDay.allCases[weekday.rawValue - 1]
  }
}
