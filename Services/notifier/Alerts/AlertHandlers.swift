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
    let key = try request.cursor.map { try AlertKey($0) }
    return try await call.read { db in
      let reader = try db.reader(person, request.language, channels.settings)
      let states = [AlertState.armed, .queued].filter {
        request.state?.rawValue ?? $0.rawValue == $0.rawValue
      }
      let found = try db.listedAlerts(states, of: person, after: key, limit: limit + 1)
      let page = Page(found, limit: limit) {
        AlertKey($0.row).cursor
      } item: {
        $0.shown(to: reader)
      }
      return Notifier.PlannedAlerts(items: page.items, next: page.next, slots: try db.slots(of: person))
    }
  }

  func listArmed(_ request: Notifier.ListArmed, _ call: Call) async throws -> Notifier.ArmedAlerts {
    let person = try call.person
    return try await call.read { db in
      let reader = try db.reader(person, request.language, channels.settings)
      let armed = try db.listedAlerts(.armed, of: person, after: nil, limit: Notifier.Slots.maxArmed)
      return Notifier.ArmedAlerts(items: armed.map { $0.shown(to: reader) })
    }
  }

  func countAlerts(_ request: Notifier.CountAlerts, _ call: Call) async throws -> Notifier.AlertCounts {
    let person = try call.person
    return try await call.read { try $0.alertCounts(of: person) }
  }

  func pinAlert(_ request: Notifier.PinAlert, _ call: Call) async throws -> EncodedReply<
    Notifier.PlannedAlert
  > {
    let person = try call.person
    return try await call.write { db in
      var moves = Moves(of: person)
      try db.pin(try db.liveAlert(request.id, of: person), &moves)
      try db.publish(moves, call)
      return try db.shownAlert(
        request.id, to: try db.reader(person, nil, channels.settings), of: person)
    }
  }

  func unpinAlert(_ request: Notifier.UnpinAlert, _ call: Call) async throws -> EncodedReply<
    Notifier.PlannedAlert
  > {
    let person = try call.person
    return try await call.write { db in
      var moves = Moves(of: person)
      try db.unpin(try db.liveAlert(request.id, of: person), &moves)
      try db.publish(moves, call)
      return try db.shownAlert(
        request.id, to: try db.reader(person, nil, channels.settings), of: person)
    }
  }

  func dropAlert(_ request: Notifier.DropAlert, _ call: Call) async throws -> EncodedReply<Empty> {
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

/// The sort key of an upcoming alert: state, then its place in line.
struct AlertKey: PageKey {
  let state: AlertState
  let order: AlertOrder

  init(_ alert: AlertRow) {
    state = alert.state
    order = alert.order
  }

  init(_ cursor: Cursor) throws(Fault) {
    let (text, at, rank, created, id) = try cursor.parts(
      String.self, Instant.self, Int64.self, Instant.self, RawUUID.self)
    guard let state = AlertState(rawValue: text), state == .armed || state == .queued else {
      throw .badCursor
    }
    self.state = state
    order = AlertOrder(at: at, rank: rank, created: created, id: id)
  }

  var cursor: Cursor { Cursor(of: state.rawValue, order.at, order.rank, order.created, order.id) }
}

/// An alert and its position in line.
struct ListedAlert: Sendable {
  let row: AlertRow
  let position: Int

  func shown(to reader: AlertReader?) -> Notifier.PlannedAlert {
    row.shown(position: position, to: reader)
  }
}

extension Database {
  /// Upcoming alerts of these states in order, armed ones first, starting after `key`.
  func listedAlerts(
    _ states: [AlertState], of person: PersonID, after key: AlertKey?, limit: Int
  ) throws -> [ListedAlert] {
    var found: [ListedAlert] = []
    for state in states where found.count < limit {
      if state == .armed, key?.state == .queued { continue }
      let after = key.flatMap { $0.state == state ? $0.order : nil }
      found += try listedAlerts(state, of: person, after: after, limit: limit - found.count)
    }
    return found
  }

  /// Upcoming alerts of one state in order, starting after `place`.
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

  func reader(
    _ person: PersonID, _ language: Alerts.Language?, _ settings: ChannelSettings
  ) throws -> AlertReader {
    AlertReader(
      language: try language ?? site().language ?? settings.language, home: try home(of: person))
  }

  func shownAlert(
    _ id: AlertID, to reader: AlertReader, of person: PersonID
  ) throws -> Notifier.PlannedAlert {
    let alert = try liveAlert(id, of: person)
    return alert.shown(position: try position(of: alert), to: reader)
  }

  /// The alert's position, from 1, among the alerts of its state.
  private func position(of alert: AlertRow) throws -> Int {
    let order = alert.order
    return try one(
      """
      SELECT count(*) AS count FROM alert
      WHERE person = ? AND state = ? AND ended_at IS NULL AND (at, rank, created_at, id) <= (?, ?, ?, ?)
      """,
      alert.person.raw, alert.state.rawValue, order.at, order.rank, order.created, order.id
    ) { Int(try $0.int("count")) } ?? 1
  }

  func alertCounts(of person: PersonID) throws -> Notifier.AlertCounts {
    try one(
      "SELECT planned, queued, armed, fired, cancelled, missed FROM slots WHERE person = ?", person.raw
    ) {
      Notifier.AlertCounts(
        planned: try $0.int("planned"), queued: try $0.int("queued"), armed: try $0.int("armed"),
        fired: try $0.int("fired"),
        cancelled: try $0.int("cancelled"), missed: try $0.int("missed"))
    } ?? Notifier.AlertCounts(planned: 0, queued: 0, armed: 0, fired: 0, cancelled: 0, missed: 0)
  }
}
