import Schema
import SiteCommands
import Terminal

/// `quad events`: upcoming events with countdowns, to-do lists and budgets.
enum EventsCommand: Command {
  static let name = "events"
  static let summary = "Your events, with countdowns, to-dos, and budgets"
  static let verbs =
    EventVerbs.own + EventVerbs.dates + EventVerbs.people + EventVerbs.files + ToDoVerbs.all + BudgetVerbs.all
  static let notes = """
    EVENT and N are row numbers from the list shown last, parts of an id, or titles. The beginning of a title
    is enough if no other begins like it; titles of several words need quotes. To restore something, use its
    row number. Times are in this machine's time zone, unless you use --zone.
    In the countdown, press w, d, h, m, s, or an arrow to change the unit, Space for the wand, and q to quit.
    """
}

/// The verbs for events themselves.
enum EventVerbs {
  static let kind = "event"
  /// The name under which the events that `rm` deleted last are stored.
  static let deletedKind = "deleted event"

  static let own = [
    Verb.event(
      "list", "", "List upcoming events, the next one first",
      options: [.flag("past", "List past events instead, newest first")] + Paging.options, run: list),
    .event("show", "EVENT", "Show the details of an event", run: show),
    .event(
      "add", "TITLE…", "Add an event",
      options: [.value("when", "WHEN", is: "Start: \(EventTyping.timeForms)")] + members(clears: false),
      run: add),
    .event(
      "edit", "EVENT", "Change one of your events",
      options: [
        .value("title", "TEXT", is: "New title"),
        .value("when", "WHEN", is: "New start, in its time zone: \(EventTyping.timeForms)"),
      ] + members(clears: true) + [
        .value("version", "N", is: "Change it only if it is still at this version (see show)")
      ], run: edit),
    .event("rm", "EVENT …", "Delete events; restore brings them back for 30 days", run: delete),
    .event(
      "restore", "EVENT|last …", "Restore deleted events; last means those rm deleted last", run: restore),
    .event(
      "countdown", "EVENT", "Count down to an event, live",
      options: [
        .flag("once", "Print the time left and exit; the default without a terminal"),
        .flag("wand", "Leave out today and the day of the event"),
        .value(
          "until", "UNIT", is: "Unit to count in: weeks, days, hours, minutes, or seconds",
          choices: CountdownUnit.allCases.map(\.rawValue)),
      ], run: CountdownVerb.run),
  ]

  /// The options that `add` and `edit` share.
  private static func members(clears: Bool) -> [Option] {
    let none = clears ? "|none" : ""
    let rules = EventTyping.rules.keys.sorted()
    let shares = Events.Visibility.allCases.map(\.rawValue)
    let drawings = Events.EventDrawing.allCases.map(\.rawValue)
    let colors = Events.EventColor.allCases.map(\.rawValue)
    return [
      .value("zone", "ZONE", is: "Time zone of the event, such as Europe/Berlin"),
      .flag("all-day", "Make it an all-day event"),
      .value("length", "LENGTH", is: "Length: \(EventTyping.lengthForms)"),
      .value(
        "repeat", "RULE\(none)",
        is: "Repeat it: daily, weekly, monthly, yearly, or a rule like FREQ=WEEKLY;BYDAY=MO,WE",
        choices: rules),
      .list(
        "remind", "LEAD|none", "Reminder: 0 for its start, or a lead time like \(EventTyping.lengthForms)"),
      .value("place", "TEXT\(none)", is: "Place"),
      .value("notes", "TEXT\(none)", is: "Notes"),
      .value("drawing", "DRAWING\(none)", is: "Drawing that stands for it", choices: drawings),
      .value("color", "COLOR\(none)", is: "Color behind the drawing", choices: colors),
      .value("share", "WHO", is: "Who can see it: \(shares.joined(separator: ", "))", choices: shares),
      .value("course", "COURSE", is: "Course to share it with: its code, name, row number, or id"),
    ]
  }

