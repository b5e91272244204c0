import Schema
import ServiceKit
import Store

/// Requests about a person's upcoming alerts.
extension NotifierService {
  func registerAlerts(in handlers: inout Handlers) {
    handlers.on(Notifier.ListAlerts.self, listAlerts)
    handlers.on(Notifier.ListArmed.self, listArmed)
    handlers.on(Notifier.CountAlerts.self, countAlerts)
    handlers.on(Notifier.PinAlert.self, pinAlert)
    handlers.on(Notifier.UnpinAlert.self, unpinAlert)
    handlers.on(Notifier.DropAlert.self, dropAlert)
  }

  func listAlerts(_ request: Notifier.ListAlerts, _ call: Call) async throws -> Notifier.PlannedAlerts {
    let person = try call.person
    let limit = (request.limit ?? .standard).count
    let place = try request.cursor.map { try AlertCursor($0) }
    return try await call.read { db in
      var found: [ListedAlert] = []
      for state in [AlertState.armed, .queued] where found.count <= limit {
        if let wanted = request.state, wanted.rawValue != state.rawValue { continue }
        if state == .armed, place?.state == .queued { continue }
        let after = place.flatMap { $0.state == state ? $0.order : nil }
        found += try db.listedAlerts(state, of: person, after: after, limit: limit + 1 - found.count)
      }
      let items = found.prefix(limit)
      return Notifier.PlannedAlerts(
        items: items.map(\.shown), next: found.count > limit ? items.last.map(AlertCursor.cursor) : nil,
        slots: try db.slots(of: person))
    }
  }

  func listArmed(_ request: Notifier.ListArmed, _ call: Call) async throws -> Notifier.ArmedAlerts {
    let person = try call.person
    return try await call.read { db in
      Notifier.ArmedAlerts(
        items: try db.listedAlerts(.armed, of: person, after: nil, limit: Notifier.Slots.maxArmed).map(
          \.shown))
    }
  }

  func countAlerts(_ request: Notifier.CountAlerts, _ call: Call) async throws -> Notifier.AlertCounts {
    let person = try call.person
    return try await call.read { try $0.alertCounts(of: person) }
  }

  func pinAlert(_ request: Notifier.PinAlert, _ call: Call) async throws -> Notifier.PlannedAlert {
    let person = try call.person
    return try await call.write { db in
      var moves = Moves(of: person)
      try db.pin(try db.liveAlert(request.id, of: person), &moves)
      try db.publish(moves, call)
      return try db.shownAlert(request.id, of: person)
    }
  }

  func unpinAlert(_ request: Notifier.UnpinAlert, _ call: Call) async throws -> Notifier.PlannedAlert {
    let person = try call.person
    return try await call.write { db in
      var moves = Moves(of: person)
      try db.unpin(try db.liveAlert(request.id, of: person), &moves)
      try db.publish(moves, call)
      return try db.shownAlert(request.id, of: person)
    }
  }

  func dropAlert(_ request: Notifier.DropAlert, _ call: Call) async throws -> Empty {
    let person = try call.person
    return try await call.write { db in
      guard let alert = try db.alert(request.id, of: person) else { throw Fault(.notFound) }
      var moves = Moves(of: person)
      try db.cancel(alert, isDropped: true, &moves, call)
      try db.settle(&moves)
      try db.publish(moves, call)
      return Empty()
    }
  }
}

/// The cursor for a page of alerts: state, time, importance, creation, id.
struct AlertCursor: Sendable {
  let state: AlertState
  let order: AlertOrder

  init(_ cursor: Cursor) throws(Fault) {
    let parts = CursorText.parts(cursor)
    guard parts.count == 5, let state = AlertState(rawValue: parts[0]), state == .armed || state == .queued,
      let at = Int64(parts[1]), let rank = Int64(parts[2]), let created = Int64(parts[3]),
      let id = RawUUID(parts[4])
    else { throw Fault(.cursorBad, field: "cursor") }
    self.state = state
    order = AlertOrder(
      at: Instant(milliseconds: at), rank: rank, created: Instant(milliseconds: created), id: id)
  }

  static func cursor(_ alert: ListedAlert) -> Cursor {
    let order = alert.row.order
    return CursorText.cursor([
      alert.row.state.rawValue, "\(order.at.milliseconds)", "\(order.rank)",
      "\(order.created.milliseconds)", order.id.description,
    ])
  }
}

/// An alert and its position in line.
struct ListedAlert: Sendable {
  let row: AlertRow
  let position: Int

  var shown: Notifier.PlannedAlert { row.shown(position: position) }
}

extension Database {
  /// Upcoming alerts of one state in order, after the cursor `place`.
  func listedAlerts(
    _ state: AlertState, of person: PersonID, after place: AlertOrder?, limit: Int
  ) throws -> [ListedAlert] {
    let rows: [AlertRow]
    var before = 0
    if let place {
      rows = try all(
        """
        SELECT \(AlertRow.columns) FROM alert
        WHERE person = ? AND state = ? AND ended_at IS NULL AND (at, rank, created_at, id) > (?, ?, ?, ?)
        ORDER BY at, rank, created_at, id LIMIT ?
        """,
        person.raw, state.rawValue, place.at, place.rank, place.created, place.id, limit
      ) { try AlertRow($0) }
      if let first = rows.first { before = try position(of: first) - 1 }
    } else {
      rows = try all(
        """
        SELECT \(AlertRow.columns) FROM alert WHERE person = ? AND state = ? AND ended_at IS NULL
        ORDER BY at, rank, created_at, id LIMIT ?
        """,
        person.raw, state.rawValue, limit
      ) { try AlertRow($0) }
    }
    return rows.enumerated().map { ListedAlert(row: $0.element, position: before + $0.offset + 1) }
  }

  func shownAlert(_ id: AlertID, of person: PersonID) throws -> Notifier.PlannedAlert {
    let alert = try liveAlert(id, of: person)
    return alert.shown(position: try position(of: alert))
  }

  /// The alert's position, from 1, among the alerts of its state.
  private func position(of alert: AlertRow) throws -> Int {
    let order = alert.order
    return try one(
      """
      SELECT count(*) FROM alert
      WHERE person = ? AND state = ? AND ended_at IS NULL AND (at, rank, created_at, id) <= (?, ?, ?, ?)
      """,
      alert.person.raw, alert.state.rawValue, order.at, order.rank, order.created, order.id
    ) { Int(try $0.int(0)) } ?? 1
  }

  func alertCounts(of person: PersonID) throws -> Notifier.AlertCounts {
    try one(
      "SELECT planned, queued, armed, fired, cancelled, missed FROM slots WHERE person = ?", person.raw
    ) {
      Notifier.AlertCounts(
        planned: try $0.int(0), queued: try $0.int(1), armed: try $0.int(2), fired: try $0.int(3),
        cancelled: try $0.int(4), missed: try $0.int(5))
    } ?? Notifier.AlertCounts(planned: 0, queued: 0, armed: 0, fired: 0, cancelled: 0, missed: 0)
  }
}
