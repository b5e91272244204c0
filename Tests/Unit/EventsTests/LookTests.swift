import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import events

@Suite("An event has one look for everybody, chosen when it is added")
struct LookTests {
  private struct Look: Equatable {
    let drawing: Events.EventDrawing?
    let color: Events.EventColor?

    init(_ event: Events.CalendarEvent) { (drawing, color) = (event.drawing, event.color) }
    init(_ event: Events.SharedEvent) { (drawing, color) = (event.drawing, event.color) }
    init(_ drawing: Events.EventDrawing, _ color: Events.EventColor) {
      (self.drawing, self.color) = (drawing, color)
    }
  }

  private func title(_ text: String) -> Patch<EventTitle> { .set(EventTitle(checked: text)) }

  @Test("the title suggests it, and a later title leaves it, for roommates and on the public page")
  func once() async throws {
    try await Circle.with { circle in
      let event = try await circle.add("Omas Geburtstag", visibility: .room)
      let look = Look(.cake, .standard(of: event.id))
      #expect(Look(event) == look)
      let edit = Events.EditEvent(id: event.id, version: 1, title: title("Flight to Oma"))
      #expect(Look(try await circle.ask(edit, as: circle.ada).event) == look)
      #expect(Look(try await circle.get(event.id, as: circle.ben)) == look)
      let token = try await circle.ask(Events.MakeLink(id: event.id), as: circle.ada).token
      let open = Events.GetSharedEvent(token: LinkToken(checked: token))
      #expect(Look(try await circle.ask(open, as: nil)) == look)
      let export = try await circle.ask(Events.ExportPerson(), as: circle.ada)
      #expect(export.events.map { Look($0.event) } == [look])
    }
  }

  @Test("a person chooses it, and null leaves it to the site again")
  func chosen() async throws {
    try await Circle.with { circle in
      var alerts = KeptAlerts(circle.program)
      let add = Events.AddEvent(
        title: EventTitle(checked: "Dinner"), when: Circle.time(days: 10), drawing: .star, color: .gray)
      let event = try await circle.ask(add, as: circle.ada).event
      #expect(Look(event) == Look(.star, .gray))
      #expect(try drawings(alerts.of(event.id.raw)) == ["star"])
      let paint = Events.EditEvent(id: event.id, version: 1, drawing: .set(.coffee), color: .set(.red))
      let painted = try await circle.ask(paint, as: circle.ada).event
      #expect(Look(painted) == Look(.coffee, .red) && painted.version == 2)
      #expect(try drawings(alerts.of(event.id.raw)) == ["coffee"])
      let anew = Events.EditEvent(
        id: event.id, version: 2, title: title("Zahnarzt"), drawing: .clear, color: .clear)
      #expect(
        Look(try await circle.ask(anew, as: circle.ada).event) == Look(.doctor, .standard(of: event.id)))
    }
  }

  private func drawings(_ alerts: [Alerts.AlertPlanned]) -> [String] {
    alerts.compactMap { alert in alert.text.values.first { $0.name == "drawing" }?.text }
  }

  @Test("an event of a file gets one by its first title, which a new copy of the file leaves")
  func imported() async throws {
    try await Circle.with { circle in
      func bring(_ title: String, _ sequence: Int) async throws -> Look? {
        let lines = [
          "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", "BEGIN:VEVENT", "UID:exam-1",
          "SEQUENCE:\(sequence)", "DTSTAMP:20310101T000000Z", "DTSTART:20310616T190000Z",
          "SUMMARY:\(title)", "END:VEVENT", "END:VCALENDAR", "",
        ]
        let file = CalendarFile(checked: lines.joined(separator: "\r\n"))
        _ = try await circle.ask(Events.ImportCalendar(calendar: file), as: circle.ada)
        let found = try await circle.ask(Events.ListEvents(), as: circle.ada).items
        #expect(found.map(\.title) == [title])
        return found.first.map { Look($0) }
      }
      let first = try await bring("Statistikklausur", 1)
      #expect(first?.drawing == .exam)
      #expect(try await bring("Party danach", 2) == first)
    }
  }

  @Test("an event from before there were looks has the one that the upkeep stores")
  func upgraded() async throws {
    try await Circle.with { circle in
      let event = try await circle.add("Konzert im Park")
      let deleted = try await circle.add("Umzug")
      try await circle.delete(deleted.id)
      try await circle.program.context.store.write { db in
        try db.run("UPDATE event SET drawing = NULL, color = NULL")
      }
      #expect(try await circle.get(event.id) == event)
      try await circle.work()
      let stored = try await circle.program.context.store.read { db in
        try db.all(
          "SELECT drawing, color FROM event ORDER BY title",
          map: {
            [try $0.text("drawing"), try $0.text("color")]
          })
      }
      #expect(
        stored == [
          ["music", Events.EventColor.standard(of: event.id).rawValue],
          ["boxes", Events.EventColor.standard(of: deleted.id).rawValue],
        ])
      #expect(try await circle.get(event.id) == event)
      #expect(try await !circle.program.context.store.read { try $0.hasUnlooked() })
    }
  }

  @Test("a look of a newer release counts as none")
  func newer() async throws {
    try await Circle.with { circle in
      let event = try await circle.add("Halloween")
      try await circle.program.context.store.write { db in
        try db.run("UPDATE event SET drawing = 'dragon', color = 'plaid'")
      }
      #expect(try await circle.get(event.id) == event)
    }
  }
}