  // MARK: - Lists

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let isPast = visit.arguments.has("past")
    try await visit.list({
      Events.ListEvents(state: isPast ? .past : .upcoming, cursor: $0, limit: $1)
    }) { events in
      guard !events.isEmpty else {
        return Output.say(
          isPast
            ? "No past events." : "No upcoming events. To add one: quad events add TITLE --when WHEN")
      }
      let names = try await EventPeople(visit, events)
      let now = LocalTime.now
      if let columns = Output.columns, columns < EventRows.wide {
        for (index, event) in events.enumerated() { EventRows.say(event, row: index + 1, columns, now) }
      } else {
        Output.say(EventRows.table(events, isPast: isPast, names, now: now))
      }
      visit.number(kind, events.map { $0.id.description })
    }
  }

  /// The event that the first word names.
  static func id(_ visit: Visit) async throws -> EventID {
    guard let word = visit.arguments.words.first else { throw UsageError("missing EVENT") }
    return try await visit.id(word, of: kind, titles(visit, .upcoming), titles(visit, .past))
  }

  private static func titles(_ visit: Visit, _ state: Events.ListState) -> Titles {
    visit.titles({ Events.ListEvents(state: state, cursor: $0, limit: $1) }) { event in
      TitledObject(event.id, event.title)
    }
  }

  // MARK: - One event

  @Sendable private static func show(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    let id = try await id(visit)
    let event = try await visit.send(Events.GetEvent(id: id))
    try await visit.show(event) { try await EventRows.say(whole: event, visit) }
  }

  @Sendable private static func add(_ visit: Visit) async throws {
    let arguments = visit.arguments
    let title: EventTitle = try visit.text("title")
    guard let when = arguments.value("when") else {
      throw UsageError("--when is required, such as --when 'fri 18:00'")
    }
    let zone = try EventTyping.zone(arguments.value("zone"))
    let shared = try await visit.shared()
    let added = try await visit.send(
      Events.AddEvent(
        title: title,
        when: try EventTyping.time(
          when, isAllDay: arguments.has("all-day"), in: zone.zone, named: zone.name),
        notes: try visit.option("notes"), place: try visit.option("place"),
        minutes: try arguments.value("length").map(EventTyping.length),
        recurrence: try arguments.value("repeat").map(EventTyping.rule),
        leads: try EventTyping.leads(visit),
        drawing: try arguments.value("drawing").map(EventTyping.drawing),
        color: try arguments.value("color").map(EventTyping.color),
        visibility: shared.visibility, course: shared.course))
    try await visit.show(added) {
      let event = added.event
      let away = EventWords.away(event, now: LocalTime.now)
      Output.say("added: \(Plain.line(event.title)), \(EventWords.when(event)), in \(away)")
      noteAdjusted(added)
    }
  }

  static func noteAdjusted(_ added: Events.AddedEvent) {
    guard added.isAdjusted else { return }
    Output.note("clocks skip that time that day, so the event is at \(EventWords.when(added.event))")
  }

  @Sendable private static func delete(_ visit: Visit) async throws {
    let ids = try await ids(visit, titles(visit, .upcoming), titles(visit, .past))
    for (index, id) in ids.enumerated() {
      let reply = try await visit.send(Events.DeleteEvent(id: id))
      // The ids are stored after each deletion, so that `restore last` still has them if a later one fails.
      visit.number(deletedKind, ids.prefix(index + 1).map(\.description))
      try await visit.show(reply) {
        Output.say("deleted; to undo within 30 days, run: quad events restore last")
      }
    }
  }

  @Sendable private static func restore(_ visit: Visit) async throws {
    let ids: [EventID]
    if visit.arguments.words == ["last"] {
      ids = try visit.ids(of: deletedKind)
      guard !ids.isEmpty else { throw UsageError("quad events rm has not deleted anything yet") }
    } else {
      ids = try await self.ids(visit)
    }
    for id in ids {
      let event = try await visit.send(Events.RestoreEvent(id: id))
      try await visit.show(event) { Output.say("restored: \(Plain.line(event.title))") }
    }
  }

  private static func ids(_ visit: Visit, _ titles: Titles...) async throws -> [EventID] {
    guard !visit.arguments.words.isEmpty else { throw UsageError("missing EVENT") }
    return try await visit.ids(visit.arguments.words, of: kind, shown: visit.ids(of: kind), titles)
  }
}
