import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import events

@Suite("A search finds the events that a person sees, and their to-dos")
struct SearchTests {
  private func found(_ circle: Circle, _ words: String, as person: TestPerson) async throws -> [String] {
    try await circle.ask(Events.SearchEvents(q: SearchWords(checked: words)), as: person).items
      .map { $0.toDo.map { "- \($0.text)" } ?? $0.title }
  }

  private func toDo(_ circle: Circle, _ text: String, of event: EventID) async throws -> Events.ToDo {
    try await circle.ask(Events.AddToDo(id: event, text: ToDoText(checked: text)), as: circle.ada)
  }

  private func edit(_ circle: Circle, _ event: Events.CalendarEvent, _ to: Events.Visibility) async throws {
    _ = try await circle.ask(
      Events.EditEvent(id: event.id, version: event.version, visibility: .set(to)), as: circle.ada)
  }

  @Test("one's own, and those of the room as long as they are shared with it")
  func circles() async throws {
    try await Circle.with { circle in
      let event = try await circle.add("Café evening", visibility: .room)
      _ = try await toDo(circle, "Order the Torte", of: event.id)
      for person in [circle.ada, circle.ben] {
        #expect(try await found(circle, "cafe", as: person) == ["Café evening"])
        #expect(try await found(circle, "ordr", as: person) == ["- Order the Torte"])
      }
      #expect(try await found(circle, "cafe", as: circle.eve) == [])
      try await edit(circle, event, .private)
      #expect(try await found(circle, "cafe", as: circle.ben) == [])
      #expect(try await found(circle, "order", as: circle.ben) == [])
      #expect(try await found(circle, "order", as: circle.ada) == ["- Order the Torte"])
      try await edit(circle, try await circle.get(event.id), .room)
      #expect(try await found(circle, "order", as: circle.ben) == ["- Order the Torte"])
      try await circle.program.receive(
        Roomhub.MemberLeft(room: circle.room, person: circle.ada.id), from: .roomhub)
      #expect(try await found(circle, "order", as: circle.ben) == [])
      #expect(try await found(circle, "cafe", as: circle.ada) == ["Café evening"])
    }
  }

  @Test("edits, deletions and restorals are followed, and nothing deleted is left in the index")
  func follows() async throws {
    try await Circle.with { circle in
      let event = try await circle.add("Concert")
      let toDo = try await toDo(circle, "Buy tickets", of: event.id)
      _ = try await circle.ask(
        Events.EditToDo(
          id: event.id, toDo: toDo.id, version: 1, text: .set(ToDoText(checked: "Print programs"))),
        as: circle.ada)
      #expect(try await found(circle, "tickets", as: circle.ada) == [])
      #expect(try await found(circle, "print", as: circle.ada) == ["- Print programs"])
      _ = try await circle.ask(Events.DeleteToDo(id: event.id, toDo: toDo.id), as: circle.ada)
      #expect(try await found(circle, "print", as: circle.ada) == [])
      _ = try await circle.ask(Events.RestoreToDo(id: event.id, toDo: toDo.id), as: circle.ada)
      #expect(try await found(circle, "print", as: circle.ada) == ["- Print programs"])
      try await circle.delete(event.id)
      #expect(try await found(circle, "concert", as: circle.ada) == [])
      let left = try await circle.program.context.store.read { db in
        try db.one("SELECT (SELECT count(*) FROM event_word) + (SELECT count(*) FROM to_do_word) AS count") {
          try $0.int("count")
        }
      }
      #expect(left == 0)
      _ = try await circle.ask(Events.RestoreEvent(id: event.id), as: circle.ada)
      #expect(try await found(circle, "concert", as: circle.ada) == ["Concert"])
      #expect(try await found(circle, "print", as: circle.ada) == ["- Print programs"])
    }
  }

  @Test("events of before the index are found once upkeep has been there")
  func due() async throws {
    try await Circle.with { circle in
      let event = try await circle.add("Concert")
      _ = try await toDo(circle, "Buy tickets", of: event.id)
      try await circle.program.context.store.write { db in
        try db.run("DELETE FROM event_word")
        try db.run("DELETE FROM to_do_word")
        try db.run("INSERT INTO event_word_due(id) VALUES (?)", event.id.raw)
      }
      #expect(try await found(circle, "tickets", as: circle.ada) == [])
      try await EventUpkeep(context: circle.program.context).step()
      #expect(try await found(circle, "tickets", as: circle.ada) == ["- Buy tickets"])
      #expect(try await found(circle, "concert", as: circle.ada) == ["Concert"])
    }
  }
}
