import Schema
import ServiceKit
import Store

/// Export and erasure of everything stored about a person.
extension NotifierService {
  /// Alerts or notices per page of an export.
  private static let exportStep = 500

  func registerPeople(in handlers: inout Handlers) {
    handlers.on(Notifier.ExportPerson.self, exportPerson)
    handlers.on(Notifier.ErasePerson.self, erasePerson)
    // A store restored from a backup that is older than the erasure got no request, but it gets this event.
    handlers.subscribe(to: Auth.PersonErased.self, from: .auth) { told, db, call in
      try db.erase(told.person, at: call.now)
    }
  }

  func exportPerson(
    _ request: Notifier.ExportPerson, _ call: Call
  ) async throws -> Notifier.PersonExport {
    let person = try call.person
    let place = try request.cursor.map { try ExportCursor($0) } ?? .alerts(nil)
    return try await call.read { db in
      switch place {
      case .alerts(let after): return try db.exportAlerts(of: person, after: after, call)
      case .notices(let before): return try db.exportNotices(of: person, before: before)
      }
    }
  }

  func erasePerson(_ request: Notifier.ErasePerson, _ call: Call) async throws -> Empty {
    while try await call.store.write({ try $0.eraseStep(of: request.person) }) > 0 {}
    return try await call.write { db in
      try db.eraseRest(of: request.person, at: call.now)
      return Empty()
    }
  }

  static var exportLimit: Int { exportStep }
}

/// The cursor for a page of an export.
private enum ExportCursor {
  case alerts(AlertCursor?)
  case notices(NoticeCursor?)

  init(_ cursor: Cursor) throws(Fault) {
    let parts = CursorText.parts(cursor)
    guard parts.count == 2 else { throw Fault(.cursorBad, field: "cursor") }
    switch parts[0] {
    case "alerts": self = .alerts(try AlertCursor(Cursor(parts[1])))
    case "notices": self = .notices(parts[1].isEmpty ? nil : try NoticeCursor(Cursor(parts[1])))
    default: throw Fault(.cursorBad, field: "cursor")
    }
  }
}

extension Database {
  /// Erases everything about a person in one transaction.
  func erase(_ person: PersonID, at now: Instant) throws {
    while try eraseStep(of: person) > 0 {}
    try eraseRest(of: person, at: now)
  }

  /// - Returns: the number of deleted rows; 0 if none are left.
  fileprivate func eraseStep(of person: PersonID) throws -> Int {
    let alerts = try run(
      "DELETE FROM alert WHERE id IN (SELECT id FROM alert WHERE person = ? LIMIT ?)", person.raw,
      NotifierService.exportLimit)
    let notices = try run(
      "DELETE FROM notice WHERE id IN (SELECT id FROM notice WHERE person = ? LIMIT ?)", person.raw,
      NotifierService.exportLimit)
    return alerts + notices + (try eraseDeliveries(of: person, limit: NotifierService.exportLimit))
  }

  /// Deletes the remaining rows and records the erasure. From then on, events about this person are ignored,
  /// because some from before the erasure may arrive after it.
  fileprivate func eraseRest(of person: PersonID, at now: Instant) throws {
    try run(
      "INSERT INTO erased_person(person, at) VALUES (?, ?) ON CONFLICT(person) DO NOTHING", person.raw, now)
    try run("DELETE FROM slots WHERE person = ?", person.raw)
    try run("DELETE FROM alert_times WHERE person = ?", person.raw)
    try eraseChannels(of: person)
    try forgetZone(of: person)
  }

  func isErased(_ person: PersonID) throws -> Bool {
    try one("SELECT 1 FROM erased_person WHERE person = ?", person.raw, map: { _ in true }) ?? false
  }

  fileprivate func exportAlerts(
    of person: PersonID, after place: AlertCursor?, _ call: Call
  ) throws -> Notifier.PersonExport {
    var found: [ListedAlert] = []
    let limit = NotifierService.exportLimit
    for state in [AlertState.armed, .queued] where found.count <= limit {
      if state == .armed, place?.state == .queued { continue }
      let after = place.flatMap { $0.state == state ? $0.order : nil }
      found += try listedAlerts(state, of: person, after: after, limit: limit + 1 - found.count)
    }
    let page = found.prefix(limit)
    var next = CursorText.cursor(["notices", ""])
    if found.count > limit, let last = page.last {
      next = CursorText.cursor(["alerts", AlertCursor.cursor(last).text])
    }
    let isFirst = place == nil
    return Notifier.PersonExport(
      times: isFirst ? try shownTimes(of: person, at: call.now) : nil,
      counts: isFirst ? try alertCounts(of: person) : nil,
      channels: isFirst ? try shownChannels(of: person, askedIn: call.identity?.session) : [],
      alerts: page.map(\.shown),
      notices: [], next: next)
  }

  fileprivate func exportNotices(
    of person: PersonID, before place: NoticeCursor?
  ) throws -> Notifier.PersonExport {
    let limit = NotifierService.exportLimit
    let found = try notices(of: person, unreadOnly: false, before: place, limit: limit + 1)
    let page = Page(found.map(\.shown), limit: limit) { NoticeCursor.cursor($0) }
    return Notifier.PersonExport(
      times: nil, counts: nil, channels: [], alerts: [], notices: page.items,
      next: page.next.map { CursorText.cursor(["notices", $0.text]) })
  }
}
