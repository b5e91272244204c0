import Schema
import ServiceKit
import Store

/// The dates that are set apart as a table: holidays, and days with their own day type or bells.
enum DateImport: ImportTable {
  static let kind = Campus.ImportKind.days
  static let key = ["date"]
  static let columns = [
    ImportColumn("date", .date, as: nil, "day", "datum"),
    ImportColumn("kind", as: nil, "type", "art"),
    ImportColumn("daytype", as: "dayType", "tagestyp"),
    ImportColumn("bell", as: nil, "schedule", "stundenplan"),
    ImportColumn("note", as: nil, "reason", "notiz", "grund"),
    ImportColumn("keepsnumber", .flag, as: "keepsNumber"),
  ]

  static func stored(_ db: borrowing Database) throws -> [ImportEntry] {
    let bells = Dictionary(
      try db.bells().map { ($0.id, $0.name.text) }, uniquingKeysWith: { first, _ in first })
    let dayTypes = Dictionary(
      try db.dayTypes().map { ($0.id, $0.name.text) }, uniquingKeysWith: { first, _ in first })
    let days = CivilDate.allDays
    let exceptions = try db.exceptions(
      from: CivilDate(daysSince1970: days.lowerBound), to: CivilDate(daysSince1970: days.upperBound))
    return exceptions.sorted { $0.key < $1.key }.map { date, noted in
      var cells: ImportCells = [
        "date": .string(date.description), "kind": .string(noted.exception.kind.rawValue),
      ]
      cells["daytype"] = noted.exception.dayType.flatMap { dayTypes[$0] }.map { .string($0) }
      cells["bell"] = noted.exception.bell.flatMap { bells[$0] }.map { .string($0) }
      cells["note"] = noted.note.map { .string($0.text) }
      if noted.exception.keepsNumber { cells["keepsnumber"] = true }
      return ImportEntry(head: cells, parts: [])
    }
  }

  static func normal(_ entry: ImportEntry) -> ImportEntry {
    var entry = entry
    if entry.head["keepsnumber"] == false { entry.head["keepsnumber"] = nil }
    if entry.head["kind"] == nil { entry.head["kind"] = .string(Campus.ExceptionKind.closed.rawValue) }
    return entry
  }

  static func put(_ changes: [ImportChange], _ run: inout ImportRun, _ db: borrowing Database) throws {
    let call = run.call
    let bells = Dictionary(
      try db.bells().map { ($0.name.text.lowercased(), $0.id.description) },
      uniquingKeysWith: { first, _ in first })
    let dayTypes = Dictionary(
      try db.dayTypes().map { ($0.name.text.lowercased(), $0.id.description) },
      uniquingKeysWith: { first, _ in first })
    var isReplanned = false
    for change in changes {
      var members = members(of: change.entry.head).filter { $0.name != "bell" && $0.name != "dayType" }
      var isWhole = true
      for (column, member, ids, code) in [
        ("bell", "bell", bells, FaultCode.importBellUnknown),
        ("daytype", "dayType", dayTypes, .importDayTypeUnknown),
      ] {
        guard case .string(let name)? = change.entry.head[column] else { continue }
        if let id = ids[name.lowercased()] {
          members.append(JSONValue.Member(member, .string(id)))
        } else {
          run.refuse(change, column: column, code)
          isWhole = false
        }
      }
      guard isWhole else { continue }
      try run.store(Campus.SetException.self, members, of: change) { request in
        isReplanned = try db.store(request, call) || isReplanned
      }
    }
    if isReplanned { try db.replanDays(call) }
  }
}
