import Schema

/// `quad events`: upcoming events with countdowns, to-do lists and budgets.
enum EventsCommand: Command {
  static let name = "events"
  static let summary = "your events: countdowns, to-do lists, budgets, calendars"
  static let verbs = EventVerbs.own + EventVerbs.people + EventVerbs.files + ToDoVerbs.all + BudgetVerbs.all
  static let notes = """
    EVENT, and N of a list, is a row's number in the list that was shown last, or at least 4 characters of the
    beginning or the end of an id. Times are in the zone of this machine unless --zone says otherwise.
    Keys of the countdown: w d h m s or the arrows choose the unit, space waves the wand, q ends it.
    """
}

/// The verbs for events themselves.
enum EventVerbs {
  static let kind = "event"
  /// The name under which the events that `rm` deleted last are stored.
  static let deletedKind = "deleted event"

  static let own = [
    Verb.event(
      "list", "", "events to come, the next first",
      options: [.flag("past", "those that are past, newest first")] + Paging.options, run: list),
    .event("show", "EVENT", "one event, with everything about it", run: show),
    .event(
      "add", "TITLE…", "add an event",
      options: [.value("when", "WHEN", is: EventTyping.timeForms)] + members(clears: false), run: add),
    .event(
      "edit", "EVENT", "change an event of yours",
      options: [
        .value("title", "TEXT", is: "what it is called"),
        .value("when", "WHEN", is: "on the clocks of its zone; \(EventTyping.timeForms)"),
      ] + members(clears: true) + [
        .value("version", "N", is: "only if nobody changed it since this version, which show tells")
      ], run: edit),
    .event("rm", "EVENT …", "delete events; restore takes it back for 30 days", run: delete),
    .event("restore", "EVENT|last …", "take deletions back; last is what rm deleted last", run: restore),
    .event(
      "countdown", "EVENT", "the time left, live on a terminal",
      options: [
        .flag("once", "say it once, as it also is where nobody looks"),
        .flag("wand", "two days less: the day that has begun, and the event's own"),
        .value(
          "until", "UNIT", is: "what is counted in: weeks, days, hours, minutes or seconds",
          choices: CountdownUnit.allCases.map(\.rawValue)),
      ], run: CountdownVerb.run),
  ]

  /// The options that `add` and `edit` share.
  private static func members(clears: Bool) -> [Option] {
    let none = clears ? "|none" : ""
    let rules = EventTyping.rules.keys.sorted()
    let shares = Events.Visibility.allCases.map(\.rawValue)
    return [
      .value("zone", "ZONE", is: "the zone whose clocks count, such as Europe/Berlin"),
      .flag("all-day", "the whole day"),
      .value("length", "LENGTH", is: "how long it is: \(EventTyping.lengthForms)"),
      .value(
        "repeat", "RULE\(none)", is: "daily, weekly, monthly, yearly or FREQ=WEEKLY;BYDAY=MO,WE",
        choices: rules),
      .list("remind", "LEAD|none", "how long before it: 0 is at its time, else \(EventTyping.lengthForms)"),
      .value("place", "TEXT\(none)", is: "where it is"),
      .value("notes", "TEXT\(none)", is: "more about it"),
      .value("share", "WHO", is: "who sees it: \(shares.joined(separator: ", "))", choices: shares),
      .value("course", "COURSE", is: "the course that sees it: its code, its name or its id"),
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
            ? "Nothing has passed yet." : "Nothing to look forward to yet: quad events add TITLE --when WHEN")
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

  static func id(_ visit: Visit) throws -> EventID {
    guard let word = visit.arguments.words.first else { throw UsageError("EVENT is missing: which event?") }
    return try visit.id(word, of: kind)
  }

  // MARK: - One event

  @Sendable private static func show(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    let id = try id(visit)
    let event = try await visit.send(Events.GetEvent(id: id))
    try await visit.show(event) { try await EventRows.say(whole: event, visit) }
  }

  @Sendable private static func add(_ visit: Visit) async throws {
    let arguments = visit.arguments
    let title: EventTitle = try visit.text("title")
    guard let when = arguments.value("when") else {
      throw UsageError("--when is missing, such as --when 'fri 18:00'")
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
    Output.note("the clocks skip that time: it is at \(EventWords.when(added.event))")
  }

  @Sendable private static func delete(_ visit: Visit) async throws {
    let ids = try ids(visit)
    for (index, id) in ids.enumerated() {
      let reply = try await visit.send(Events.DeleteEvent(id: id))
      // The ids are stored after each deletion, so that `restore last` still has them if a later one fails.
      visit.number(deletedKind, ids.prefix(index + 1).map(\.description))
      try await visit.show(reply) {
        Output.say("deleted; quad events restore last takes it back within 30 days")
      }
    }
  }

  @Sendable private static func restore(_ visit: Visit) async throws {
    let ids: [EventID]
    if visit.arguments.words == ["last"] {
      ids = try visit.ids(of: deletedKind)
      guard !ids.isEmpty else { throw UsageError("quad events rm has deleted nothing yet") }
    } else {
      ids = try self.ids(visit)
    }
    for id in ids {
      let event = try await visit.send(Events.RestoreEvent(id: id))
      try await visit.show(event) { Output.say("restored: \(Plain.line(event.title))") }
    }
  }

  private static func ids(_ visit: Visit) throws -> [EventID] {
    guard !visit.arguments.words.isEmpty else { throw UsageError("EVENT is missing: which event?") }
    return try visit.arguments.words.map { try visit.id($0, of: kind) }
  }
}
