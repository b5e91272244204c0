import Schema
import Store
import TestSupport
import Testing

@testable import events

@Suite("To-do lists and budgets are for who sees their event")
struct ListRequestTests {
  /// The lists of one event as one person uses them.
  private struct Lists {
    let circle: Circle
    let event: EventID
    var person: TestPerson

    func `as`(_ person: TestPerson) -> Lists { Lists(circle: circle, event: event, person: person) }

    func ask<R: Request>(_ request: R) async throws -> R.Reply {
      try await circle.ask(request, as: person)
    }

    func toDos() async throws -> [Events.ToDo] { try await ask(Events.ListToDos(id: event)).items }

    func add(
      _ text: String = "Order the cake", due: CivilDate? = nil, assignee: TestPerson? = nil,
      after: ToDoID? = nil
    ) async throws -> Events.ToDo {
      try await ask(
        Events.AddToDo(
          id: event, text: ToDoText(checked: text), due: due, assignee: assignee?.id, after: after))
    }

    func edit(
      _ toDo: Events.ToDo, text: String? = nil, isDone: Bool? = nil, due: Patch<CivilDate> = .keep,
      assignee: Patch<PersonID> = .keep
    ) -> Events.EditToDo {
      Events.EditToDo(
        id: event, toDo: toDo.id, version: toDo.version,
        text: text.map { .set(ToDoText(checked: $0)) } ?? .keep, isDone: isDone, due: due, assignee: assignee)
    }

    func line(_ text: String = "Paper cups", planned: Int64? = nil) async throws -> Events.BudgetLine {
      try await ask(
        Events.AddBudgetLine(
          id: event, text: BudgetText(checked: text), planned: planned.map { .minorUnits($0) }))
    }

    func budget() async throws -> Events.Budget { try await ask(Events.GetBudget(id: event)) }

    func refusal<R: Request>(_ request: R) async -> String? { await circle.refusal(request, as: person) }
  }

  private func withLists(
    _ visibility: Events.Visibility = .private, _ body: (Lists) async throws -> Void
  ) async throws {
    try await Circle.with { circle in
      let event = try await circle.add(visibility: visibility)
      try await body(Lists(circle: circle, event: event.id, person: circle.ada))
    }
  }

