import Calendar
import Schema
import ServiceKit
import Store

/// Time zones from people's profiles. All-day events are dates in their owner's zone and move with it, a few
/// in each transaction.
extension EventsService {
  func profileChanged(_ told: Auth.ProfileChanged, _ db: borrowing Database, _ call: Call) throws {
    guard let zone = told.zone else {
      try db.forgetZone(of: told.person)
      return
    }
    do { _ = try Zone.named(zone) } catch {
      // Auth has a zone that this program lacks, so the events stay in the old one.
      call.log(.error, "zone \(zone): \(error)")
      try db.run("UPDATE person_zone SET is_stale = 0 WHERE person = ?", told.person.raw)
      return
    }
    try db.run(
      """
      INSERT INTO person_zone(person, zone) VALUES (?, ?)
      ON CONFLICT(person) DO UPDATE SET zone = excluded.zone, is_stale = 0,
        is_moving = CASE WHEN person_zone.is_moving = 1 OR person_zone.zone <> excluded.zone THEN 1 ELSE 0 END
      """,
      told.person.raw, zone.text)
  }
}

extension Database {
  /// Moves some all-day events of a person whose time zone has changed.
  /// - Returns: false if there was nothing to do.
  func moveAllDays(limit: Int, _ call: Call) throws -> Bool {
    let moving = try one("SELECT person, zone FROM person_zone WHERE is_moving = 1 LIMIT 1") {
      (person: PersonID(try $0.id("person")), zone: ZoneName(checked: try $0.text("zone")))
    }
    guard let moving else { return false }
    let events = try all(
      """
      SELECT \(EventRow.columns) FROM event WHERE owner = ? AND time IS NULL AND zone <> ?
      ORDER BY id LIMIT ?
      """,
      moving.person.raw, moving.zone.text, limit
    ) { try EventRow($0) }
    for event in events { try move(event, to: moving.zone, call) }
    if events.count < limit {
      try run("UPDATE person_zone SET is_moving = 0 WHERE person = ?", moving.person.raw)
    }
    try publish(Events.ListsChanged(person: moving.person), to: .people([moving.person]), call)
    return true
  }

  private func move(_ event: EventRow, to zone: ZoneName, _ call: Call) throws {
    let planned = try alerts(of: event, at: call.now)
    var moved = event
    moved.when = EventTime(date: event.when.date, time: nil, zone: zone)
    try moved.schedule(call.now)
    moved.version += 1
    moved.revise(call.now)
    try update(moved)
    try replan(moved, instead: planned, call)
    guard moved.deleted == nil, moved.circle != nil else { return }
    try publish(Events.EventChanged(id: moved.id), to: try audience(of: moved), call)
  }
}
