import Schema
import ServiceKit
import Store

/// The entries of the calendar as a table.
enum CalendarImport: ImportTable {
  static let kind = Campus.ImportKind.calendar
  static let key = ["title", "starts"]
  static let columns = [
    ImportColumn("title", as: nil, "name", "summary", "event", "titel"),
    ImportColumn("starts", .date, as: nil, "start", "date", "startdate", "beginn", "datum"),
    ImportColumn("ends", .date, as: nil, "end", "enddate", "ende"),
    ImportColumn("time", .time, as: nil, "starttime", "uhrzeit"),
    ImportColumn("until", .time, as: nil, "endtime", "bis"),
    ImportColumn("kind", as: nil, "type", "art"),
    ImportColumn("grades", .numbers, as: nil, "grade", "stufen"),
    ImportColumn("place", as: nil, "location", "ort"),
  ]

  static func stored(_ db: borrowing Database) throws -> [ImportEntry] {
    try db.importedEntries().map { entry in
      var cells: ImportCells = [
        "title": .string(entry.title.text), "starts": .string(entry.starts.description),
        "kind": .string(entry.kind.rawValue),
      ]
      if entry.ends != entry.starts { cells["ends"] = .string(entry.ends.description) }
      cells["time"] = entry.time.map { .string(ImportDates.written($0)) }
      cells["until"] = entry.until.map { .string(ImportDates.written($0)) }
      if !entry.grades.isEmpty { cells["grades"] = .array(entry.grades.map { .int(Int64($0.count)) }) }
      cells["place"] = entry.place.map { .string($0.text) }
      return ImportEntry(head: cells, parts: [])
    }
  }

  static func normal(_ entry: ImportEntry) -> ImportEntry {
    var entry = entry
    if entry.head["ends"] == entry.head["starts"] { entry.head["ends"] = nil }
    if entry.head["kind"] == nil { entry.head["kind"] = .string(Campus.EntryKind.event.rawValue) }
    entry.head["grades"] = entry.head["grades"].map(ImportColumn.sorted)
    return entry
  }

  static func put(_ changes: [ImportChange], _ run: inout ImportRun, _ db: borrowing Database) throws {
    let call = run.call
    for change in changes {
      try run.store(Campus.AddEntry.self, members(of: change.entry.head), of: change) { request in
        let old = try db.entry(titled: request.title, on: request.starts)
        try db.put(
          Campus.Entry(
            id: old?.id ?? .timed(call.now), title: request.title, starts: request.starts,
            ends: request.ends ?? request.starts, time: request.time, until: request.until,
            kind: request.kind ?? .event, grades: request.grades?.all.sorted() ?? [],
            place: request.place, version: (old?.version ?? 0) + 1), call)
      }
    }
  }
}

extension Database {
  /// All entries by their first day.
  func importedEntries() throws -> [Campus.Entry] {
    let ends = try one("SELECT MIN(starts) AS first, MAX(starts) AS last FROM calendar_entry") { row in
      (first: try row.intOrNil("first"), last: try row.intOrNil("last"))
    }
    guard let first = ends?.first, let last = ends?.last else { return [] }
    var entries: [Campus.Entry] = []
    // A year at a time, which is as much as a list has.
    for day in stride(from: first, through: last, by: 366) {
      let days = day...min(day + 365, last)
      entries += try self.entries(
        from: CivilDate(daysSince1970: days.lowerBound), to: CivilDate(daysSince1970: days.upperBound)
      ).filter { days.contains($0.starts.daysSince1970) }
    }
    return entries
  }
}
