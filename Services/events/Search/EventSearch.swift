import Schema
import ServiceKit
import Store

/// The search in the events that a person sees, and in their to-dos.
extension EventsService {
  /// The number of results: what a person reads before typing more.
  static let maxFound = 30
  /// The matches that are read, from which upcoming events are shown first.
  static let maxMatches = 200

  func searchEvents(_ request: Events.SearchEvents, _ call: Call) async throws -> Events.FoundEvents {
    let person = try call.person
    return try await call.read { db in
      let scopes = [person.raw] + (try db.circles(of: person).map(\.raw))
      let inEvents = try db.search(.events, for: request.q, in: scopes, limit: EventsService.maxMatches)
      let inToDos = try db.search(.toDos, for: request.q, in: scopes, limit: EventsService.maxMatches)
      // Of typing errors nothing is shown beside what has the words themselves.
      let isNear = [inEvents, inToDos].allSatisfy { $0.isNear || $0.rows.isEmpty }
      let events = try inEvents.rows(isNear).compactMap { match in
        try db.visible(EventID(match.entry), to: person).map { Found($0, nil, rank: match.rank, call.now) }
      }
      let toDos = try inToDos.rows(isNear).compactMap { match in
        try db.toDo(ToDoID(match.entry), for: person)
          .map { Found($0.event, $0.toDo, rank: match.rank, call.now) }
      }
      let sorted = (events + toDos).enumerated().sorted { one, other in
        (one.element.rank, one.element.order, one.offset) < (
          other.element.rank, other.element.order, other.offset
        )
      }
      return Events.FoundEvents(
        items: try sorted.prefix(EventsService.maxFound).map { try $0.element.shown() },
        isNear: isNear && !sorted.isEmpty)
    }
  }
}

extension TextMatches {
  fileprivate func rows(_ isNear: Bool) -> [TextMatch] { self.isNear == isNear ? rows : [] }
}

/// A result before it is shown.
private struct Found {
  let event: EventRow
  let toDo: Events.ToDo?
  let rank: Int
  let now: Instant

  init(_ event: EventRow, _ toDo: Events.ToDo?, rank: Int, _ now: Instant) {
    self.event = event
    self.toDo = toDo
    self.rank = rank
    self.now = now
  }

  /// Events before to-dos; what is over or done comes last.
  var order: Int { (event.last < now || toDo?.isDone == true ? 2 : 0) + (toDo == nil ? 0 : 1) }

  func shown() throws -> Events.FoundEvent {
    Events.FoundEvent(
      id: event.id, title: event.title, next: try event.next(at: now), isAllDay: event.when.time == nil,
      isPast: event.last < now, toDo: toDo)
  }
}

extension TextIndex {
  /// Titles, places and notes of events, and texts of to-dos: for the event's owner, and for its room or
  /// course. What is deleted has none.
  static let events = TextIndex("event_word")
  static let toDos = TextIndex("to_do_word")
}

extension Database {
  /// Writes the event's words anew, and those of its to-dos if others see it now.
  func reindex(_ event: EventRow) throws {
    let before = try scopes(of: event.id)
    try unindex(.events, event.id.raw)
    try index(
      .events, event.id.raw, scopes: event.scopes, words: TextWords([event.title, event.place, event.notes]))
    guard before != Set(event.scopes) else { return }
    let toDos: [Events.ToDo] = try lines(of: event.id)
    for toDo in toDos { try toDo.reindex(isShown: true, of: event, self) }
  }

  /// Removes a person's events from what a circle finds.
  func hide(eventsOf person: PersonID, from circle: EventCircle) throws {
    try run(
      """
      DELETE FROM event_word WHERE scope = ? AND entry IN
        (SELECT id FROM event WHERE owner = ? AND \(circle.column) = ?)
      """,
      circle.raw, person.raw, circle.raw)
    try run(
      """
      DELETE FROM to_do_word WHERE scope = ? AND entry IN
        (SELECT to_do.id FROM to_do JOIN event ON event.id = to_do.event
        WHERE event.owner = ? AND event.\(circle.column) = ?)
      """,
      circle.raw, person.raw, circle.raw)
  }

