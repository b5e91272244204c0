import Schema
import ServiceKit
import Store

/// The reminder to refresh a training, planned when the quiz is passed.
struct Refresher: Sendable {
  let person: PersonID
  let at: Instant

  /// The time for which the reminder is of use.
  private static let use = Duration.seconds(14 * 86_400)

  init(person: PersonID, at: Instant) {
    self.person = person
    self.at = at
  }

  init(person: PersonID, passed: Instant) {
    self.init(person: person, at: passed.advanced(by: .seconds(Guide.refreshDays * 86_400)))
  }

  /// One alert a person: a new quiz moves it.
  var alert: Alerts.AlertPlanned {
    Alerts.AlertPlanned(
      key: Alerts.AlertKey(program: .guide, object: AlertObjectID(person.raw), lead: .atTheTime),
      person: person, at: at, until: at.advanced(by: Refresher.use),
      text: Alerts.AlertText(
        .refreshTraining, [Alerts.AlertValue(name: "days", text: "\(Guide.refreshDays)")]),
      importance: .low, because: Alerts.AlertReasons(checked: [Alerts.AlertReason(.passedTraining)]),
      recurrence: nil)
  }
}

extension GuideService {
  /// The upcoming reminders, a row a person.
  var refreshers: SnapshotTable {
    SnapshotTable { db, key, limit in
      let rows = try db.refreshers(after: try key?.raw(0) ?? .min, at: clock.now, limit: limit).map { row in
        SnapshotRow(
          key: [row.person.description], [try OutboxEvent.snapshot(of: row.alert, to: .programs)])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }
}

extension Database {
  fileprivate func refreshers(after last: RawUUID, at now: Instant, limit: Int) throws -> [Refresher] {
    try all(
      """
      SELECT person, refresh_at FROM training WHERE person > ? AND refresh_at > ? ORDER BY person LIMIT ?
      """,
      last, now, limit
    ) { row in
      Refresher(person: PersonID(try row.id("person")), at: try row.instant("refresh_at"))
    }
  }
}
