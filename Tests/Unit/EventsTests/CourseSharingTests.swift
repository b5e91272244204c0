import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import events

@Suite("An event is shared with one circle, a room or a course")
struct CourseSharingTests {
  private let course = CourseID(RawUUID(high: 7, low: 7))
  private let room = RoomID(RawUUID(high: 9, low: 9))
  private let mate = PersonID.random()
  private let stranger = PersonID.random()

  private func withStore(_ body: (ProgramStore) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(
        PostgresServer.place(insteadOf: "\(folder)/events.sqlite"), stream: "events",
        migrations: EventsStore.migrations)
      try await body(store)
      await store.close()
    }
  }

  /// The owner and a mate are on the roster; the stranger is not.
  private func withRoster(
    _ body: (ProgramStore, EventRow) async throws -> Void
  ) async throws {
    try await withStore { store in
      var event = try EventSample.row(EventSample.time("2026-10-16T19:00"))
      event.circle = .course(course)
      let (shared, people, id) = (event, [EventSample.owner, mate], course)
      try await store.write { db in
        try db.insert(shared)
        for person in people {
          try db.run("INSERT INTO roster(person, course) VALUES (?, ?)", person.raw, id.raw)
        }
      }
      try await body(store, shared)
    }
  }

  @Test("whoever is on the roster sees it, in the list too, and nobody else")
  func visible() async throws {
    try await withRoster { store, event in
      try await store.read { db in
        #expect(try db.visibleEvent(event.id, for: mate) == event)
        #expect(EventSample.code { _ = try db.visibleEvent(event.id, for: stranger) } == "not_found")
        #expect(EventSample.code { _ = try db.ownEvent(event.id, of: mate) } == "not_found")
        guard case .people(let people) = try db.audience(of: event) else { return }
        #expect(Set(people) == [EventSample.owner, mate] && people.count == 2)
        for (person, found) in [(mate, [event.id]), (stranger, []), (EventSample.owner, [event.id])] {
          for only in [nil, event.circle] {
            let list = EventList(
              person: person, circles: try db.circles(of: person), only: only, now: EventSample.now)
            let rows = try db.upcomingEvents(list, after: .first, limit: 9)
            #expect(rows.map(\.event.id) == found)
          }
          let elsewhere = EventList(
            person: person, circles: try db.circles(of: person), only: .course(CourseID.random()),
            now: EventSample.now)
          #expect(try db.upcomingEvents(elsewhere, after: .first, limit: 9).isEmpty)
        }
      }
    }
  }

  @Test("the owner belongs to the circle that an event is shared with, and a course is named")
  func circles() async throws {
    try await withRoster { store, event in
      let (owner, course, mate) = (EventSample.owner, course, mate)
      try await store.read { db in
        let (shared, unshared) = (
          try db.circle(.course, course, of: owner), try db.circle(.private, course, of: owner)
        )
        #expect(shared == .course(course) && unshared == nil)
        #expect(EventSample.code { _ = try db.circle(.course, nil, of: owner) } == "field_missing")
        #expect(EventSample.code { _ = try db.circle(.course, CourseID.random(), of: owner) } == "no_course")
        #expect(EventSample.code { _ = try db.circle(.course, course, of: self.stranger) } == "no_course")
        #expect(EventSample.code { _ = try db.circle(.room, nil, of: mate) } == "no_room")
      }
    }
  }

  private func edit(
    _ event: EventRow, _ visibility: Patch<Events.Visibility>, _ course: Patch<CourseID>
  ) -> Events.EditEvent {
    Events.EditEvent(id: event.id, version: 1, visibility: visibility, course: course)
  }

  @Test("an edit that does not name it keeps the circle; another visibility ends it")
  func edits() async throws {
    try await withRoster { store, event in
      let keeping = [edit(event, .keep, .keep), edit(event, .set(.course), .keep)]
      let ending = [edit(event, .set(.private), .keep), edit(event, .clear, .keep)]
      let elsewhere = edit(event, .keep, .set(CourseID.random()))
      let nowhere = edit(event, .keep, .clear)
      let circle = event.circle
      try await store.read { db in
        for one in keeping {
          let after = try db.circle(after: one, of: event)
          #expect(after == circle)
        }
        for one in ending {
          let after = try db.circle(after: one, of: event)
          #expect(after == nil)
        }
        #expect(EventSample.code { _ = try db.circle(after: elsewhere, of: event) } == "no_course")
        #expect(EventSample.code { _ = try db.circle(after: nowhere, of: event) } == "field_missing")
      }
    }
  }

  @Test("a row comes back with its circle, and the file refuses two of them")
  func stored() async throws {
    try await withRoster { store, event in
      let (id, room) = (event.id, room)
      let found = try await store.read { try $0.storedEvent(id) }
      #expect(found?.circle == .course(course))
      #expect(event.visibility == .course && event.room == nil)
      await #expect(throws: (any Error).self) {
        try await store.write { try $0.run("UPDATE event SET room = ? WHERE id = ?", room.raw, id.raw) }
      }
      var moved = event
      moved.circle = .room(room)
      let written = moved
      try await store.write { try $0.update(written) }
      #expect(try await store.read { try $0.storedEvent(id) } == written)
      #expect(written.visibility == .room && written.course == nil)
    }
  }
}
