import Schema
import ServiceKit
import Store

/// Reports of messages. `reported` holds each reported message and its state; `report` holds who reported it
/// and why. A dismissed report no longer counts until the same person reports the message again.
extension Database {
  /// - Returns: false if the person's report already counts.
  func insertReport(
    _ message: Roomhub.Message, in room: RoomID, by person: PersonID, reason: String?
  ) throws -> Bool {
    try run(
      """
      INSERT INTO reported(message, room, hour, state) VALUES (?, ?, ?, 'waiting')
      ON CONFLICT(message) DO UPDATE SET state = 'waiting' WHERE reported.state = 'dismissed'
      """,
      message.id.raw, room.raw, message.hour)
    return try change(
      """
      INSERT INTO report(message, person, reason, counts) VALUES (?, ?, ?, 1)
      ON CONFLICT(message, person) DO UPDATE SET reason = excluded.reason, counts = 1
      WHERE report.counts = 0
      """,
      message.id.raw, person.raw, reason) > 0
  }

  /// Deletes a report. A message without reports becomes an ordinary one again. A hidden message stays
  /// hidden, because its readers or an administrator decided so.
  func deleteReport(_ message: MessageID, by person: PersonID) throws {
    let deleted = try change(
      "DELETE FROM report WHERE message = ? AND person = ?", message.raw, person.raw)
    guard deleted > 0 else { return }
    try run(
      """
      DELETE FROM reported WHERE message = ? AND state <> 'hidden'
        AND NOT EXISTS (SELECT 1 FROM report WHERE report.message = reported.message)
      """,
      message.raw)
    try run(
      """
      UPDATE reported SET state = 'dismissed' WHERE message = ? AND state = 'waiting'
        AND NOT EXISTS (SELECT 1 FROM report WHERE report.message = reported.message AND counts = 1)
      """,
      message.raw)
  }

  /// The number of reports that count, from people who live in the room now.
  func votes(_ message: MessageID, in room: RoomID) throws -> Int {
    let votes = try one(
      """
      SELECT count(*) AS count FROM report JOIN member ON member.person = report.person AND member.room = ?
      WHERE message = ? AND counts = 1
      """,
      room.raw, message.raw, map: { try $0.int("count") })
    return Int(votes ?? 0)
  }

  func setState(_ message: MessageID, _ state: Roomhub.ReportState) throws {
    try run("UPDATE reported SET state = ? WHERE message = ?", state.rawValue, message.raw)
  }

  /// Dismisses the reports of a message so far.
  func dismissReports(_ message: MessageID) throws {
    try run("UPDATE report SET counts = 0 WHERE message = ?", message.raw)
    try setState(message, .dismissed)
  }

  /// A reported message and its room. Any other message throws `not_found`, because administrators may not
  /// see it.
  func reportedMessage(_ id: MessageID) throws -> (message: Roomhub.ReportedMessage, room: RoomID) {
    let row = try one("SELECT \(reportedColumns) WHERE reported.message = ?", id.raw) { try ReportedRow($0) }
    guard let row else { throw Fault(.notFound) }
    return (try reportedMessage(row), row.room)
  }

  /// Reported messages, newest hour first, then by id within an hour.
  func reportedMessages(
    _ state: Roomhub.ReportState, after key: TimeKey, limit: Int
  ) throws -> [Roomhub.ReportedMessage] {
    let rows = try all(
      """
      SELECT \(reportedColumns)
      WHERE state = ? AND (reported.hour < ? OR (reported.hour = ? AND reported.message > ?))
      ORDER BY reported.hour DESC, reported.message LIMIT ?
      """,
      state.rawValue, key.time, key.time, key.id, limit
    ) { try ReportedRow($0) }
    return try rows.map { try reportedMessage($0) }
  }

  /// A message with its reports: only those that count while it is waiting, all of them once it is decided.
  /// Reasons are sorted by text, so their order does not reveal who gave them.
  private func reportedMessage(_ row: ReportedRow) throws -> Roomhub.ReportedMessage {
    let reports = try all(
      """
      SELECT reason FROM report WHERE message = ? AND (counts = 1 OR ? = 1)
      ORDER BY reason IS NOT NULL, reason LIMIT ?
      """,
      row.id.raw, row.state != .waiting, Database.maxReports
    ) { try $0.textOrNil("reason") }
    return Roomhub.ReportedMessage(
      id: row.id, dorm: row.dorm, number: row.number, hour: row.hour, text: row.text, reports: reports.count,
      reasons: reports.compactMap { $0 }, state: row.state)
  }

  /// The limit on reports per message. A room holds 20 people; further reports are from people who moved out.
  private static var maxReports: Int { 100 }
}

private let reportedColumns = """
  reported.message, reported.room, room.dorm, room.number, reported.hour, message.text, state
  FROM reported JOIN message ON message.id = reported.message JOIN room ON room.id = reported.room
  """

private struct ReportedRow {
  let id: MessageID
  let room: RoomID
  let dorm: DormID
  let number: String
  let hour: Instant
  let text: String
  let state: Roomhub.ReportState

  init(_ row: borrowing Row) throws {
    id = MessageID(try row.id("message"))
    room = RoomID(try row.id("room"))
    let dormText = try row.text("dorm")
    let stateText = try row.text("state")
    guard let dorm = DormID(dormText), let state = Roomhub.ReportState(rawValue: stateText) else {
      throw DamagedRow(what: "reported message of \(dormText), \(stateText)")
    }
    self.dorm = dorm
    self.state = state
    number = try row.text("number")
    hour = try row.instant("hour")
    text = try row.text("text")
  }
}
