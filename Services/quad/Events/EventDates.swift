import Calendar
import GatewayClient
import Schema
import SiteCommands
import Terminal

/// `quad events skip`, `move` and `keep`: single dates of a recurring event.
extension EventVerbs {
  static let dates = [
    Verb.event(
      "skip", "EVENT [DATE]", "Skip a date of a recurring event, the next one by default", run: skip),
    .event(
      "move", "EVENT [DATE]", "Move a date of a recurring event, the next one by default",
      options: [
        .value("when", "WHEN", is: "New start, in its time zone: \(EventTyping.timeForms)"),
        .value("length", "LENGTH", is: "Length of this date: \(EventTyping.lengthForms)"),
      ], run: move),
    .event("keep", "EVENT DATE", "Undo the skipping or moving of a date", run: keep),
  ]

  @Sendable private static func skip(_ visit: Visit) async throws {
    let (event, date) = try await date(visit)
    let skipped = try await visit.send(Events.SkipDate(id: event.id, date: date))
    try await visit.show(skipped) { say("skipped \(Phrases.date(date))", skipped) }
  }

  @Sendable private static func move(_ visit: Visit) async throws {
    guard let text = visit.arguments.value("when") else {
      throw UsageError("--when is required, such as --when 'fri 18:00'")
    }
    let (event, date) = try await date(visit)
    let clocks = try EventTyping.zone(named: event.when.zone)
    let start = try EventTyping.time(
      text, isAllDay: event.when.isAllDay, in: clocks.zone, named: clocks.name)
    let target = Events.MovedDate(
      date: start.date, time: start.time, minutes: try visit.arguments.value("length").map(EventTyping.length)
    )
    let moved = try await visit.send(Events.MoveDate(id: event.id, date: date, to: target))
    try await visit.show(moved) { say("moved \(Phrases.date(date)) to \(EventWords.start(target))", moved) }
  }

  @Sendable private static func keep(_ visit: Visit) async throws {
    guard visit.arguments.words.count > 1 else { throw UsageError("missing DATE") }
    let (event, date) = try await date(visit)
    let kept = try await visit.send(Events.RestoreDate(id: event.id, date: date))
    try await visit.show(kept) { say("\(Phrases.date(date)) is as usual", kept) }
  }

  /// The event, and the date of it that is typed or comes next.
  private static func date(_ visit: Visit) async throws -> (Events.CalendarEvent, CivilDate) {
    try visit.arguments.refuseMore(than: 2)
    let typed = try visit.arguments.words.dropFirst().first.map { try EventTyping.day($0) }
    let event = try await visit.send(Events.GetEvent(id: try await id(visit)))
    if let typed { return (event, typed) }
    return (event, event.date(at: try EventTyping.zone(named: event.when.zone).zone))
  }

  private static func say(_ done: String, _ event: Events.CalendarEvent) {
    Output.say("\(done); next: \(EventWords.when(event))")
  }
}

extension Events.CalendarEvent {
  /// The date that the rule gives for the next start, which may have been moved.
  fileprivate func date(at zone: Zone) -> CivilDate {
    let wall = zone.wallTime(at: next)
    let moved = exceptions?.first { exception in
      guard let moved = exception.moved, moved.date == wall.date else { return false }
      return when.isAllDay || (moved.time ?? when.time) == wall.time
    }
    return moved?.date ?? wall.date
  }
}

extension EventWords {
  /// The limit on listed dates.
  private static let maxDates = 12

  static func start(_ moved: Events.MovedDate) -> String {
    Phrases.date(moved.date) + (moved.time.map { " \($0.description.prefix(5))" } ?? "")
  }

  /// The skipped dates; nil without any.
  static func skipped(_ event: Events.CalendarEvent) -> String? {
    list(event.exceptions?.filter { $0.moved == nil } ?? []) { Phrases.date($0.date) }
  }

  /// The moved dates with their new starts, in the event's zone; nil without any.
  static func moved(_ event: Events.CalendarEvent) -> String? {
    list(event.exceptions?.filter { $0.moved != nil } ?? []) { exception in
      Phrases.date(exception.date) + (exception.moved.map { " to \(start($0))" } ?? "")
    }
  }

  /// The latest dates, as those of the past matter least.
  private static func list(
    _ exceptions: [Events.DateException], _ text: (Events.DateException) -> String
  ) -> String? {
    guard !exceptions.isEmpty else { return nil }
    let more = exceptions.count - maxDates
    return (more > 0 ? "\(more) earlier, " : "")
      + exceptions.suffix(maxDates).map(text).joined(separator: ", ")
  }
}
