import Schema
import ServiceKit
import Store

/// Export and erasure of everything stored about a person.
extension NotifierService {
  /// Alerts or notices per page of an export.
  private static let exportStep = 500

  func registerPeople(in handlers: inout Handlers) {
    handlers.on(Notifier.ExportPerson.self, exportPerson)
    handlers.erase(Notifier.ErasePerson.self, from: NotifierService.personalTables)
    // A store restored from a backup that is older than the erasure got no request, but it gets this event.
    handlers.subscribe(to: Auth.PersonErased.self, from: .auth) { told, db, call in
      try db.erase(told.person, from: NotifierService.personalTables, call)
    }
  }

  func exportPerson(
    _ request: Notifier.ExportPerson, _ call: Call
  ) async throws -> Notifier.PersonExport {
    let person = try call.person
    let key = try request.cursor.map { try ExportKey($0) } ?? .alerts(nil)
    return try await call.read { db in
      switch key {
      case .alerts(let after): return try db.exportAlerts(of: person, after: after, call)
      case .notices(let after): return try db.exportNotices(of: person, after: after)
      }
    }
  }

  /// `erased_person` comes first: once it has the person, events about them are ignored, because some from
  /// before the erasure may arrive during it or after it.
  static let personalTables = [
    PersonalTable("erased_person", "person") { db, person, call in
      try db.run(
        "INSERT INTO erased_person(person, at) VALUES (?, ?) ON CONFLICT(person) DO NOTHING", person.raw,
        call.now)
      return false
    },
    PersonalTable.deleted("alert", key: "id", exported: ["alerts"]),
    PersonalTable.deleted("notice", key: "id", exported: ["notices"]),
    PersonalTable.deleted("delivery", key: "id", parts: ["digest_line"]),
    PersonalTable.deleted("slots", key: "person", exported: ["counts"]),
    PersonalTable.deleted("alert_times", key: "person", exported: ["times"]),
    PersonalTable.deleted("channel", key: "id", exported: ["channels"]),
    PersonalTable.deleted("person_zone", key: "person"),
  ]

  static var exportLimit: Int { exportStep }
}

/// The sort key in an export: alerts, then notices. Nil stands for the first of a kind.
private enum ExportKey: PageKey {
  case alerts(AlertKey?)
  case notices(TimeKey?)

  init(_ cursor: Cursor) throws(Fault) {
    let (kind, inner) = try cursor.parts(String.self, String.self)
    switch kind {
    case "alerts": self = .alerts(try AlertKey(Cursor(inner)))
    case "notices": self = .notices(inner.isEmpty ? nil : try TimeKey(Cursor(inner)))
    default: throw .badCursor
    }
  }

  var cursor: Cursor {
    switch self {
    case .alerts(let key): Cursor(of: "alerts", key?.cursor.text ?? "")
    case .notices(let key): Cursor(of: "notices", key?.cursor.text ?? "")
    }
  }
}

extension Database {
  func isErased(_ person: PersonID) throws -> Bool {
    try one("SELECT 1 FROM erased_person WHERE person = ?", person.raw, map: { _ in true }) ?? false
  }

  fileprivate func exportAlerts(
    of person: PersonID, after key: AlertKey?, _ call: Call
  ) throws -> Notifier.PersonExport {
    let limit = NotifierService.exportLimit
    let found = try listedAlerts([.armed, .queued], of: person, after: key, limit: limit + 1)
    let page = Page(found, limit: limit) {
      ExportKey.alerts(AlertKey($0.row)).cursor
    } item: {
      $0.shown(to: nil)
    }
    let isFirst = key == nil
    return Notifier.PersonExport(
      times: isFirst ? try shownTimes(of: person, at: call.now) : nil,
      counts: isFirst ? try alertCounts(of: person) : nil,
      channels: isFirst ? try shownChannels(of: person, askedIn: call.identity?.session) : [],
      alerts: page.items, notices: [], next: page.next ?? ExportKey.notices(nil).cursor)
  }

  fileprivate func exportNotices(
    of person: PersonID, after key: TimeKey?
  ) throws -> Notifier.PersonExport {
    let limit = NotifierService.exportLimit
    let found = try notices(of: person, unreadOnly: false, after: key ?? .last, limit: limit + 1)
    let page = Page(found.map { $0.shown(to: nil) }, limit: limit) { ExportKey.notices(TimeKey($0)).cursor }
    return Notifier.PersonExport(
      times: nil, counts: nil, channels: [], alerts: [], notices: page.items,
      next: page.next)
  }
}
