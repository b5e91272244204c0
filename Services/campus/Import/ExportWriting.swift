import Calendar
import Crypto
import JSON
import Schema
import Spreadsheet

/// The data of a school as the text of a file.
struct ExportWriting {
  private var stored: [(kind: Campus.ImportKind, entries: [ImportEntry])]

  /// The limit of a file in bytes: what an import takes.
  static let maxBytes = ImportText.maxBytes

  init(_ stored: [(kind: Campus.ImportKind, entries: [ImportEntry])]) { self.stored = stored }

  /// The people in the column `account`, each once.
  var people: [PersonID] {
    var known: Set<PersonID> = []
    return stored.flatMap(\.entries).compactMap { entry in
      guard case .string(let text)? = entry.head[ImportTables.personColumn], let person = PersonID(text),
        known.insert(person).inserted
      else { return nil }
      return person
    }
  }

  /// Replaces ids with addresses. An entry that is about a person without one is left out.
  mutating func resolve(_ emails: [PersonID: EmailAddress]) {
    stored = stored.map { kind, entries in
      let isKey = ImportTables.of(kind).key.contains(ImportTables.personColumn)
      let resolved = entries.compactMap { entry -> ImportEntry? in
        guard case .string(let text)? = entry.head[ImportTables.personColumn] else { return entry }
        let email = PersonID(text).flatMap { emails[$0] }
        guard email != nil || !isKey else { return nil }
        var entry = entry
        entry.head[ImportTables.personColumn] = email.map { .string($0.text) }
        return entry
      }
      return (kind, resolved)
    }
  }

  func file(
    _ format: Campus.ImportFormat, _ kind: Campus.ImportKind, at now: Instant
  ) throws -> Campus.ExportedSchool {
    let rows = stored.map { ($0.kind, ExportWriting.rows(of: $0.entries)) }
    let text: String
    switch format {
    case .csv: text = rows.map { ExportWriting.table($0.1, ImportTables.of($0.0)) }.joined()
    case .json: text = try ExportWriting.lists(rows)
    case .ics: text = ExportWriting.calendar(stored.flatMap(\.entries), at: now)
    }
    guard text.utf8.count <= ExportWriting.maxBytes else { throw Fault(.exportTooLarge) }
    let name = kind == .all ? "school" : kind.rawValue
    return Campus.ExportedSchool(
      name: "\(name).\(format.rawValue)", rows: rows.reduce(0) { $0 + $1.1.count }, text: text)
  }

  /// A row for each part, with the head in each.
  private static func rows(of entries: [ImportEntry]) -> [ImportCells] {
    entries.flatMap { entry in
      entry.parts.isEmpty
        ? [entry.head] : entry.parts.map { part in entry.head.merging(part) { head, _ in head } }
    }
  }

  private static func table(_ rows: [ImportCells], _ table: any ImportTable.Type) -> String {
    let lines =
      [CSVLine(table.columns.map(\.name))]
      + rows.map { row in CSVLine(table.columns.map { $0.text(of: row[$0.name]) }) }
    return lines.map(\.text).joined()
  }

  /// A line for each row, so that two exports can be compared line by line.
  private static func lists(_ rows: [(Campus.ImportKind, [ImportCells])]) throws -> String {
    let lists = try rows.map { kind, rows in
      let columns = ImportTables.of(kind).columns
      let lines = try rows.map { row in
        let members = columns.compactMap { column in
          row[column.name].map { JSONValue.Member(column.name, $0) }
        }
        return String(decoding: try JSONCoding.encode(JSONValue.object(members)), as: UTF8.self)
      }
      let list = lines.isEmpty ? "[]" : "[\n    \(lines.joined(separator: ",\n    "))\n  ]"
      return "  \"\(kind.rawValue)\": \(list)"
    }
    return "{\n  \"format\": 1,\n\(lists.joined(separator: ",\n"))\n}\n"
  }

  // MARK: - Calendar files

  private static func calendar(_ entries: [ImportEntry], at now: Instant) -> String {
    var text = CalendarText()
    for entry in entries {
      func cell(_ name: String) -> String? {
        guard case .string(let text)? = entry.head[name] else { return nil }
        return text
      }
      guard let title = cell("title"), let first = cell("starts").flatMap({ CivilDate($0) }) else { continue }
      let last = cell("ends").flatMap { CivilDate($0) } ?? first
      // The same entry has the same id in each export.
      let hash = BLAKE2b.hash(parts: [Array(title.utf8), Array(first.description.utf8)])
      let start: CalendarTime
      let end: CalendarTime?
      if let time = cell("time").flatMap({ TimeOfDay($0) }) {
        let until = cell("until").flatMap { TimeOfDay($0) }
        start = .floating(WallTime(date: first, time: time))
        end = until.map { .floating(WallTime(date: last, time: $0)) }
      } else {
        start = .date(first)
        end = last.adding(days: 1).map { .date($0) }
      }
      text.add(
        CalendarEvent(
          uid: "\(Base64URL.encode(Array(hash.prefix(16))))@school", sequence: 0, stamp: now, start: start,
          end: end,
          summary: title, location: cell("place")))
    }
    return text.text
  }
}
