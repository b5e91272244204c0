import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import events

@Suite("Events are found by an index, as they were stored")
struct EventStoreTests {
  private func withStore(_ body: (ProgramStore) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(
        PostgresServer.place(insteadOf: "\(folder)/events.sqlite"), stream: "events",
        migrations: EventsStore.migrations)
      try await body(store)
      await store.close()
    }
  }

  private let list = EventList(
    person: EventSample.owner, circles: [.room(RoomID(RawUUID(high: 9, low: 9)))], only: nil,
    now: EventSample.now)

  @Test("a row comes back as it went in")
  func roundTrip() async throws {
    try await withStore { store in
      var event = try EventSample.row(
        EventSample.time("2026-10-16"), rule: "FREQ=YEARLY", leads: [0, 1440])
      event.notes = "Bring the card."
      event.place = "Forbes Hall"
      event.picture = EventPicture(object: .sample, credit: .sample, crop: .sample)
      event.room = RoomID(RawUUID(high: 9, low: 9))
      let stored = event
      try await store.write { try $0.insert(stored) }
      #expect(try await store.read { try $0.storedEvent(stored.id) } == stored)
      var changed = stored
      changed.picture = nil
      changed.leads = nil
      changed.room = nil
      let written = changed
      try await store.write { try $0.update(written) }
      #expect(try await store.read { try $0.storedEvent(stored.id) } == written)
    }
  }

  @Test("another's event, a deleted one and an unknown one answer alike; roommates see what is shared")
  func visibility() async throws {
    try await withStore { store in
      let (mate, stranger) = (PersonID.random(), PersonID.random())
      let room = RoomID.random()
      var event = try EventSample.row(EventSample.time("2026-10-16T19:00"))
      event.room = room
      var deleted = try EventSample.row(EventSample.time("2026-10-16T19:00"))
      deleted.deleted = EventSample.now
      let (shared, gone) = (event, deleted)
      try await store.write { db in
        try db.insert(shared)
        try db.insert(gone)
        for person in [EventSample.owner, mate] {
          try db.run("INSERT INTO membership(person, room) VALUES (?, ?)", person.raw, room.raw)
        }
      }
      try await store.read { db in
        #expect(try db.visibleEvent(shared.id, for: mate) == shared)
        #expect(EventSample.code { _ = try db.visibleEvent(shared.id, for: stranger) } == "not_found")
        #expect(EventSample.code { _ = try db.ownEvent(shared.id, of: mate) } == "not_found")
        #expect(EventSample.code { _ = try db.ownEvent(gone.id, of: EventSample.owner) } == "not_found")
        guard case .people(let people) = try db.audience(of: shared) else { return }
        #expect(Set(people) == [EventSample.owner, mate] && people.count == 2)
      }
    }
  }

  @Test("a list is right although nobody has moved what repeats")
  func late() async throws {
    try await withStore { store in
      let daily = try EventSample.row(
        EventSample.time("2026-10-15T09:00"), title: "Daily", rule: "FREQ=DAILY")
      let soon = try EventSample.row(EventSample.time("2026-10-20T08:00"), title: "Soon")
      let ended = try EventSample.row(
        EventSample.time("2026-10-15T10:00"), title: "Ended", rule: "FREQ=DAILY;COUNT=2")
      try await store.write { db in for event in [daily, soon, ended] { try db.insert(event) } }
      // 11:00 UTC is 07:00 there.
      let days = EventList(
        person: EventSample.owner, circles: [], only: nil, now: EventSample.instant("2026-10-20T11:00:00Z"))
      try await store.read { db in
        let first = TimeKey.first
        let upcoming = try db.upcomingEvents(days, after: first, limit: 10)
        #expect(upcoming.map(\.event.title) == ["Soon", "Daily"])
        let page = try db.upcomingEvents(days, after: upcoming[0].key, limit: 10)
        #expect(page.map(\.event.title) == ["Daily"])
        #expect(try db.upcomingEvents(days, after: page[0].key, limit: 10).isEmpty)
        let newest = TimeKey.last
        #expect(try db.pastEvents(days, after: newest, limit: 10).map(\.event.title) == ["Ended"])
      }
    }
  }

  @Test("a page holds no more notes than there is room for, and one event at least")
  func pages() throws {
    var event = try EventSample.row(EventSample.time("2026-10-16T19:00"))
    event.notes = String(repeating: "x", count: EventRow.maxNotes / 4)
    #expect(EventRow.fitting(Array(repeating: event, count: 9), limit: 3) == 3)
    #expect(EventRow.fitting(Array(repeating: event, count: 9), limit: 8) == 4)
    event.notes = String(repeating: "x", count: EventRow.maxNotes + 1)
    #expect(EventRow.fitting([event, event], limit: 2) == 1)
  }

  @Test("the 5,001st event is refused")
  func full() async throws {
    try await withStore { store in
      let when = EventSample.time("2026-10-16T19:00")
      let rows = try (0..<Database.maxEvents).map { _ in try EventSample.row(when) }
      try await store.write { db in
        for row in rows {
          let marks = row.values.map { _ in "?" }.joined(separator: ", ")
          try db.run("INSERT INTO event(\(EventRow.columns)) VALUES (\(marks))", values: row.values)
        }
      }
      let another = try EventSample.row(when)
      await #expect(throws: Fault(.tooManyEvents)) { try await store.write { try $0.insert(another) } }
    }
  }

  @Test(
    "no list and no step of the upkeep reads the whole table",
    .enabled(if: !PostgresServer.isAsked, "plans of SQLite"))
  func plans() async throws {
    try await withStore { store in
      let queries = [
        "SELECT id FROM event WHERE owner = ?1 AND deleted_at IS NULL AND (next_at, id) > (?2, ?3) "
          + "ORDER BY next_at, id LIMIT 5",
        "SELECT id FROM event WHERE owner = ?1 AND deleted_at IS NULL AND (last_at, id) < (?2, ?3) "
          + "ORDER BY last_at DESC, id DESC LIMIT 5",
        "SELECT id FROM event WHERE room = ?1 AND owner <> ?2 AND deleted_at IS NULL "
          + "AND (next_at, id) > (?2, ?3) ORDER BY next_at, id LIMIT 5",
        "SELECT id FROM event WHERE owner = ?1 AND deleted_at IS NULL AND moves_at IS NOT NULL "
          + "AND moves_at <= ?2 AND next_at <= ?2 AND last_at > ?3",
        "SELECT id FROM event WHERE deleted_at IS NULL AND moves_at IS NOT NULL AND moves_at <= ?1 "
          + "AND ?2 <> ?3 ORDER BY moves_at LIMIT 5",
        "SELECT id FROM event WHERE deleted_at IS NOT NULL AND deleted_at < ?1 AND ?2 <> ?3 "
          + "ORDER BY deleted_at LIMIT 5",
        "SELECT id, sequence FROM event WHERE owner = ?1 AND deleted_at IS NULL AND last_at > ?2 "
          + "AND (next_at < ?3 OR recurrence IS NOT NULL) ORDER BY last_at LIMIT 5",
        "SELECT id, sequence FROM event WHERE room = ?1 AND owner <> ?1 AND deleted_at IS NULL "
          + "AND last_at > ?2 AND (next_at < ?3 OR recurrence IS NOT NULL) ORDER BY last_at LIMIT 5",
        "SELECT person FROM person_zone WHERE is_moving = 1 AND ?1 <> ?2 AND ?2 <> ?3 LIMIT 1",
      ]
      for query in queries {
        let plan = try await store.read { db in
          try db.all("EXPLAIN QUERY PLAN \(query)", RawUUID.random(), 5, 7) { try $0.text("detail") }
        }
        #expect(plan.contains { $0.contains("INDEX event_") || $0.contains("person_zone_moving") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        // The state of a feed is read of its index alone, however long the notes are.
        #expect(!query.contains("sequence") || plan.contains { $0.contains("COVERING") }, "\(plan)")
      }
    }
  }
}
