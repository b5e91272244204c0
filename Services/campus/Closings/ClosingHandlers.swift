import Calendar
import Schema
import ServiceKit
import Store

/// Unplanned closings: a preview, one press, and an hour to undo.
extension CampusService {
  func registerClosings(in handlers: inout Handlers) {
    handlers.on(Campus.PreviewClosing.self, previewClosing)
    handlers.on(Campus.CloseDay.self, closeDay)
    handlers.on(Campus.ListClosings.self, listClosings)
    handlers.on(Campus.UndoClosing.self, undoClosing)
  }

  /// The time for which a closing can be undone.
  static let undoLimit = Duration.seconds(3600)

  func previewClosing(
    _ request: Campus.PreviewClosing, _ call: Call
  ) async throws -> Campus.ClosingPreview {
    try await call.read { db in
      let policy = try request.policy ?? db.school().policy
      try db.requireClosable(request.date, call)
      var rules = try db.dayRules()
      rules.closings[request.date] = policy
      let replan = try db.replan(rules, today: try db.schoolDate(at: call.now))
      let people = try db.one("SELECT count(*) AS count FROM person") { Int(try $0.int("count")) } ?? 0
      return Campus.ClosingPreview(
        days: try db.moved(replan), students: people,
        reminders: try db.reminders(on: Set(replan.changes.map(\.date))))
    }
  }

  /// The days, the event and the start of the notifications are one transaction. `ClosingNotices` sends the
  /// notifications.
  func closeDay(_ request: Campus.CloseDay, _ call: Call) async throws -> EncodedReply<Campus.Closing> {
    try await call.write { db in
      let closing = try db.newClosing(request, call)
      let replan = try db.replanDays(call)
      for day in try db.moved(replan) {
        try db.run(
          "INSERT INTO closing_day(closing, date, before_type, after_type) VALUES (?, ?, ?, ?)",
          closing.raw, day.date.daysSince1970, day.before?.id.raw, day.after?.id.raw)
      }
      try db.run(
        "INSERT INTO closing_notice(closing, is_reopening) VALUES (?, 0)", closing.raw)
      try db.audit(.dayClosed, of: "school", request.date.noted(request.note), call)
      guard let stored = try db.closing(closing) else { throw Fault(.notFound) }
      return try db.shown(stored)
    }
  }

  func listClosings(_ request: Campus.ListClosings, _ call: Call) async throws -> Page<Campus.Closing> {
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try TimeKey($0) } ?? .last
    let found = try await call.read { db in
      try db.closings(before: key, limit: limit + 1).map { try db.shown($0) }
    }
    return Page(found, limit: limit) { TimeKey(time: $0.at, id: $0.id.raw).cursor }
  }

  func undoClosing(
    _ request: Campus.UndoClosing, _ call: Call
  ) async throws -> EncodedReply<Campus.Closing> {
    try await call.write { db in
      guard let closing = try db.closing(request.id) else { throw Fault(.notFound) }
      if closing.undone == nil {
        guard call.now < closing.undoableUntil else { throw Fault(.undoTooLate) }
        try db.end(closing.id, call)
        try db.replanDays(call)
        try db.audit(.dayReopened, of: "school", closing.date.noted(closing.note), call)
      }
      guard let stored = try db.closing(request.id) else { throw Fault(.notFound) }
      return try db.shown(stored)
    }
  }
}

/// A closing as it is stored.
struct ClosingRow: Sendable, Hashable {
  let id: ClosingID
  let date: CivilDate
  let policy: Campus.ClosingPolicy
  let note: DayNote?
  let at: Instant
  let undoableUntil: Instant
  let undone: Instant?
}

extension Database {
  private static var closingColumns: String {
    "id, date, policy, note, closed_at, undoable_until, undone_at"
  }

  func closing(_ id: ClosingID) throws -> ClosingRow? {
    try one("SELECT \(Database.closingColumns) FROM closing WHERE id = ?", id.raw) {
      try ClosingRow(row: $0)
    }
  }

  fileprivate func closings(before key: TimeKey, limit: Int) throws -> [ClosingRow] {
    try all(
      """
      SELECT \(Database.closingColumns) FROM closing WHERE (closed_at, id) < (?, ?)
      ORDER BY closed_at DESC, id DESC LIMIT ?
      """,
      key.time, key.id, limit
    ) { try ClosingRow(row: $0) }
  }

