import JSON
import Schema
import ServiceKit
import Store

/// The entries of the calendar.
extension Database {
  private static let entries = """
    SELECT id, title, starts, ends, time, until, kind, grades, place, version FROM calendar_entry
    """

  /// The entries that touch a range of days, by start.
  func entries(from: CivilDate, to: CivilDate) throws -> [Campus.Entry] {
    try all(
      """
      \(Database.entries) WHERE starts BETWEEN ? AND ? AND ends >= ? ORDER BY starts, id LIMIT ?
      """,
      from.daysSince1970 - Int64(Campus.maxCalendarDays), to.daysSince1970, from.daysSince1970,
      Campus.maxListedEntries, map: Campus.Entry.init(row:))
  }

  func storedEntry(_ id: EntryID) throws -> Campus.Entry? {
    try one("\(Database.entries) WHERE id = ?", id.raw, map: Campus.Entry.init(row:))
  }

  /// - Throws: `not_found`.
  func entry(_ id: EntryID) throws -> Campus.Entry {
    guard let entry = try storedEntry(id) else { throw Fault(.notFound) }
    return entry
  }

  /// The entry with this natural key.
  func entry(titled title: Campus.EntryTitle, on starts: CivilDate) throws -> Campus.Entry? {
    try one(
      "\(Database.entries) WHERE title = ? AND starts = ?", title.text, starts.daysSince1970,
      map: Campus.Entry.init(row:))
  }

  /// Adds or replaces an entry and publishes that.
  func put(_ entry: Campus.Entry, _ call: Call) throws {
    try entry.check()
    if let other = try self.entry(titled: entry.title, on: entry.starts), other.id != entry.id {
      throw Fault(.entryTwice, field: "title")
    }
    guard try entryCount(in: entry.starts.year, but: entry.id) < Campus.maxEntriesPerYear else {
      throw Fault(.tooManyEntries)
    }
    try run(
      """
      INSERT INTO calendar_entry(id, title, starts, ends, time, until, kind, grades, place, version)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET title = excluded.title, starts = excluded.starts, ends = excluded.ends,
        time = excluded.time, until = excluded.until, kind = excluded.kind, grades = excluded.grades,
        place = excluded.place, version = excluded.version
      """,
      entry.id.raw, entry.title.text, entry.starts.daysSince1970, entry.ends.daysSince1970,
      entry.time?.secondsOfDay, entry.until?.secondsOfDay, entry.kind.rawValue,
      String(decoding: try JSONCoding.encode(entry.grades), as: UTF8.self), entry.place?.text, entry.version)
    try publish(Campus.EntryChanged(id: entry.id), to: .everyone, call)
  }

  func remove(_ entry: Campus.Entry, _ call: Call) throws {
    try run("DELETE FROM calendar_entry WHERE id = ?", entry.id.raw)
    try publish(Campus.EntryChanged(id: entry.id), to: .everyone, call)
  }

  private func entryCount(in year: Int64, but id: EntryID) throws -> Int {
    let first = CivilDate(year: year, month: 1, day: 1)?.daysSince1970
    let last = CivilDate(year: year, month: 12, day: 31)?.daysSince1970
    return try one(
      "SELECT count(*) AS count FROM calendar_entry WHERE starts BETWEEN ? AND ? AND id <> ?", first, last,
      id.raw
    ) { Int(try $0.int("count")) } ?? 0
  }
}

extension Campus.Entry {
  /// - Throws: `entry_times_bad` or `date_bad`.
  func check() throws(Fault) {
    try starts.checkEntered("starts")
    try ends.checkEntered("ends")
    let days = ends.daysSince1970 - starts.daysSince1970
    guard (0..<Int64(Campus.maxCalendarDays)).contains(days) else {
      throw Fault(.entryTimesBad, field: "ends")
    }
    guard let until else { return }
    guard let time, days > 0 || until > time else { throw Fault(.entryTimesBad, field: "until") }
  }

  fileprivate init(row: borrowing Row) throws {
    guard let kind = Campus.EntryKind(rawValue: try row.text("kind")) else {
      throw StoreError.column(detail: "calendar_entry.kind holds no kind")
    }
    self.init(
      id: EntryID(try row.id("id")), title: Campus.EntryTitle(checked: try row.text("title")),
      starts: CivilDate(daysSince1970: try row.int("starts")),
      ends: CivilDate(daysSince1970: try row.int("ends")),
      time: try row.intOrNil("time").map { TimeOfDay(secondsOfDay: Int($0)) },
      until: try row.intOrNil("until").map { TimeOfDay(secondsOfDay: Int($0)) }, kind: kind,
      grades: try JSONCoding.decode([Grade].self, from: Array(try row.text("grades").utf8)),
      place: try row.textOrNil("place").map { Campus.ActivityVenue(checked: $0) },
      version: try row.int("version"))
  }
}
