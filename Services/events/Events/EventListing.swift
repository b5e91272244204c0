import Schema
import ServiceKit
import Store

/// The lists of a person's events: upcoming ones by their next time, past ones newest first.
///
/// The stored start of a repeating event is that of its last move, and a move may be late. So upcoming events
/// are read in two parts: those that begin after now, and the few that wait for a move, which are moved in
/// memory. Past events are found by their last time, which never moves.
extension EventsService {
  func listEvents(
    _ request: Events.ListEvents, _ call: Call
  ) async throws -> EncodedReply<Page<Events.CalendarEvent>> {
    let person = try call.person
    let asked = (request.limit ?? .standard).count
    let isPast = request.state == .past
    let key = try request.cursor.map { try TimeKey($0) } ?? (isPast ? .last : .first)
    let (events, limit, begins) = try await call.read { db in
      let list = EventList(
        person: person, circles: try db.circles(of: person), only: request.course.map { .course($0) },
        now: call.now)
      let found =
        isPast
        ? try db.pastEvents(list, after: key, limit: asked + 1)
        : try db.upcomingEvents(list, after: key, limit: asked + 1)
      let limit = EventRow.fitting(found.map(\.event), limit: asked)
      let shown = try found.prefix(limit + 1).map { try db.shown($0.event, to: person, at: call.now) }
      // Nothing moves on any page before the next event begins.
      let isFirst = !isPast && request.cursor == nil
      let first = isFirst ? found.first : try db.upcomingEvents(list, after: .first, limit: 1).first
      return (shown, limit, first?.time)
    }
    let page = Page(events, limit: limit) { TimeKey(time: $0.next, id: $0.id.raw).cursor }
    return try EncodedReply(page, valid: begins.map { .until($0) } ?? .untilChanged)
  }
}

extension EventRow {
  /// The limit of notes and exceptions per page in bytes: far below the size limit of a message, above any
  /// honest page.
  static let maxNotes = 1024 * 1024

  /// The number of these events that fit on a page: at least one, and no more than their notes and exceptions
  /// allow.
  static func fitting(_ events: [EventRow], limit: Int) -> Int {
    var bytes = 0
    let fitting = events.prefix(limit).prefix { event in
      bytes += (event.notes?.utf8.count ?? 0) + event.exceptions.all.count * EventExceptions.roughBytes
      return bytes <= maxNotes
    }
    return max(fitting.count, 1)
  }
}

/// The person, circles and time that a list is built from.
struct EventList: Sendable {
  let person: PersonID
  /// Events that others share with these circles are in the list.
  let circles: [EventCircle]
  /// If given, only the events shared with this circle are in the list, the person's own among them.
  let only: EventCircle?
  let now: Instant
}

/// An event with the time that orders it in the list.
struct ListedEvent: Sendable {
  let event: EventRow
  let time: Instant

  var key: TimeKey { TimeKey(time: time, id: event.id.raw) }
}

extension Database {
  func upcomingEvents(_ list: EventList, after key: TimeKey, limit: Int) throws -> [ListedEvent] {
    let first = max(key, TimeKey(time: list.now, id: .max))
    let ahead = try visible(
      list, "(next_at, id) > (?, ?) ORDER BY next_at, id LIMIT ?", [first.time, first.id, limit]
    ).map { ListedEvent(event: $0, time: $0.next) }
    let late = try visible(
      list, "moves_at IS NOT NULL AND moves_at <= ? AND next_at <= ? AND last_at > ?",
      [list.now, list.now, list.now]
    ).map { ListedEvent(event: $0, time: try $0.next(at: list.now)) }
    let found = (ahead + late.filter { $0.key > key }).sorted { $0.key < $1.key }
    return Array(found.prefix(limit))
  }

  func pastEvents(_ list: EventList, after key: TimeKey, limit: Int) throws -> [ListedEvent] {
    let first = min(key, TimeKey(time: list.now, id: .max))
    let found = try visible(
      list, "(last_at, id) < (?, ?) ORDER BY last_at DESC, id DESC LIMIT ?", [first.time, first.id, limit])
    return found.map { ListedEvent(event: $0, time: $0.last) }
      .sorted { $0.key > $1.key }.prefix(limit).map { $0 }
  }

  /// Own events and those shared with the room or a course, each read from its own index. A circle that the
  /// person does not belong to has none.
  private func visible(
    _ list: EventList, _ rest: String, _ values: [(any SQLBindable)?]
  ) throws -> [EventRow] {
    if let circle = list.only {
      guard list.circles.contains(circle) else { return [] }
      return try all(
        """
        SELECT \(EventRow.columns) FROM event WHERE \(circle.column) = ? AND deleted_at IS NULL AND \(rest)
        """, values: [circle.raw] + values
      ) { try EventRow($0) }
    }
    var found = try all(
      "SELECT \(EventRow.columns) FROM event WHERE owner = ? AND deleted_at IS NULL AND \(rest)",
      values: [list.person.raw] + values
    ) { try EventRow($0) }
    for circle in list.circles {
      found += try all(
        """
        SELECT \(EventRow.columns) FROM event
        WHERE \(circle.column) = ? AND owner <> ? AND deleted_at IS NULL AND \(rest)
        """,
        values: [circle.raw, list.person.raw] + values
      ) { try EventRow($0) }
    }
    return found
  }
}