  @Test("a to-do is added, edited, ticked and opened again")
  func ticks() async throws {
    try await withLists { mine in
      let ada = mine.person
      let due = CivilDate("2036-10-01")
      let cake = try await mine.add(due: due, assignee: ada)
      #expect(
        cake
          == Events.ToDo(
            id: cake.id, text: "Order the cake", isDone: false, doneBy: nil, done: nil, due: due,
            assignee: ada.id, version: 1))
      let done = try await mine.ask(mine.edit(cake, isDone: true))
      #expect(done.isDone && done.doneBy == ada.id && done.done == Program.start && done.version == 2)
      #expect(try await mine.circle.get(mine.event).toDos == Events.ToDoCounts(done: 1, all: 1))
      let again = try await mine.ask(mine.edit(done, isDone: false, due: .clear, assignee: .clear))
      #expect(
        again
          == Events.ToDo(
            id: cake.id, text: "Order the cake", isDone: false, doneBy: nil, done: nil, due: nil,
            assignee: nil, version: 3))
      #expect(try await mine.circle.get(mine.event).toDos == Events.ToDoCounts(done: 0, all: 1))
    }
  }

  @Test("bad to-dos are refused by name, added or edited")
  func badToDos() async throws {
    try await withLists { mine in
      let (circle, ada) = (mine.circle, mine.person)
      let cake = try await mine.add()
      for (members, expected) in [
        (#""text": " ""#, "title_blank text"), (#""text": "\u200b""#, "title_blank text"),
        (#""text": "\#(String(repeating: "x", count: 201))""#, "too_long text"),
        (#""text": "a\u0007""#, "text_bad text"), (#""text": 7"#, "wrong_type text"),
        (#""text": "a", "due": "2026-02-30""#, "date_bad due"),
        (#""text": "a", "due": "0002-12-24""#, "date_bad due"),
        (#""text": "a", "due": "1899-12-31""#, "date_bad due"),
        (#""text": "a", "due": "10000-01-01""#, "date_bad due"),
        (#""text": "a", "due": "2026-10-15T10:00:00Z""#, "date_bad due"),
        (#""text": "a", "assignee": "ben""#, "id_bad assignee"),
        (#""text": "a", "assignee": "\#(PersonID.random())""#, "assignee_unknown assignee"),
        // Nobody but Ada sees her private event.
        (#""text": "a", "assignee": "\#(circle.ben.id)""#, "assignee_unknown assignee"),
      ] {
        let add = #"{"id": "\#(mine.event)", \#(members)}"#
        let edit = #"{"id": "\#(mine.event)", "toDo": "\#(cake.id)", "version": 1, \#(members)}"#
        #expect(await circle.refusal(Events.AddToDo.self, add, as: ada) == expected)
        #expect(await circle.refusal(Events.EditToDo.self, edit, as: ada) == expected)
      }
      for (members, expected) in [
        (#""version": 1, "text": null"#, "title_blank text"),
        (#""version": 1, "isDone": "yes""#, "wrong_type isDone"),
        (#""text": "no version""#, "field_missing version"),
      ] {
        let edit = #"{"id": "\#(mine.event)", "toDo": "\#(cake.id)", \#(members)}"#
        #expect(await circle.refusal(Events.EditToDo.self, edit, as: ada) == expected)
      }
      let after = Events.AddToDo(id: mine.event, text: ToDoText(checked: "a"), after: .random())
      #expect(await mine.refusal(after) == "after_unknown after")
      let move = Events.MoveToDo(id: mine.event, toDo: cake.id, after: .random())
      #expect(await mine.refusal(move) == "after_unknown after")
      #expect(try await mine.toDos() == [cake])
    }
  }

  @Test("who does not see the event does not see its lists, and an item is found below its own event alone")
  func strangers() async throws {
    try await withLists(.room) { hers in
      let circle = hers.circle
      let (cake, cups) = (try await hers.add(), try await hers.line(planned: 500))
      #expect(try await hers.as(circle.ben).toDos() == [cake])
      let mine = Lists(circle: circle, event: try await circle.add("Mine").id, person: circle.ada)
      for stranger in [hers.as(circle.eve), mine.as(circle.ben)] {
        let (id, text) = (stranger.event, ToDoText(checked: "x"))
        let line = BudgetText(checked: "x")
        let refusals = [
          await stranger.refusal(Events.ListToDos(id: id)),
          await stranger.refusal(Events.AddToDo(id: id, text: text)),
          await stranger.refusal(stranger.edit(cake, text: "x")),
          await stranger.refusal(Events.DeleteToDo(id: id, toDo: cake.id)),
          await stranger.refusal(Events.RestoreToDo(id: id, toDo: cake.id)),
          await stranger.refusal(Events.MoveToDo(id: id, toDo: cake.id)),
          await stranger.refusal(Events.GetBudget(id: id)),
          await stranger.refusal(Events.EditBudget(id: id, version: 1, cap: .set(.minorUnits(1)))),
          await stranger.refusal(Events.AddBudgetLine(id: id, text: line)),
          await stranger.refusal(Events.EditBudgetLine(id: id, line: cups.id, version: 1, text: .set(line))),
          await stranger.refusal(Events.DeleteBudgetLine(id: id, line: cups.id)),
          await stranger.refusal(Events.RestoreBudgetLine(id: id, line: cups.id)),
          await stranger.refusal(Events.MoveBudgetLine(id: id, line: cups.id)),
        ]
        #expect(refusals == Array(repeating: "not_found", count: 13))
      }
      #expect(await mine.refusal(mine.edit(cake, text: "x")) == "not_found")
      let line = Events.EditBudgetLine(id: mine.event, line: cups.id, version: 1, text: .clear)
      #expect(await mine.refusal(line) == "not_found")
    }
  }

  @Test("two who tick the same to-do both did; the first is named")
  func tickedTwice() async throws {
    try await withLists(.room) { hers in
      let his = hers.as(hers.circle.ben)
      let cake = try await hers.add()
      let first = try await hers.ask(hers.edit(cake, isDone: true))
      #expect(try await his.ask(his.edit(cake, isDone: true)) == first && first.doneBy == hers.person.id)
      // To untick what somebody ticked meanwhile is a change of something else.
      #expect(await his.refusal(his.edit(cake, text: "Other")) == "changed_elsewhere")
    }
  }

  @Test("only who sees the event is assigned, and an edit that changes nothing is told to nobody")
  func assigned() async throws {
    try await withLists(.room) { hers in
      let circle = hers.circle
      let cake = try await hers.add(assignee: circle.ben)
      let eve = await hers.refusal(hers.edit(cake, assignee: .set(circle.eve.id)))
      #expect(eve == "assignee_unknown assignee")
      let line = try await hers.as(circle.ben).line(planned: 100)
      func told() throws -> [Int] {
        [
          try circle.program.published(Events.ToDosChanged.self).filter { $0.event == hers.event }.count,
          try circle.program.published(Events.BudgetChanged.self).filter { $0.event == hers.event }.count,
        ]
      }
      #expect(try told() == [1, 1])
      #expect(try await hers.ask(hers.edit(cake, text: "Order the cake")) == cake)
      let same = Events.EditBudgetLine(
        id: hers.event, line: line.id, version: 1, planned: .set(.minorUnits(100)))
      #expect(try await hers.ask(same) == line)
      #expect(try await hers.ask(Events.MoveToDo(id: hers.event, toDo: cake.id)) == cake)
      #expect(try told() == [1, 1])
      _ = try await hers.ask(Events.DeleteToDo(id: hers.event, toDo: cake.id))
      #expect(try told() == [2, 1])
    }
  }

  @Test("a deleted item is not moved and nothing is put after it, and it comes back to its place")
  func moves() async throws {
    try await withLists { mine in
      var items: [Events.ToDo] = []
      for number in 0..<4 { items.append(try await mine.add("\(number)")) }
      let (id, gone) = (mine.event, items[1])
      for _ in 0..<2 { _ = try await mine.ask(Events.DeleteToDo(id: id, toDo: gone.id)) }
      #expect(await mine.refusal(Events.MoveToDo(id: id, toDo: gone.id)) == "not_found")
      let behind = Events.MoveToDo(id: id, toDo: items[0].id, after: gone.id)
      #expect(await mine.refusal(behind) == "after_unknown after")
      for _ in 0..<2 { #expect(try await mine.ask(Events.RestoreToDo(id: id, toDo: gone.id)) == gone) }
      #expect(try await mine.toDos() == items)
      let move = Events.MoveToDo(id: id, toDo: items[3].id, after: items[0].id)
      #expect(try await mine.ask(move) == items[3])
      #expect(try await mine.toDos().map(\.text) == ["0", "3", "1", "2"])
      _ = try await mine.ask(Events.MoveToDo(id: id, toDo: items[2].id))
      #expect(try await mine.toDos().map(\.text) == ["2", "0", "3", "1"])
      let second = try await mine.add("behind the first", after: items[2].id)
      #expect(try await mine.toDos()[1] == second)
    }
  }

  @Test("a list holds two hundred, and so many deleted items are kept")
  func full() async throws {
    try await withLists { mine in
      let id = mine.event
      var items: [Events.ToDo] = []
      var lines: [Events.BudgetLine] = []
      for number in 0..<Events.maxListed {
        items.append(try await mine.add("\(number)"))
        lines.append(try await mine.line("\(number)", planned: 999_999_999))
      }
      let text = ToDoText(checked: "one more")
      #expect(await mine.refusal(Events.AddToDo(id: id, text: text)) == "list_full")
      #expect(try await mine.toDos() == items)
      #expect(try await mine.circle.get(id).toDos == Events.ToDoCounts(done: 0, all: 200))
      _ = try await mine.ask(Events.DeleteToDo(id: id, toDo: items[0].id))
      _ = try await mine.add("one more")
      #expect(await mine.refusal(Events.RestoreToDo(id: id, toDo: items[0].id)) == "list_full")
      let line = Events.AddBudgetLine(id: id, text: BudgetText(checked: "one more"))
      #expect(await mine.refusal(line) == "list_full")
      #expect(try await mine.budget().planned == 200 * 999_999_999)
      _ = try await mine.ask(Events.DeleteBudgetLine(id: id, line: lines[0].id))
      _ = try await mine.line("one more")
      #expect(await mine.refusal(Events.RestoreBudgetLine(id: id, line: lines[0].id)) == "list_full")
      for item in try await mine.toDos() { _ = try await mine.ask(Events.DeleteToDo(id: id, toDo: item.id)) }
      let kept = try await mine.circle.count("to_do WHERE deleted_at IS NOT NULL")
      #expect(try await mine.toDos().isEmpty && kept == 200)
    }
  }

  @Test("a repeated request has one effect, also at once")
  func repeated() async throws {
    try await withLists { mine in
      let (circle, ada) = (mine.circle, mine.person)
      let add = Events.AddToDo(id: mine.event, text: ToDoText(checked: "Once"))
      let added = try await circle.atOnce([1, 2, 3, 4]) { _ in
        try await circle.ask(add, as: ada, key: "to-do")
      }
      #expect(Set(added).count == 1)
      #expect(try await mine.toDos().map(\.text) == ["Once"])
      let line = Events.AddBudgetLine(
        id: mine.event, text: BudgetText(checked: "Once"), planned: .minorUnits(1))
      for _ in 0..<2 { _ = try await circle.ask(line, as: ada, key: "line") }
      #expect(try await mine.budget().lines.count == 1)
    }
  }

  @Test("lists go with their event and come back with it")
  func deletedEvent() async throws {
    try await withLists { mine in
      _ = try await mine.add()
      _ = try await mine.line(planned: 5)
      try await mine.circle.delete(mine.event)
      #expect(await mine.refusal(Events.ListToDos(id: mine.event)) == "not_found")
      #expect(await mine.refusal(Events.GetBudget(id: mine.event)) == "not_found")
      let event = try await mine.ask(Events.RestoreEvent(id: mine.event))
      #expect(event.toDos == Events.ToDoCounts(done: 0, all: 1))
      #expect(try await mine.toDos().map(\.text) == ["Order the cake"])
      #expect(try await mine.budget().planned == 5)
    }
  }

  @Test("whose account goes is on no list of others")
  func erased() async throws {
    try await withLists(.room) { hers in
      let ben = hers.circle.ben
      let his = hers.as(ben)
      let cups = try await his.ask(his.edit(try await hers.add("Cups"), isDone: true, assignee: .set(ben.id)))
      #expect(cups.doneBy == ben.id && cups.assignee == ben.id)
      _ = try await hers.circle.program.ask(Events.ErasePerson(person: ben.id), from: .auth)
      let kept = try await hers.toDos()
      #expect(kept.map(\.isDone) == [true] && kept[0].doneBy == nil && kept[0].assignee == nil)
    }
  }
}
