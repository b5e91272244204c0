import Calendar
import GatewayClient
import Schema
import SiteCommands
import Terminal

/// `quad events to-dos`: the to-do list of an event.
enum ToDoVerbs {
  static let kind = "to-do"

  static let all = [
    Verb.event("to-dos", "EVENT", "Show the to-do list of an event", run: list),
    .event(
      "to-dos add", "EVENT TEXT…", "Add a to-do",
      options: [
        .value("due", "DAY", is: "Due date: tomorrow, fri, in 3 days, 24.12., or 2026-11-24"),
        .value("for", "NAME", is: "Assign it to a roommate, or me"),
        .value("after", "N", is: "Add it below this one; 0 is the top"),
      ], run: add),
    .event("to-dos done", "EVENT N …", "Mark to-dos as done") { try await tick($0, isDone: true) },
    .event("to-dos undone", "EVENT N …", "Mark to-dos as not done") { try await tick($0, isDone: false) },
    .event("to-dos edit", "EVENT N TEXT…", "Change the text of a to-do", run: rewrite),
    .event("to-dos due", "EVENT N DAY|none", "Set the due date of a to-do", run: due),
    .event("to-dos assign", "EVENT N NAME|none", "Assign a to-do to a roommate, or me", run: assign),
    .event("to-dos move", "EVENT N AFTER", "Move a to-do below another one; 0 is the top", run: move),
    .event("to-dos rm", "EVENT N …", "Delete to-dos; restore brings them back for 30 days", run: delete),
    .event(
      "to-dos restore", "EVENT N|last …", "Restore deleted to-dos; last means those rm deleted last",
      run: restore),
  ]