  fileprivate func shown(_ row: ClosingRow) throws -> Campus.Closing {
    let days = try all(
      """
      SELECT date, before_type, before.name AS before_name, after_type, after.name AS after_name
      FROM closing_day LEFT JOIN day_type before ON before.id = before_type
      LEFT JOIN day_type after ON after.id = after_type WHERE closing = ? ORDER BY date LIMIT ?
      """,
      row.id.raw, Campus.maxTermDays
    ) { row in
      Campus.MovedDay(
        date: CivilDate(daysSince1970: try row.int("date")),
        before: Campus.NamedDayType(try row.idOrNil("before_type"), try row.textOrNil("before_name")),
        after: Campus.NamedDayType(try row.idOrNil("after_type"), try row.textOrNil("after_name")))
    }
    return Campus.Closing(
      id: row.id, date: row.date, policy: row.policy, note: row.note, at: row.at,
      undoableUntil: row.undoableUntil, undone: row.undone, days: days)
  }

  /// - Throws: a fault for a date that has passed, has no school, or is closed already.
  fileprivate func requireClosable(_ date: CivilDate, _ call: Call) throws {
    guard try date >= schoolDate(at: call.now) else { throw Fault(.pastDay, field: "date") }
    switch try schoolDay(on: date).state {
    case .school: break
    case .closed: throw Fault(.alreadyClosed, field: "date")
    case .noSchool: throw Fault(.noSchoolDay, field: "date")
    }
  }

  fileprivate func newClosing(_ request: Campus.CloseDay, _ call: Call) throws -> ClosingID {
    try requireClosable(request.date, call)
    let count = try one("SELECT count(*) AS count FROM closing") { try $0.int("count") } ?? 0
    guard count < Int64(Campus.maxClosings) else { throw Fault(.tooManyClosings) }
    let id = ClosingID(.timed(call.now))
    var undoable = call.now.advanced(by: CampusService.undoLimit)
    // A date that has passed stays as it was.
    if let next = request.date.adding(days: 1) { undoable = min(undoable, try schoolZone().startOfDay(next)) }
    try run(
      "INSERT INTO closing(\(Database.closingColumns)) VALUES (?, ?, ?, ?, ?, ?, NULL)", id.raw,
      request.date.daysSince1970, (try request.policy ?? school().policy).rawValue, request.note?.text,
      call.now, undoable)
    return id
  }

  /// Ends a closing, so that those who were notified of it are notified again. The caller replans the days.
  func end(_ closing: ClosingID, _ call: Call) throws {
    try run("UPDATE closing SET undone_at = ? WHERE id = ?", call.now, closing.raw)
    // Those who were not notified yet are not notified at all.
    try run(
      """
      INSERT INTO closing_notice(closing, is_reopening, told_to, ends_at) VALUES (?, 1, NULL, NULL)
      ON CONFLICT(closing) DO UPDATE SET is_reopening = 1, told_to = NULL,
        ends_at = COALESCE(closing_notice.told_to, ?)
      """,
      closing.raw, [UInt8]())
  }

  /// The days that change, with the names of their day types.
  fileprivate func moved(_ replan: DayReplan) throws -> [Campus.MovedDay] {
    func named(_ day: PlannedDay?) throws -> Campus.NamedDayType? {
      try day?.dayType.flatMap { try dayType($0) }.map { Campus.NamedDayType(id: $0.id, name: $0.name) }
    }
    return try replan.changes.sorted { $0.date < $1.date }.compactMap { change in
      let (before, after) = (try named(change.before), try named(change.after))
      return before == after
        ? nil : Campus.MovedDay(date: change.date, before: before, after: after)
    }
  }

  /// The number of reminders of classes on these dates.
  fileprivate func reminders(on dates: Set<CivilDate>) throws -> Int {
    guard let first = dates.min(), let last = dates.max() else { return 0 }
    return try all(
      "SELECT date, count(*) AS count FROM reminder WHERE date BETWEEN ? AND ? GROUP BY date LIMIT ?",
      first.daysSince1970, last.daysSince1970, Campus.maxTermDays
    ) { row in
      dates.contains(CivilDate(daysSince1970: try row.int("date"))) ? Int(try row.int("count")) : 0
    }.reduce(0, +)
  }
}

extension ClosingRow {
  fileprivate init(row: borrowing Row) throws {
    self.init(
      id: ClosingID(try row.id("id")), date: CivilDate(daysSince1970: try row.int("date")),
      policy: try Campus.ClosingPolicy(stored: row.text("policy")),
      note: try row.textOrNil("note").map { DayNote(checked: $0) }, at: try row.instant("closed_at"),
      undoableUntil: try row.instant("undoable_until"), undone: try row.instantOrNil("undone_at"))
  }
}

extension Campus.NamedDayType {
  fileprivate init?(_ id: RawUUID?, _ name: String?) {
    guard let id, let name else { return nil }
    self.init(id: DayTypeID(id), name: DayTypeName(checked: name))
  }
}
