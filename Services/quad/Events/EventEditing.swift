import GatewayClient
import JSON
import Schema
import SiteCommands
import Terminal

/// `quad events edit`, and its report of an edit conflict.
extension EventVerbs {
  @Sendable static func edit(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    let id = try await id(visit)
    let typed = try visit.number("version").map { Int64($0) }
    // The event's zone is needed to read the time, so the event is fetched even if the version is given.
    let base = try await visit.send(Events.GetEvent(id: id))
    let edit = try await change(base, version: typed ?? base.version, visit)
    let edited: Events.AddedEvent
    do { edited = try await visit.send(edit) } catch ClientError.refused(let fault)
      where fault.code == FaultCode.changedElsewhere.code
    {
      throw try conflict(edit, fault, visit)
    }
    try await visit.show(edited) {
      try await EventRows.say(whole: edited.event, visit)
      noteAdjusted(edited)
    }
  }

  private static func change(
    _ base: Events.CalendarEvent, version: Int64, _ visit: Visit
  ) async throws -> Events.EditEvent {
    let arguments = visit.arguments
    let options = [
      "title", "when", "zone", "length", "repeat", "remind", "place", "notes", "drawing",
      "color", "share", "course",
    ]
    guard arguments.has("all-day") || options.contains(where: { arguments.value($0) != nil }) else {
      throw UsageError("nothing to change: use --title, --when, --place, …")
    }
    let shared = try await visit.shared()
    return Events.EditEvent(
      id: base.id, version: version, title: try visit.option("title").map { .set($0) } ?? .keep,
      when: try when(base, visit),
      notes: try visit.patch("notes") { try Typed.value($0, "notes") },
      place: try visit.patch("place") { try Typed.value($0, "place") },
      minutes: try visit.patch("length", EventTyping.length),
      recurrence: try visit.patch("repeat", EventTyping.rule),
      leads: try EventTyping.leads(visit),
      drawing: try visit.patch("drawing", EventTyping.drawing),
      color: try visit.patch("color", EventTyping.color),
      visibility: shared.visibility.map { .set($0) } ?? .keep, course: shared.course.map { .set($0) } ?? .keep
    )
  }

  /// Changes the time, the zone or only the day; parts without an option stay.
  private static func when(_ base: Events.CalendarEvent, _ visit: Visit) throws -> Patch<EventTime> {
    let arguments = visit.arguments
    let zone = try arguments.value("zone").map { try EventTyping.zone($0) }
    let isAllDay = arguments.has("all-day")
    guard let text = arguments.value("when") else {
      guard zone != nil || isAllDay else { return .keep }
      return .set(
        EventTime(
          date: base.when.date, time: isAllDay ? nil : base.when.time, zone: zone?.name ?? base.when.zone))
    }
    let clocks = try zone ?? EventTyping.zone(named: base.when.zone)
    return .set(try EventTyping.time(text, isAllDay: isAllDay, in: clocks.zone, named: clocks.name))
  }

  /// Prints the wanted change beside the stored event, and explains how to get either.
  private static func conflict(
    _ edit: Events.EditEvent, _ fault: Fault, _ visit: Visit
  ) throws -> Failure {
    let now = try fault.current(Events.CalendarEvent.self)
    if !visit.wantsJSON {
      var table = Table([.left(""), .text("YOURS"), .text("CURRENT")])
      for (name, mine, theirs) in rows(edit, now) {
        table.add([
          StyledText(name, .bold), StyledText(mine), StyledText(theirs, mine == theirs ? .dim : .plain),
        ])
      }
      Output.note(
        "This event was changed on another device while you were editing. Your change was not saved.")
      Output.note(table)
    }
    return Failure(
      "\(fault.forPerson)\n  to replace it with yours, add --version \(now.version)", ExitStatus(fault))
  }

  private static func rows(
    _ edit: Events.EditEvent, _ now: Events.CalendarEvent
  ) -> [(name: String, mine: String, theirs: String)] {
    func time(_ when: EventTime) -> String {
      "\(Phrases.date(when.date))\(when.time.map { " \($0.description.prefix(5))" } ?? "") in \(when.zone)"
    }
    func row<Value>(
      _ name: String, _ patch: Patch<Value>, _ current: Value?, _ text: (Value) -> String
    ) -> (name: String, mine: String, theirs: String)? {
      guard patch != .keep || name == "Event" else { return nil }
      return (name, patch.applied(to: current).map(text) ?? "none", current.map(text) ?? "none")
    }
    let title: Patch<String> = edit.title.map(\.text)
    return [
      row("Event", title, now.title) { $0 }, row("When", edit.when, now.when, time),
      row("Place", edit.place.map(\.text), now.place) { $0 },
      row("Length", edit.minutes, now.minutes) { Phrases.length(minutes: $0.count) },
      row("Repeats", edit.recurrence, now.recurrence, EventWords.rule),
      row("Reminders", edit.leads, now.leads) { EventWords.leads($0) },
      row("Drawing", edit.drawing, now.drawing) { $0.rawValue },
      row("Color", edit.color, now.color) { $0.rawValue },
      row("Shared", edit.visibility, now.visibility) { $0.rawValue },
      row("Notes", edit.notes.map(\.text), now.notes) { $0 },
    ]
    .compactMap(\.self)
  }
}

extension Fault {
  /// The stored object in a `changed_elsewhere` fault.
  func current<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard case .object(let members)? = details,
      let current = members.first(where: { $0.name == "current" })?.value
    else { throw self }
    return try JSONCoding.decode(type, from: try JSONCoding.encode(current))
  }
}
