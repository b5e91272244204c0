import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import events

@Suite("An event is shared with a room or by a link, and with nobody else")
struct SharingTests {
  private func answer(
    _ circle: Circle, _ person: TestPerson, _ event: EventID, _ answer: Events.Answer
  ) async throws -> Events.CalendarEvent {
    try await circle.ask(Events.SetAnswer(id: event, answer: answer), as: person)
  }

  private func reminded(
    _ alerts: inout KeptAlerts<EventsService>, _ event: EventID
  ) throws -> Set<PersonID> {
    Set(try alerts.of(event.raw).map(\.person))
  }

  @Test("roommates alone see it, and answer it")
  func room() async throws {
    try await Circle.with { circle in
      var alerts = KeptAlerts(circle.program)
      let (ada, ben, eve) = (circle.ada, circle.ben, circle.eve)
      let party = try await circle.add("Party", visibility: .room)
      let seen = try await circle.get(party.id, as: ben)
      #expect(!seen.isMine && seen.owner == ada.id && seen.visibility == .room)
      #expect(try await circle.titles(as: ben) == ["Party"])
      #expect(try await circle.titles(as: eve).isEmpty)
      #expect(await circle.refusal(Events.GetEvent(id: party.id), as: eve) == "not_found")
      let edit = Events.EditEvent(id: party.id, version: 1, title: .set(EventTitle(checked: "Mine")))
      #expect(await circle.refusal(edit, as: ben) == "not_found")
      #expect(try await answer(circle, ben, party.id, .maybe).answer == .maybe)
      #expect(try reminded(&alerts, party.id) == [ada.id, ben.id])
      let answers = try await answer(circle, ada, party.id, .yes).answers
      #expect(answers == Events.AnswerCounts(yes: 1, maybe: 1, no: 0))
      let limit = PageLimit(checked: 1)
      let first = try await circle.ask(Events.ListAnswers(id: party.id, limit: limit), as: ben)
      let rest = try await circle.ask(
        Events.ListAnswers(id: party.id, cursor: first.next, limit: limit), as: ben)
      let given = Dictionary(
        (first.items + rest.items).map { ($0.person, $0.answer) }, uniquingKeysWith: { first, _ in first })
      #expect(given == [ada.id: .yes, ben.id: .maybe] && rest.next == nil && first.items.count == 1)
      let told = try circle.program.published(Events.AnswerChanged.self).count
      _ = try await answer(circle, ben, party.id, .maybe)
      #expect(try circle.program.published(Events.AnswerChanged.self).count == told, "it was given already")
      _ = try await answer(circle, ben, party.id, .no)
      #expect(try reminded(&alerts, party.id) == [ada.id])
      _ = try await circle.ask(Events.WithdrawAnswer(id: party.id), as: ben)
      #expect(try await circle.get(party.id, as: ben).answer == nil)
    }
  }

  @Test("one that is private again is gone for the others")
  func privateAgain() async throws {
    try await Circle.with { circle in
      var alerts = KeptAlerts(circle.program)
      let party = try await circle.add("Party", visibility: .room)
      _ = try await answer(circle, circle.ben, party.id, .yes)
      _ = try await circle.ask(
        Events.EditEvent(id: party.id, version: 1, visibility: .set(.private)), as: circle.ada)
      #expect(try circle.program.published(Events.EventDeleted.self).map(\.id) == [party.id])
      #expect(await circle.refusal(Events.GetEvent(id: party.id), as: circle.ben) == "not_found")
      #expect(try reminded(&alerts, party.id) == [circle.ada.id])
    }
  }

  @Test("whoever leaves the room no longer sees what is shared, nor shares it", arguments: [true, false])
  func leaves(_ isOwner: Bool) async throws {
    try await Circle.with { circle in
      var alerts = KeptAlerts(circle.program)
      let (ada, ben) = (circle.ada, circle.ben)
      let party = try await circle.add("Party", visibility: .room)
      _ = try await answer(circle, ben, party.id, .yes)
      #expect(try alerts.of(party.id.raw).count == 2)
      let leaver = isOwner ? ada : ben
      try await circle.program.receive(
        Roomhub.MemberLeft(room: circle.room, person: leaver.id), from: .roomhub)
      #expect(await circle.refusal(Events.GetEvent(id: party.id), as: ben) == "not_found")
      #expect(try await circle.titles(as: ben).isEmpty)
      #expect(try reminded(&alerts, party.id) == [ada.id])
      let mine = try await circle.get(party.id)
      #expect(mine.answers == Events.AnswerCounts(yes: 0, maybe: 0, no: 0))
      #expect(mine.visibility == (isOwner ? .private : .room))
      // An edit that began before it was private again has to look at it first.
      let edit = Events.EditEvent(id: party.id, version: 1, title: .set(EventTitle(checked: "Party of mine")))
      #expect(await circle.refusal(edit, as: ada) == (isOwner ? "changed_elsewhere" : nil))
    }
  }

