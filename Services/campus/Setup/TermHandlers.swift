import Schema
import ServiceKit
import Store

/// The terms of the school.
extension CampusService {
  func registerTerms(in handlers: inout Handlers) {
    handlers.on(Campus.ListTerms.self, listTerms)
    handlers.on(Campus.AddTerm.self, addTerm)
    handlers.on(Campus.ChangeTerm.self, changeTerm)
    handlers.on(Campus.DeleteTerm.self, deleteTerm)
  }

  func listTerms(_ request: Campus.ListTerms, _ call: Call) async throws -> Campus.Terms {
    try await call.read { db in
      let terms = try db.termRows()
      return Campus.Terms(
        items: terms.map(\.shown), current: try db.currentTerm(on: try db.schoolDate(at: call.now))?.id)
    }
  }

  func addTerm(_ request: Campus.AddTerm, _ call: Call) async throws -> EncodedReply<Campus.Term> {
    try await call.write { db in
      let term = TermRow(
        id: TermID(.timed(call.now)), name: request.name, starts: request.starts, ends: request.ends,
        createdOn: try db.schoolDate(at: call.now), version: 1)
      try db.put(term, isNew: true)
      try db.publishTerm(term, left: [], call)
      return term.shown
    }
  }

  func changeTerm(
    _ request: Campus.ChangeTerm, _ call: Call
  ) async throws -> EncodedReply<Campus.Term> {
    try await call.write { db in
      guard let term = try db.termRow(request.id) else { throw Fault(.notFound) }
      guard request.version == nil || request.version == term.version else {
        throw try Fault.changedElsewhere(current: term.shown)
      }
      var changed = term
      changed.name = request.name ?? term.name
      changed.starts = request.starts ?? term.starts
      changed.ends = request.ends ?? term.ends
      guard changed != term else { return term.shown }
      changed.version += 1
      let today = try db.schoolDate(at: call.now)
      guard term.livedDates(by: today) == changed.livedDates(by: today) else { throw Fault(.pastDay) }
      try db.put(changed, isNew: false)
      try db.publishTerm(changed, left: try db.removeDays(of: term, beyond: changed), call)
      return changed.shown
    }
  }

  func deleteTerm(_ request: Campus.DeleteTerm, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      guard let term = try db.termRow(request.id) else { return Empty() }
      guard term.livedDates(by: try db.schoolDate(at: call.now)) == nil else { throw Fault(.pastDay) }
      let left = try db.removeDays(of: term, beyond: nil)
      try db.run("DELETE FROM term WHERE id = ?", term.id.raw)
      try db.publishTerm(term, left: left, call)
      return Empty()
    }
  }
}

/// A term as it is stored.
struct TermRow: Sendable, Hashable {
  let id: TermID
  var name: TermName
  var starts: CivilDate
  var ends: CivilDate
  /// The date on which it was added. Its earlier days are history that nobody saw here.
  let createdOn: CivilDate
  var version: Int64

  var shown: Campus.Term {
    Campus.Term(id: id, name: name, starts: starts, ends: ends, version: version)
  }

  func contains(_ date: CivilDate) -> Bool { starts <= date && date <= ends }

  /// True for a date that people have lived through.
  func isLived(_ date: CivilDate, today: CivilDate) -> Bool { createdOn <= date && date < today }

  /// True if every date has been lived through, so that nothing in it changes any more.
  func hasPassed(by today: CivilDate) -> Bool { createdOn <= starts && ends < today }

  /// The dates that people have lived through, as days since 1970; nil if there are none.
  func livedDates(by today: CivilDate) -> ClosedRange<Int64>? {
    let first = max(starts, createdOn).daysSince1970
    let last = min(ends.daysSince1970, today.daysSince1970 - 1)
    return first <= last ? first...last : nil
  }
}

extension Database {
  /// The terms by their first day.
  func termRows() throws -> [TermRow] {
    try all(
      "SELECT id, name, starts, ends, created_on, version FROM term ORDER BY starts, id LIMIT ?",
      Campus.maxTerms
    ) { try TermRow(row: $0) }
  }

  func termRow(_ id: TermID) throws -> TermRow? {
    try one("SELECT id, name, starts, ends, created_on, version FROM term WHERE id = ?", id.raw) {
      try TermRow(row: $0)
    }
  }

  /// The term that has a date.
  func term(on date: CivilDate) throws -> TermRow? {
    try one(
      """
      SELECT id, name, starts, ends, created_on, version FROM term WHERE starts <= ? AND ends >= ?
      ORDER BY starts LIMIT 1
      """,
      date.daysSince1970, date.daysSince1970
    ) { try TermRow(row: $0) }
  }

  /// The term of a date, or the next one after it.
  func currentTerm(on date: CivilDate) throws -> TermRow? {
    try one(
      """
      SELECT id, name, starts, ends, created_on, version FROM term WHERE ends >= ?
      ORDER BY starts LIMIT 1
      """,
      date.daysSince1970
    ) { try TermRow(row: $0) }
  }

  /// Stores a term. The caller replans the days.
  /// - Throws: a fault for dates that cannot be, an overlap, or a name that another term has.
  func put(_ term: TermRow, isNew: Bool) throws {
    try term.starts.checkEntered("starts")
    try term.ends.checkEntered("ends")
    guard term.starts <= term.ends,
      term.ends.daysSince1970 - term.starts.daysSince1970 < Int64(Campus.maxTermDays)
    else { throw Fault(.termDatesBad, field: "ends") }
    let others = try termRows().filter { $0.id != term.id }
    if isNew, others.count >= Campus.maxTerms { throw Fault(.tooManySchoolTerms) }
    guard !others.contains(where: { $0.starts <= term.ends && term.starts <= $0.ends }) else {
      throw Fault(.termOverlaps, field: "starts")
    }
    guard !others.contains(where: { $0.name.text.lowercased() == term.name.text.lowercased() }) else {
      throw Fault(.termExists, field: "name")
    }
    try run(
      """
      INSERT INTO term(id, name, starts, ends, created_on, version) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET name = excluded.name, starts = excluded.starts, ends = excluded.ends,
        version = excluded.version
      """,
      term.id.raw, term.name.text, term.starts.daysSince1970, term.ends.daysSince1970,
      term.createdOn.daysSince1970, term.version)
  }

  /// Removes the days that a term loses; all of them without a term after the change.
  /// - Returns: the first and the last of them that had school.
  func removeDays(of term: TermRow, beyond changed: TermRow?) throws -> [CivilDate] {
    let rows = try plannedDays(from: term.starts, to: term.ends).values.map(\.day)
    let lost = rows.filter { changed?.contains($0.date) != true }
    for day in lost { try run("DELETE FROM school_day WHERE date = ?", day.date.daysSince1970) }
    let dates = lost.filter { $0.state != .noSchool }.map(\.date)
    return [dates.min(), dates.max()].compactMap { $0 }
  }

  fileprivate func publishTerm(_ term: TermRow, left: [CivilDate], _ call: Call) throws {
    try replanDays(left: left, call)
    try publish(Campus.SchoolChanged(), to: .everyone, call)
    try audit(.schoolChanged, of: "school", "term \(term.name)", call)
  }
}

extension TermRow {
  fileprivate init(row: borrowing Row) throws {
    self.init(
      id: TermID(try row.id("id")), name: TermName(checked: try row.text("name")),
      starts: CivilDate(daysSince1970: try row.int("starts")),
      ends: CivilDate(daysSince1970: try row.int("ends")),
      createdOn: CivilDate(daysSince1970: try row.int("created_on")), version: try row.int("version"))
  }
}
