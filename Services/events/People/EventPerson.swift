import Schema
import ServiceKit
import Store

/// The export and erasure of a person's data, and the subscriptions to other programs.
extension EventsService {
  static let exportedEvents = 100
  /// The size at which a page ends: one more event with the longest lists still fits into a reply.
  static let exportedBytes = 1 << 20
  /// The limit of events or answers per step of an erasure. Other writes wait for at most one step.
  static let erasedAStep = 100

  func registerPeople(in handlers: inout Handlers) {
    handlers.on(Events.ExportPerson.self, exportPerson)
    handlers.erase(Events.ErasePerson.self, from: EventsService.personalTables)
    handlers.subscribe(to: Roomhub.MemberJoined.self, from: .roomhub, memberJoined)
    handlers.subscribe(to: Roomhub.MemberLeft.self, from: .roomhub, memberLeft)
    handlers.subscribeToSnapshot(from: .roomhub, into: EventsService.memberships)
    handlers.subscribe(to: Auth.ProfileChanged.self, from: .auth, profileChanged)
    handlers.subscribeToSnapshot(from: .auth, into: PersonZones.copied())
    handlers.copySite()
    // Events published before an erasure may arrive after it.
    handlers.subscribe(to: Auth.PersonErased.self, from: .auth) { told, db, _ in
      try db.forgetZone(of: told.person)
    }
    registerRosters(in: &handlers)
  }

  func exportPerson(_ request: Events.ExportPerson, _ call: Call) async throws -> Events.PersonExport {
    let person = try call.person
    let last = try request.cursor?.parts(RawUUID.self) ?? .min
    return try await call.read { db in
      let found = try db.events(of: person, after: last, limit: EventsService.exportedEvents + 1)
      var page: [Events.ExportedEvent] = []
      var bytes = 0
      for event in found.prefix(EventsService.exportedEvents) where bytes < EventsService.exportedBytes {
        page.append(try db.exported(event, to: person, at: call.now))
        bytes += page.last?.roughBytes ?? 0
      }
      let isLast = found.count == page.count
      return Events.PersonExport(
        zone: try db.zone(of: person), events: page, answers: isLast ? try db.answers(of: person) : [],
        feed: isLast ? try db.feed(of: person) : nil,
        next: isLast ? nil : page.last.map { Cursor(of: $0.event.id.raw) })
    }
  }

  static let personalTables = [
    PersonalTable.deleted("feed", key: "person", exported: ["feed"]),
    PersonalTable(
      "event", "owner",
      parts: [
        "budget", "budget_line", "event_link", "event_word", "event_word_due", "imported_event", "to_do_list",
        "to_do_word",
      ],
      exported: ["events"]
    ) { db, person, call in
      try db.eraseEvents(of: person, limit: erasedAStep, call) == erasedAStep
    },
    PersonalTable("answer", "person", exported: ["answers"]) { db, person, call in
      try db.eraseAnswers(of: person, limit: erasedAStep, call) == erasedAStep
    },
    PersonalTable("to_do", "done_by", "assignee") { db, person, _ in
      try db.forgetInToDos(person, limit: erasedAStep) >= erasedAStep
    },
    PersonalTable.deleted("membership", key: "person"),
    PersonalTable.deleted("roster", key: "person, course"),
    PersonalTable.deleted("person_zone", key: "person", exported: ["zone"]),
  ]
}

extension Database {
  /// The person's own events by id, including deleted ones.
  fileprivate func events(of person: PersonID, after last: RawUUID, limit: Int) throws -> [EventRow] {
    try all(
      "SELECT \(EventRow.columns) FROM event WHERE owner = ? AND id > ? ORDER BY id LIMIT ?", person.raw,
      last,
      limit
    ) { try EventRow($0) }
  }

  fileprivate func exported(
    _ event: EventRow, to person: PersonID, at now: Instant
  ) throws -> Events.ExportedEvent {
    Events.ExportedEvent(
      event: try shown(event, to: person, at: now), deleted: event.deleted, toDos: try lines(of: event.id),
      budget: try sheet(of: event.id).map { try budget($0, of: event.id) })
  }

  fileprivate func answers(of person: PersonID) throws -> [Events.GivenAnswer] {
    try all(
      "SELECT event, answer, at FROM answer WHERE person = ? ORDER BY event LIMIT ?", person.raw,
      Database.maxEvents
    ) {
      Events.GivenAnswer(
        event: EventID(try $0.id("event")), answer: try Events.Answer(stored: $0.text("answer")),
        at: try $0.instant("at"))
    }
  }

  fileprivate func eraseEvents(of person: PersonID, limit: Int, _ call: Call) throws -> Int {
    let events = try self.events(of: person, after: .min, limit: limit)
    for event in events {
      let planned = try alerts(of: event, at: call.now)
      let audience = try audience(of: event)
      try run("DELETE FROM event WHERE id = ?", event.id.raw)
      try publishNoPicture(of: event, call)
      guard event.deleted == nil else { continue }
      var gone = event
      gone.deleted = call.now
      try replan(gone, instead: planned, call)
      try publish(Events.EventDeleted(id: event.id), to: audience, call)
    }
    return events.count
  }

  fileprivate func eraseAnswers(of person: PersonID, limit: Int, _ call: Call) throws -> Int {
    let events = try all(
      "SELECT \(EventRow.columns) FROM event WHERE id IN (SELECT event FROM answer WHERE person = ? LIMIT ?)",
      person.raw, limit
    ) { try EventRow($0) }
    for event in events { try answer(nil, by: person, to: event, call) }
    return events.count
  }
}

extension Events.ExportedEvent {
  /// The approximate size in a reply: the texts, and an overhead for each.
  fileprivate var roughBytes: Int {
    let texts = toDos.map(\.text) + (budget?.lines ?? []).map(\.text) + [event.notes ?? ""]
    let dates = (event.exceptions?.count ?? 0) * EventExceptions.roughBytes
    return texts.reduce(1000 + dates) { $0 + $1.utf8.count + 300 }
  }
}