  @Test("a link shows the event and nothing of its people, until it is ended or replaced")
  func link() async throws {
    try await Circle.with { circle in
      let (ada, ben) = (circle.ada, circle.ben)
      let party = try await circle.add("Open house", visibility: .room)
      _ = try await answer(circle, ben, party.id, .yes)
      func open(_ token: String) -> Events.GetSharedEvent {
        Events.GetSharedEvent(token: LinkToken(checked: token))
      }
      let made = try await circle.ask(Events.MakeLink(id: party.id), as: ada)
      #expect(made.path == "/shared/\(made.token)")
      let shown = try await circle.ask(open(made.token), as: circle.eve)
      #expect(shown.title == "Open house" && shown.next == party.next && !shown.isPast)
      #expect(try await circle.get(party.id).hasLink)
      func head(_ token: String) async -> Result<Events.SharedEventHead, any Error> {
        let request = Events.GetSharedEventHead(token: LinkToken(checked: token))
        return await outcome { try await circle.program.ask(request, from: .gateway) }
      }
      #expect(try await head(made.token).get().html.hasPrefix("<title>Open house · Quad</title>\n"))
      #expect(try await !circle.get(party.id, as: ben).hasLink)
      try await circle.delete(party.id)
      #expect(await circle.refusal(open(made.token), as: circle.eve) == "link_unknown")
      _ = try await circle.ask(Events.RestoreEvent(id: party.id), as: ada)
      #expect(try await circle.ask(open(made.token), as: circle.eve) == shown)
      let second = try await circle.ask(Events.MakeLink(id: party.id), as: ada).token
      #expect(await circle.refusal(open(made.token), as: circle.eve) == "link_unknown")
      #expect(try await circle.ask(open(second), as: circle.eve) == shown)
      _ = try await circle.ask(Events.EndLink(id: party.id), as: ada)
      #expect(await circle.refusal(open(second), as: circle.eve) == "link_unknown")
      #expect(await head(second).refusal == "link_unknown")
      let bad = await circle.refusal(Events.GetSharedEvent.self, #"{"token": "nonsense"}"#, as: circle.eve)
      #expect(bad == "link_unknown token")
    }
  }

  @Test("a person is given all of their events and answers, and forgotten")
  func person() async throws {
    try await Circle.with { circle in
      var alerts = KeptAlerts(circle.program)
      let (ada, ben) = (circle.ada, circle.ben)
      let party = try await circle.add("Party", visibility: .room)
      _ = try await answer(circle, ben, party.id, .yes)
      for number in 0..<102 { _ = try await circle.add("event \(number)") }
      let page = try await circle.ask(Events.ExportPerson(cursor: nil), as: ada)
      let rest = try await circle.ask(Events.ExportPerson(cursor: page.next), as: ada)
      let titles = (page.events + rest.events).map(\.event.title)
      #expect(titles.count == 103 && Set(titles).count == 103 && titles.contains("Party"))
      #expect(rest.next == nil && page.events.count == 100)
      let given = try await circle.ask(Events.ExportPerson(cursor: nil), as: ben)
      #expect(given.answers.map(\.event) == [party.id] && given.events.isEmpty)
      _ = try await circle.program.ask(Events.ErasePerson(person: ada.id), from: .auth)
      #expect(await circle.refusal(Events.GetEvent(id: party.id), as: ben) == "not_found")
      try alerts.read()
      #expect(alerts.planned.isEmpty)
      #expect(try await alerts.snapshot().isEmpty)
      for table in ["event", "answer"] { #expect(try await circle.count(table) == 0) }
      let left = try await circle.program.context.store.read { db in
        try ["membership", "person_zone"].filter { table in
          try db.one("SELECT 1 FROM \(table) WHERE person = ?", ada.id.raw, map: { _ in true }) ?? false
        }
      }
      #expect(left.isEmpty)
    }
  }
}
