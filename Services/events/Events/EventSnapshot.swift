import Schema
import ServiceKit
import Store

/// The public state of events: the upcoming alerts. A subscriber that stores alerts drops all others of this
/// program. The calendar's events themselves are requested, not copied.
extension EventsService {
  /// The limit of events per read of a snapshot.
  private static let maxEventsPerRead = 500

  /// A row is one person's alerts of one event; its key is the event and the person.
  var reminders: SnapshotTable {
    SnapshotTable { db, key, limit in
      let now = clock.now
      let first = (event: try key?.raw(0) ?? .min, person: key.map { $0.count > 1 ? $0[1] : "" } ?? "")
      var rows: [SnapshotRow] = []
      let events = try db.remindingEvents(from: first.event, limit: EventsService.maxEventsPerRead)
      for event in events {
        let people = Dictionary(grouping: try db.alerts(of: event, at: now)) { $0.person.description }
        for (person, alerts) in people.sorted(by: { $0.key < $1.key })
        where event.id.raw != first.event || person > first.person {
          rows.append(
            SnapshotRow(
              key: [event.id.description, person],
              try alerts.map { try OutboxEvent.snapshot(of: $0, to: .programs) }))
          if rows.count == limit { return SnapshotRows(rows, next: rows.last?.key) }
        }
      }
      guard let end = events.last, events.count == EventsService.maxEventsPerRead else {
        return SnapshotRows(rows, next: nil)
      }
      return SnapshotRows(rows, next: [end.id.description, RawUUID.max.description])
    }
  }
}

extension Database {
  /// Events with reminders from this one on, in the order of their ids.
  fileprivate func remindingEvents(from first: RawUUID, limit: Int) throws -> [EventRow] {
    try all(
      """
      SELECT \(EventRow.columns) FROM event
      WHERE id >= ? AND deleted_at IS NULL AND leads <> '' ORDER BY id LIMIT ?
      """,
      first, limit
    ) { try EventRow($0) }
  }
}
