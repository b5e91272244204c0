import Calendar
import Schema
import ServiceKit
import Store

/// A person's quiet hours, and the time of their digest of unimportant notices.
extension NotifierService {
  func registerTimes(in handlers: inout Handlers) {
    handlers.on(Notifier.GetAlertTimes.self, getAlertTimes)
    handlers.on(Notifier.SetAlertTimes.self, setAlertTimes)
  }

  func getAlertTimes(_ request: Notifier.GetAlertTimes, _ call: Call) async throws -> Notifier.AlertTimes {
    let person = try call.person
    return try await call.read { try $0.shownTimes(of: person, at: call.now) }
  }

  func setAlertTimes(_ request: Notifier.SetAlertTimes, _ call: Call) async throws -> EncodedReply<
    Notifier.AlertTimes
  > {
    let person = try call.person
    if case .set(let quiet) = request.quiet, quiet.from == quiet.to {
      throw Fault(.quietBad, field: "quiet.to")
    }
    return try await call.write { db in
      var times = try db.alertTimes(of: person)
      guard times.version == request.version else {
        throw try Fault.changedElsewhere(current: try db.shownTimes(of: person, at: call.now))
      }
      times.quiet = request.quiet.applied(to: times.quiet)
      times.digest = request.digest.applied(to: times.digest)
      times.version += 1
      try db.set(times, of: person)
      return try db.shownTimes(of: person, at: call.now)
    }
  }
}

/// A person's quiet hours and digest time, as stored.
struct AlertTimesRow: Sendable, Hashable {
  var quiet: Notifier.QuietHours?
  var digest: TimeOfDay?
  /// 0 before the first edit.
  var version: Int64
}

extension Database {
  func alertTimes(of person: PersonID) throws -> AlertTimesRow {
    try one(
      "SELECT quiet_from, quiet_to, quiet_days, digest, version FROM alert_times WHERE person = ?", person.raw
    ) { row in
      var quiet: Notifier.QuietHours?
      if let from = try row.intOrNil("quiet_from"), let to = try row.intOrNil("quiet_to"),
        let mask = try row.intOrNil("quiet_days")
      {
        let days = Notifier.QuietDay.allCases.enumerated().filter { mask >> Int64($0.offset) & 1 == 1 }
        quiet = Notifier.QuietHours(
          from: TimeOfDay(secondsOfDay: Int(from)), to: TimeOfDay(secondsOfDay: Int(to)),
          days: Notifier.QuietDays(checked: days.map(\.element)))
      }
      return AlertTimesRow(
        quiet: quiet, digest: try row.intOrNil("digest").map { TimeOfDay(secondsOfDay: Int($0)) },
        version: try row.int("version"))
    } ?? AlertTimesRow(quiet: nil, digest: nil, version: 0)
  }

  fileprivate func set(_ times: AlertTimesRow, of person: PersonID) throws {
    try run(
      """
      INSERT INTO alert_times(person, quiet_from, quiet_to, quiet_days, digest, version)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT(person) DO UPDATE SET quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
        quiet_days = excluded.quiet_days, digest = excluded.digest, version = excluded.version
      """,
      person.raw, times.quiet?.from.secondsOfDay, times.quiet?.to.secondsOfDay, times.quiet?.days.mask,
      times.digest?.secondsOfDay, times.version)
  }

  /// Quiet hours in the person's zone, or in the site's zone if the profile has none that this machine knows.
  func quietTimes(of person: PersonID) throws -> QuietTimes {
    let times = try alertTimes(of: person)
    return QuietTimes(
      quiet: times.quiet, digest: times.digest, zone: Zone.known(try home(of: person)))
  }

  func shownTimes(of person: PersonID, at now: Instant) throws -> Notifier.AlertTimes {
    let times = try alertTimes(of: person)
    let quiet = try quietTimes(of: person)
    return Notifier.AlertTimes(
      zone: ZoneName(checked: quiet.zone.name), quiet: times.quiet, digest: times.digest,
      quietUntil: quiet.quietUntil(now), version: times.version)
  }
}

extension Zone {
  /// The zone with this name, or the one this machine was started with.
  static func known(_ name: ZoneName?) -> Zone {
    guard let name else { return .site }
    do { return try named(name) } catch { return .site }
  }
}

extension Notifier.QuietDays {
  /// A bit for each day; Monday is the lowest.
  fileprivate var mask: Int64 {
    all.reduce(0) { mask, day in
      mask | 1 << Int64(Notifier.QuietDay.allCases.firstIndex(of: day) ?? 0)
    }
  }
}
