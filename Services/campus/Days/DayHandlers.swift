import Schema
import ServiceKit
import Store

/// The days that everybody sees, and the dates that administrators set apart.
extension CampusService {
  func registerDays(in handlers: inout Handlers) {
    handlers.on(Campus.ListDays.self, listDays)
    handlers.on(Campus.SetException.self, setException)
    handlers.on(Campus.DeleteException.self, deleteException)
  }

  func listDays(_ request: Campus.ListDays, _ call: Call) async throws -> Campus.Days {
    guard request.from <= request.to,
      request.to.daysSince1970 - request.from.daysSince1970 < Int64(Campus.maxListedDays)
    else { throw Fault(.dayRangeBad, field: "to") }
    return try await call.read { db in
      Campus.Days(
        items: try db.schoolDays(from: request.from, to: request.to).map(\.shown), now: call.now)
    }
  }

  func setException(
    _ request: Campus.SetException, _ call: Call
  ) async throws -> EncodedReply<Campus.Day> {
    try await call.write { db in
      if try db.store(request, call) {
        try db.replanDays(call)
        try db.audit(.schoolChanged, of: "school", request.date.noted(request.note), call)
      }
      return try db.schoolDay(on: request.date).shown
    }
  }

  func deleteException(
    _ request: Campus.DeleteException, _ call: Call
  ) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      guard try db.exceptions(from: request.date, to: request.date)[request.date] != nil else {
        return Empty()
      }
      try db.requireOpen(request.date, call)
      try db.run("DELETE FROM day_exception WHERE date = ?", request.date.daysSince1970)
      try db.replanDays(call)
      try db.audit(.schoolChanged, of: "school", request.date.description, call)
      return Empty()
    }
  }
}

extension Database {
  /// Stores an exception. The caller replans the days.
  ///
  /// A school day on a closed date ends the closing, also after its hour to undo.
  /// - Returns: false if it changes nothing.
  func store(_ request: Campus.SetException, _ call: Call) throws -> Bool {
    let date = request.date
    try date.checkEntered("date")
    let new = NotedException(
      exception: Campus.DayException(
        kind: request.kind, dayType: request.dayType, bell: request.bell,
        keepsNumber: request.keepsNumber ?? false), note: request.note)
    let closing = try closings(from: date, to: date)[date]
    let isReopened = closing != nil && request.kind == .school
    guard try isReopened || exceptions(from: date, to: date)[date] != new else { return false }
    if request.kind == .closed, request.dayType != nil || request.bell != nil { throw Fault(.exceptionBad) }
    if request.kind == .school, try term(on: date) == nil { throw Fault(.outsideTerm, field: "date") }
    if let dayType = request.dayType, try liveDayType(dayType) == nil {
      throw Fault(.dayTypeUnknown, field: "dayType")
    }
    try requireBell(request.bell, field: "bell")
    try requireOpen(date, call)
    try put(new, on: date)
    if isReopened, let closing { try end(closing.id, call) }
    return true
  }

  private func put(_ new: NotedException, on date: CivilDate) throws {
    let count = try one("SELECT count(*) AS count FROM day_exception") { try $0.int("count") } ?? 0
    guard count < Int64(Database.maxExceptions) else { throw Fault(.tooManySpecialDays) }
    try run(
      """
      INSERT INTO day_exception(date, kind, day_type, bell, note, keeps_number) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT(date) DO UPDATE SET kind = excluded.kind, day_type = excluded.day_type,
        bell = excluded.bell, note = excluded.note, keeps_number = excluded.keeps_number
      """,
      date.daysSince1970, new.exception.kind.rawValue, new.exception.dayType?.raw, new.exception.bell?.raw,
      new.note?.text, new.exception.keepsNumber)
  }

  /// - Throws: `past_day` for a date that people have lived through.
  func requireOpen(_ date: CivilDate, _ call: Call) throws {
    let today = try schoolDate(at: call.now)
    guard date < today, try term(on: date)?.isLived(date, today: today) ?? false else { return }
    throw Fault(.pastDay, field: "date")
  }
}

extension CivilDate {
  /// `2026-12-18 (Snow)`, for the audit log.
  func noted(_ note: DayNote?) -> String { description + (note.map { " (\($0))" } ?? "") }
}