  func hasDueEvent() throws -> Bool {
    try one("SELECT 1 FROM event_word_due LIMIT 1", map: { _ in true }) ?? false
  }

  /// Indexes events of before the index.
  /// - Returns: False if none is left.
  func indexDueEvents(limit: Int) throws -> Bool {
    let due = try all("SELECT id FROM event_word_due ORDER BY id LIMIT ?", limit) { try $0.id("id") }
    for id in due {
      if let event = try storedEvent(EventID(id)) { try reindex(event) }
      try run("DELETE FROM event_word_due WHERE id = ?", id)
    }
    return due.count == limit
  }

  private func scopes(of event: EventID) throws -> Set<RawUUID> {
    Set(try all("SELECT DISTINCT scope FROM event_word WHERE entry = ?", event.raw) { try $0.id("scope") })
  }

  fileprivate func visible(_ id: EventID, to person: PersonID) throws -> EventRow? {
    guard let event = try storedEvent(id), event.deleted == nil, try isVisible(event, to: person) else {
      return nil
    }
    return event
  }

  fileprivate func toDo(_ id: ToDoID, for person: PersonID) throws -> (event: EventRow, toDo: Events.ToDo)? {
    let place = try one("SELECT event FROM to_do WHERE id = ? AND deleted_at IS NULL", id.raw) {
      EventID(try $0.id("event"))
    }
    guard let place, let event = try visible(place, to: person) else { return nil }
    return (event, try line(id, of: place))
  }
}

extension EventRow {
  /// Whoever finds the event.
  fileprivate var scopes: [RawUUID] {
    deleted == nil ? [owner.raw] + (circle.map { [$0.raw] } ?? []) : []
  }
}

extension Events.ToDo {
  func reindex(isShown: Bool, of event: EventRow, _ db: borrowing Database) throws {
    try db.unindex(.toDos, id.raw)
    guard isShown else { return }
    try db.index(.toDos, id.raw, scopes: event.scopes, words: TextWords([text]))
  }
}

extension EventsStore {
  static let search = Migration(
    9, "words of events and to-dos",
    """
    CREATE TABLE event_word(
      scope BLOB NOT NULL CHECK (length(scope) = 16), word TEXT NOT NULL,
      entry BLOB NOT NULL REFERENCES event(id) ON DELETE CASCADE,
      place INTEGER NOT NULL CHECK (place IN (0, 1)), PRIMARY KEY (scope, word, entry)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX event_word_entry ON event_word(entry);
    CREATE TABLE event_word_due(
      id BLOB PRIMARY KEY CHECK (length(id) = 16) REFERENCES event(id) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    INSERT INTO event_word_due(id) SELECT id FROM event;
    CREATE TABLE to_do_word(
      scope BLOB NOT NULL CHECK (length(scope) = 16), word TEXT NOT NULL,
      entry BLOB NOT NULL REFERENCES to_do(id) ON DELETE CASCADE,
      place INTEGER NOT NULL CHECK (place IN (0, 1)), PRIMARY KEY (scope, word, entry)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX to_do_word_entry ON to_do_word(entry);
    """)

  static let searchLines = Migration(
    10, "words of events and to-dos, one line for each",
    """
    DROP TABLE event_word;
    CREATE TABLE event_word(
      scope BLOB NOT NULL CHECK (length(scope) = 16),
      entry BLOB NOT NULL REFERENCES event(id) ON DELETE CASCADE, words TEXT NOT NULL,
      PRIMARY KEY (scope, entry)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX event_word_entry ON event_word(entry);
    DROP TABLE to_do_word;
    CREATE TABLE to_do_word(
      scope BLOB NOT NULL CHECK (length(scope) = 16),
      entry BLOB NOT NULL REFERENCES to_do(id) ON DELETE CASCADE, words TEXT NOT NULL,
      PRIMARY KEY (scope, entry)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX to_do_word_entry ON to_do_word(entry);
    DELETE FROM event_word_due;
    INSERT INTO event_word_due(id) SELECT id FROM event;
    """)
}
