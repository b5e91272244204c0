import Bus
import JSON
import Schema
import ServiceKit
import Store

enum AlertState: String, Sendable {
  case queued, armed, fired, cancelled, missed
}

/// The content of an alert, stored as JSON.
struct AlertBody: Codable, Hashable, Sendable {
  let text: Alerts.AlertText
  let because: [Alerts.AlertReason]
  let recurrence: RecurrenceText?
}

/// An alert's content with its JSON, which is encoded once, before the transaction that stores it.
struct StoredAlertBody: Hashable, Sendable {
  let value: AlertBody
  let json: [UInt8]

  init(_ value: AlertBody) throws {
    self.value = value
    json = try JSONCoding.encode(value)
  }

  init(json: [UInt8]) throws {
    value = try JSONCoding.decode(AlertBody.self, from: json)
    self.json = json
  }

  static func == (left: StoredAlertBody, right: StoredAlertBody) -> Bool { left.json == right.json }
  func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

/// An alert that a program planned, ready to be stored.
struct ToldAlert: Sendable {
  let told: Alerts.AlertPlanned
  let body: StoredAlertBody

  init(_ told: Alerts.AlertPlanned) throws {
    self.told = told
    body = try StoredAlertBody(AlertBody(told))
  }
}

/// The sort order of a person's alerts: fire time, importance, creation, id.
struct AlertOrder: Comparable, Hashable, Sendable {
  let at: Instant
  let rank: Int64
  let created: Instant
  let id: RawUUID

  static func < (left: AlertOrder, right: AlertOrder) -> Bool {
    (left.at, left.rank, left.created, left.id.high, left.id.low)
      < (right.at, right.rank, right.created, right.id.high, right.id.low)
  }
}

/// One alert as stored.
struct AlertRow: Sendable, Hashable {
  let id: AlertID
  let person: PersonID
  let key: Alerts.AlertKey
  let isSnoozed: Bool
  var state: AlertState
  var at: Instant
  var until: Instant
  var importance: Alerts.AlertImportance
  let created: Instant
  var isPinned = false
  /// True if the person dropped this alert.
  var isDropped = false
  var body: StoredAlertBody

  var order: AlertOrder { AlertOrder(at: at, rank: importance.rank, created: created, id: id.raw) }

  /// The columns in the order that `init(_:)` reads.
  static let columns = """
    id, person, program, object, lead, is_snoozed, state, at, until, rank, created_at, is_pinned, is_dropped,
    body
    """

  init(_ alert: ToldAlert, now: Instant) {
    let told = alert.told
    id = .timed(now)
    person = told.person
    key = told.key
    isSnoozed = false
    state = .queued
    at = told.at
    until = told.until
    importance = told.importance
    created = now
    body = alert.body
  }

  /// An alert for a notice that the person snoozed.
  init(_ notice: NoticeRow, key: Alerts.AlertKey, at: Instant, now: Instant) throws {
    id = .timed(now)
    person = notice.person
    self.key = key
    isSnoozed = true
    state = .queued
    self.at = at
    until = max(notice.usefulUntil, at)
    importance = notice.importance
    created = now
    body = try StoredAlertBody(
      AlertBody(text: notice.body.text, because: notice.body.because, recurrence: nil))
  }

  init(_ row: borrowing Row) throws {
    id = AlertID(try row.id("id"))
    person = PersonID(try row.id("person"))
    guard let lead = LeadTime(Int(try row.int("lead"))),
      let state = AlertState(rawValue: try row.text("state"))
    else {
      throw DamagedRow(what: "alert \(id)")
    }
    key = Alerts.AlertKey(
      program: ProgramName(try row.text("program")), object: AlertObjectID(try row.id("object")), lead: lead)
    isSnoozed = try row.bool("is_snoozed")
    self.state = state
    at = try row.instant("at")
    until = try row.instant("until")
    importance = try Alerts.AlertImportance(rank: try row.int("rank"))
    created = try row.instant("created_at")
    isPinned = try row.bool("is_pinned")
    isDropped = try row.bool("is_dropped")
    body = try StoredAlertBody(json: try row.blob("body"))
  }