  // MARK: - The list

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    let event = try await EventVerbs.id(visit)
    let list = try await visit.send(Events.ListToDos(id: event))
    try await visit.show(list) { try await say(list, of: event, visit) }
  }

  private static func say(_ list: Events.ToDoList, of event: EventID, _ visit: Visit) async throws {
    guard !list.items.isEmpty else {
      return Output.say("No to-dos yet. To add one: quad events to-dos add EVENT TEXT")
    }
    let isAnybody = list.items.contains { $0.assignee != nil || $0.doneBy != nil }
    let names = isAnybody ? try await EventPeople(visit) : nil
    let today = LocalTime.zone.date(at: LocalTime.now)
    let isNarrow = Output.columns.map { $0 < EventRows.wide } ?? false
    var table = Table([.right("#"), .left(""), .text("TO DO"), .left("DUE"), .left("WHO")])
    for (index, toDo) in list.items.enumerated() {
      let who = toDo.isDone ? toDo.doneBy : toDo.assignee
      let isLate = toDo.due.map { $0 < today && !toDo.isDone } ?? false
      let mark: StyledText = toDo.isDone ? StyledText("✓", .green) : StyledText("·", .dim)
      let text = StyledText(toDo.text, toDo.isDone ? .dim : .plain)
      let due = toDo.due.map { Phrases.date($0) } ?? ""
      let name = who.flatMap { names?[$0] } ?? ""
      guard isNarrow else {
        table.add(["\(index + 1)", mark, text, StyledText(due, isLate ? .red : .plain), StyledText(name)])
        continue
      }
      // Each to-do takes lines of its own: on a phone, a table would cut off its text.
      Output.say(StyledText("\(index + 1) ") + mark + " " + text)
      let more = [due, name].filter { !$0.isEmpty }.joined(separator: " · ")
      if !more.isEmpty { Output.say(StyledText("    \(more)", isLate ? .red : .dim)) }
    }
    if !isNarrow { Output.say(table.filled) }
    let done = list.items.count { $0.isDone }
    Output.say(StyledText("\(done) of \(list.items.count) done", .dim))
    EventLines.number(visit, kind, of: event, list.items.map { $0.id.description })
  }

  /// The to-dos of an event by their texts.
  private static func titles(_ visit: Visit, _ event: EventID) -> Titles {
    {
      let list = try await visit.send(Events.ListToDos(id: event))
      return TitledList(list.items.map { TitledObject($0.id, $0.text) })
    }
  }

  // MARK: - Changes

  @Sendable private static func add(_ visit: Visit) async throws {
    let event = try await EventVerbs.id(visit)
    let text: ToDoText = try Typed.value(visit.arguments.words.dropFirst().joined(separator: " "), "text")
    let due = try visit.arguments.value("due").map { text throws(UsageError) in try EventTyping.day(text) }
    var assignee: PersonID?
    if let name = visit.arguments.value("for") { assignee = try await visit.roommate(name) }
    let after = visit.arguments.value("after")
    var above: ToDoID?
    if let after { above = try await place(after, visit, event) }
    let added = try await visit.send(
      Events.AddToDo(id: event, text: text, due: due, assignee: assignee, after: above))
    if after == "0" { _ = try await visit.send(Events.MoveToDo(id: event, toDo: added.id)) }
    try await visit.show(added) { Output.say("added: \(Plain.line(added.text))") }
  }

  /// The to-do before a position; nil is the top of the list.
  private static func place(_ word: String, _ visit: Visit, _ event: EventID) async throws -> ToDoID? {
    if word == "0" { return nil }
    let ids: [ToDoID] = try await EventLines.ids(
      visit, [word], of: kind, in: event, titles(visit, event))
    return ids[0]
  }

  @Sendable private static func tick(_ visit: Visit, isDone: Bool) async throws {
    let event = try await EventVerbs.id(visit)
    let ids: [ToDoID] = try await EventLines.ids(
      visit, visit.arguments.words.dropFirst(), of: kind, in: event, titles(visit, event))
    for id in ids {
      let toDo = try await edit(visit, event, id) {
        Events.EditToDo(id: event, toDo: id, version: $0, isDone: isDone)
      }
      try await visit.show(toDo) {
        Output.say("\(isDone ? "done" : "not done"): \(Plain.line(toDo.text))")
      }
    }
  }

  @Sendable private static func rewrite(_ visit: Visit) async throws {
    let event = try await EventVerbs.id(visit)
    let (id, words): (ToDoID, [String]) = try await EventLines.one(
      visit, of: kind, in: event, titles(visit, event))
    let text: ToDoText = try Typed.value(words.joined(separator: " "), "text")
    let toDo = try await edit(visit, event, id) {
      Events.EditToDo(id: event, toDo: id, version: $0, text: .set(text))
    }
    try await visit.show(toDo) { Output.say("changed: \(Plain.line(toDo.text))") }
  }

  @Sendable private static func due(_ visit: Visit) async throws {
    let event = try await EventVerbs.id(visit)
    let (id, words): (ToDoID, [String]) = try await EventLines.one(
      visit, of: kind, in: event, titles(visit, event))
    guard !words.isEmpty else { throw UsageError("missing DAY") }
    let text = words.joined(separator: " ")
    let due: Patch<CivilDate> = text == "none" ? .clear : .set(try EventTyping.day(text))
    let toDo = try await edit(visit, event, id) {
      Events.EditToDo(id: event, toDo: id, version: $0, due: due)
    }
    try await visit.show(toDo) {
      let due = toDo.due.map { "due \(Phrases.date($0))" } ?? "no due date"
      Output.say("\(Plain.line(toDo.text)): \(due)")
    }
  }

  @Sendable private static func assign(_ visit: Visit) async throws {
    let event = try await EventVerbs.id(visit)
    let (id, words): (ToDoID, [String]) = try await EventLines.one(
      visit, of: kind, in: event, titles(visit, event))
    guard !words.isEmpty else { throw UsageError("missing NAME") }
    let name = words.joined(separator: " ")
    let assignee: Patch<PersonID> = name == "none" ? .clear : .set(try await visit.roommate(name))
    let toDo = try await edit(visit, event, id) {
      Events.EditToDo(id: event, toDo: id, version: $0, assignee: assignee)
    }
    try await visit.show(toDo) {
      Output.say("\(Plain.line(toDo.text)): \(toDo.assignee == nil ? "unassigned" : "for \(name)")")
    }
  }

  /// Edits from the current version: a to-do is one line, and the typed words are the whole change.
  private static func edit(
    _ visit: Visit, _ event: EventID, _ id: ToDoID, _ request: (Int64) -> Events.EditToDo
  ) async throws -> Events.ToDo {
    let list = try await visit.send(Events.ListToDos(id: event))
    let version = list.items.first { $0.id == id }?.version ?? 0
    do { return try await visit.send(request(version)) } catch ClientError.refused(let fault)
      where fault.code == FaultCode.changedElsewhere.code
    {
      let now = try fault.current(Events.ToDo.self)
      throw Failure(
        "\(fault.forPerson)\n  it is now: \(Plain.line(now.text)); to change it anyway, repeat the command",
        ExitStatus(fault)
      )
    }
  }

  @Sendable private static func move(_ visit: Visit) async throws {
    let event = try await EventVerbs.id(visit)
    let words = try visit.arguments.exactly("EVENT", "N", "AFTER")
    let ids: [ToDoID] = try await EventLines.ids(
      visit, [words[1]], of: kind, in: event, titles(visit, event))
    let after = try await place(words[2], visit, event)
    let toDo = try await visit.send(Events.MoveToDo(id: event, toDo: ids[0], after: after))
    try await visit.show(toDo) { Output.say("moved: \(Plain.line(toDo.text))") }
  }

  @Sendable private static func delete(_ visit: Visit) async throws {
    let event = try await EventVerbs.id(visit)
    let ids: [ToDoID] = try await EventLines.ids(
      visit, visit.arguments.words.dropFirst(), of: kind, in: event, titles(visit, event))
    for (index, id) in ids.enumerated() {
      let reply = try await visit.send(Events.DeleteToDo(id: event, toDo: id))
      EventLines.number(visit, EventLines.deleted(kind), of: event, ids.prefix(index + 1).map(\.description))
      try await visit.show(reply) {
        Output.say("deleted; to undo within 30 days, run: quad events to-dos restore EVENT last")
      }
    }
  }

  @Sendable private static func restore(_ visit: Visit) async throws {
    let event = try await EventVerbs.id(visit)
    for id: ToDoID in try await EventLines.restored(visit, kind, in: event, "to-dos") {
      let toDo = try await visit.send(Events.RestoreToDo(id: event, toDo: id))
      try await visit.show(toDo) { Output.say("restored: \(Plain.line(toDo.text))") }
    }
  }
}
