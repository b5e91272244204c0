import Bus
import JSON
import Schema
import ServiceKit
import Store

/// The content of a notice, stored as JSON.
struct NoticeBody: Codable, Hashable, Sendable {
  let text: Alerts.AlertText
  let because: [Alerts.AlertReason]
}

/// One line of an inbox, as stored.
struct NoticeRow: Sendable, Hashable {
  let id: NoticeID
  let person: PersonID
  let at: Instant
  let kind: Notifier.NoticeKind
  let alert: AlertID?
  let program: ProgramName
  let object: AlertObjectID?
  /// The lead time of the object's alert that fired.
  let lead: LeadTime?
  let importance: Alerts.AlertImportance
  /// The time after which the notice is no longer useful to a channel.
  let usefulUntil: Instant
  var read: Instant?
  var snoozedUntil: Instant?
  var body: NoticeBody

  /// The time within which a notice without an end of its own is delivered, or not at all: one day.
  static let usefulness = Duration.seconds(24 * 3600)

  static let columns = """
    id, person, at, kind, alert, program, object, lead, importance, useful_until, read_at, snoozed_until, body
    """

  /// A notice for an alert that fires.
  init(_ alert: AlertRow, _ kind: Notifier.NoticeKind, now: Instant) {
    id = .timed(now)
    person = alert.person
    at = now
    self.kind = kind
    self.alert = alert.id
    program = alert.key.program
    object = alert.key.object
    lead = alert.key.lead
    importance = alert.importance
    usefulUntil = max(alert.until, now.advanced(by: NoticeRow.usefulness))
    body = NoticeBody(text: alert.body.value.text, because: alert.body.value.because)
  }

  /// A notice for a raised alert. It stores only the hour, because the exact time of its subject may be
  /// secret.
  init(_ told: Alerts.AlertRaised, to person: PersonID, now: Instant) {
    id = .random()
    self.person = person
    at = now.hour
    kind = .raised
    alert = nil
    program = told.program
    object = told.object
    lead = nil
    importance = told.importance
    usefulUntil = now.hour.advanced(by: NoticeRow.usefulness)
    body = NoticeBody(text: told.text, because: [])
  }

  /// One notice for all missed alerts.
  init(missed texts: [Alerts.AlertText], by person: PersonID, now: Instant) {
    id = .timed(now)
    self.person = person
    at = now
    kind = .missed
    alert = nil
    program = .notifier
    object = nil
    lead = nil
    importance = .normal
    usefulUntil = now.advanced(by: NoticeRow.usefulness)
    body = NoticeBody(text: MissedText.text(texts), because: [])
  }

  init(_ row: borrowing Row) throws {
    id = NoticeID(try row.id("id"))
    person = PersonID(try row.id("person"))
    at = try row.instant("at")
    guard let kind = Notifier.NoticeKind(rawValue: try row.text("kind")),
      let importance = Alerts.AlertImportance(rawValue: try row.text("importance"))
    else { throw DamagedRow(what: "notice \(id)") }
    self.kind = kind
    alert = try row.idOrNil("alert").map { AlertID($0) }
    program = ProgramName(try row.text("program"))
    object = try row.idOrNil("object").map { AlertObjectID($0) }
    lead = try row.intOrNil("lead").flatMap { LeadTime(Int($0)) }
    self.importance = importance
    usefulUntil = try row.instant("useful_until")
    read = try row.instantOrNil("read_at")
    snoozedUntil = try row.instantOrNil("snoozed_until")
    body = try JSONCoding.decode(NoticeBody.self, from: try row.blob("body"))
  }

  /// - Parameter reader: nil for a notice without words, such as one in an export.
  func shown(to reader: AlertReader?) -> Notifier.Notice {
    Notifier.Notice(
      id: id, at: at, kind: kind, alert: alert, program: program, object: object, text: body.text,
      importance: importance, because: body.because, read: read, snoozedUntil: snoozedUntil,
      rendered: reader?.rendered(body.text, because: body.because, isLate: kind == .late))
  }
}

/// The text of a notice about missed alerts: their number, and the titles of the first ones; of a single one
/// also its time.
enum MissedText {
  static let maxTitles = 5

  static func text(_ missed: [Alerts.AlertText]) -> Alerts.AlertText {
    text(
      count: missed.count, titles: missed.prefix(maxTitles).map(\.title),
      time: missed.count == 1 ? missed.flatMap(time) : [])
  }

  static func text(
    count: Int, titles: [String], time: [Alerts.AlertValue] = []
  ) -> Alerts.AlertText {
    Alerts.AlertText(
      .missed,
      [
        Alerts.AlertValue(name: "count", text: "\(count)"),
        Alerts.AlertValue(name: "titles", text: titles.prefix(maxTitles).joined(separator: "\n")),
      ] + time)
  }

  /// The time that the alert was about. The start of an all-day event is a day.
  private static func time(of missed: Alerts.AlertText) -> [Alerts.AlertValue] {
    missed.values.compactMap { value in
      switch value.name {
      case "start" where missed.known == .eventDayReminder:
        Alerts.AlertValue(name: "day", text: value.text)
      case "start", "due", "zone": value
      default: nil
      }
    }
  }
}

extension Database {
  func insert(_ notice: NoticeRow) throws {
    try run(
      "INSERT INTO notice(\(NoticeRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      notice.id.raw, notice.person.raw, notice.at, notice.kind.rawValue, notice.alert?.raw,
      notice.program.text, notice.object?.raw, notice.lead?.minutes, notice.importance.rawValue,
      notice.usefulUntil, notice.read, notice.snoozedUntil, try JSONCoding.encode(notice.body))
  }

  /// The number of unread notices, counted up to 1,000, because a badge shows no more.
  func unreadCount(of person: PersonID) throws -> Int {
    try one(
      """
      SELECT count(*) AS count FROM (
        SELECT 1 AS one FROM notice WHERE person = ? AND cleared_at IS NULL AND read_at IS NULL LIMIT 1000
      ) AS unread
      """,
      person.raw
    ) { Int(try $0.int("count")) } ?? 0
  }

  func notice(_ id: NoticeID, of person: PersonID) throws -> NoticeRow {
    let notice = try one(
      "SELECT \(NoticeRow.columns) FROM notice WHERE id = ? AND person = ? AND cleared_at IS NULL", id.raw,
      person.raw
    ) { try NoticeRow($0) }
    guard let notice else { throw Fault(.notFound) }
    return notice
  }

  /// Notices, newest first, starting after `key`.
  func notices(
    of person: PersonID, unreadOnly: Bool, after key: TimeKey, limit: Int
  ) throws -> [NoticeRow] {
    let unread = unreadOnly ? "AND read_at IS NULL" : ""
    return try all(
      """
      SELECT \(NoticeRow.columns) FROM notice WHERE person = ? AND cleared_at IS NULL \(unread)
        AND (at, id) < (?, ?) ORDER BY at DESC, id DESC LIMIT ?
      """,
      person.raw, key.time, key.id, limit
    ) { try NoticeRow($0) }
  }
}