  /// - Parameter reader: nil for an alert without words, such as one in an export.
  func shown(position: Int, to reader: AlertReader?) -> Notifier.PlannedAlert {
    Notifier.PlannedAlert(
      id: id, key: key, at: at, until: until, state: state == .armed ? .armed : .queued, position: position,
      isPinned: isPinned, isSnoozed: isSnoozed, text: body.value.text, importance: importance,
      because: body.value.because, recurrence: body.value.recurrence,
      rendered: reader?.rendered(body.value.text, because: body.value.because))
  }
}

extension AlertBody {
  init(_ told: Alerts.AlertPlanned) {
    self.init(text: told.text, because: told.because.all, recurrence: told.recurrence)
  }
}

/// A stored row has a value that its own check would reject, because somebody edited the file.
struct DamagedRow: Error {
  let what: String
}

extension Alerts.AlertImportance {
  /// The smaller the rank, the more important the alert.
  var rank: Int64 {
    switch self {
    case .crisis: -1
    case .high: 0
    case .normal: 1
    case .low: 2
    }
  }

  init(rank: Int64) throws {
    guard let importance = Self.allCases.first(where: { $0.rank == rank }) else {
      throw DamagedRow(what: "rank \(rank)")
    }
    self = importance
  }
}

extension Database {
  func alert(_ id: AlertID, of person: PersonID) throws -> AlertRow? {
    try one("SELECT \(AlertRow.columns) FROM alert WHERE id = ? AND person = ?", id.raw, person.raw) {
      try AlertRow($0)
    }
  }

  /// An upcoming alert. Any other throws `not_found`, as if it did not exist.
  func liveAlert(_ id: AlertID, of person: PersonID) throws -> AlertRow {
    guard let alert = try alert(id, of: person), alert.state == .queued || alert.state == .armed else {
      throw Fault(.notFound)
    }
    return alert
  }

  func alert(_ key: Alerts.AlertKey, of person: PersonID, isSnoozed: Bool) throws -> AlertRow? {
    try one(
      """
      SELECT \(AlertRow.columns) FROM alert
      WHERE person = ? AND program = ? AND object = ? AND lead = ? AND is_snoozed = ?
      """,
      person.raw, key.program.text, key.object.raw, key.lead.minutes, isSnoozed
    ) { try AlertRow($0) }
  }

  func insert(_ alert: AlertRow, endedAt: Instant? = nil) throws {
    try run(
      """
      INSERT INTO alert(\(AlertRow.columns), ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      alert.id.raw, alert.person.raw, alert.key.program.text, alert.key.object.raw, alert.key.lead.minutes,
      alert.isSnoozed, alert.state.rawValue, alert.at, alert.until, alert.importance.rank, alert.created,
      alert.isPinned, alert.isDropped, alert.body.json, endedAt)
  }

  /// Stores every column that may change, and ends a hold. `endedAt` is nil exactly for an upcoming alert.
  func update(_ alert: AlertRow, endedAt: Instant? = nil) throws {
    try run(
      """
      UPDATE alert SET state = ?, at = ?, until = ?, rank = ?, is_pinned = ?, is_dropped = ?, is_stale = 0,
        body = ?, ended_at = ?, held_until = NULL WHERE id = ?
      """,
      alert.state.rawValue, alert.at, alert.until, alert.importance.rank, alert.isPinned, alert.isDropped,
      alert.body.json, endedAt, alert.id.raw)
  }

  /// Ends an alert and frees its slot.
  func end(_ id: AlertID, as state: AlertState, at now: Instant, isDropped: Bool = false) throws {
    try run(
      """
      UPDATE alert SET state = ?, ended_at = ?, is_pinned = 0, is_dropped = ?, is_stale = 0,
        held_until = NULL WHERE id = ?
      """,
      state.rawValue, now, isDropped, id.raw)
  }
}
