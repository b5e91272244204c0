import Schema
import ServiceKit
import Store

/// The day types as a table, in the order of the cycle. Day types that the file lacks stay, behind those that
/// it has.
enum DayTypeImport: ImportTable {
  static let kind = Campus.ImportKind.daytypes
  static let key = ["name"]
  static let columns = [
    ImportColumn("name", as: nil, "day", "daytype", "tag"),
    ImportColumn("rotation", .flag, as: "inRotation", "cycle", "zyklus"),
    ImportColumn("weekday", .number, as: nil, "wochentag"),
    ImportColumn("blocks", .numbers, as: "periods", "periods", "blöcke"),
    ImportColumn("bell", as: nil, "schedule", "stundenplan"),
  ]

  static func stored(_ db: borrowing Database) throws -> [ImportEntry] {
    let bells = Dictionary(
      try db.bells().map { ($0.id, $0.name.text) }, uniquingKeysWith: { first, _ in first })
    return try db.dayTypes().map { dayType in
      var cells: ImportCells = [
        "name": .string(dayType.name.text), "rotation": .bool(dayType.inRotation),
        "blocks": .array(blocks(of: dayType)),
      ]
      cells["weekday"] = dayType.weekday.map { .int(Int64($0.count)) }
      cells["bell"] = dayType.bell.flatMap { bells[$0] }.map { .string($0) }
      return ImportEntry(head: cells, parts: [])
    }
  }

  /// The block of each period, with 0 for a period without one.
  private static func blocks(of dayType: Campus.DayType) -> [JSONValue] {
    let blocks = dayType.blocks
    let last = blocks.keys.map(\.count).max() ?? 0
    return (0..<last).map { .int(Int64(blocks[PeriodNumber(checked: $0 + 1)]?.count ?? 0)) }
  }

  static func normal(_ entry: ImportEntry) -> ImportEntry {
    var entry = entry
    if entry.head["rotation"] == nil { entry.head["rotation"] = .bool(entry.head["weekday"] == nil) }
    if entry.head["blocks"] == nil { entry.head["blocks"] = .array([]) }
    return entry
  }

  static func put(_ changes: [ImportChange], _ run: inout ImportRun, _ db: borrowing Database) throws {
    let bells = Dictionary(
      try db.bells().map { ($0.name.text.lowercased(), $0.id) }, uniquingKeysWith: { first, _ in first })
    let current = try db.dayTypes()
    var items = current.map { old in
      Campus.NewDayType(
        id: old.id, name: old.name, inRotation: old.inRotation, weekday: old.weekday,
        periods: Campus.PeriodBlocks(checked: old.periods), bell: old.bell)
    }
    var places: [Int: ImportChange] = [:]
    for change in changes {
      let old = current.firstIndex { $0.name.text.lowercased() == key(of: change.entry.head) }
      guard let item = try item(of: change, old.map { current[$0].id }, bells, &run) else { continue }
      if let old { items[old] = item } else { items.append(item) }
      places[old ?? items.count - 1] = change
    }
    guard !run.hasErrors, items.count <= Campus.NewDayTypes.maxCount else {
      if !run.hasErrors, let last = changes.last { run.refuse(last, Campus.NewDayTypes.bad) }
      return
    }
    do {
      guard let touched = try db.replaceDayTypes(items, run.call) else { return }
      try db.run("UPDATE school SET version = version + 1 WHERE id = 1")
      try db.replanDays(touching: touched, run.call)
      try db.publish(Campus.SchoolChanged(), to: .everyone, run.call)
    } catch let fault as Fault {
      let index = fault.fields?.first?.field.split(separator: ".").lazy.compactMap { Int($0) }.first
      if let change = index.flatMap({ places[$0] }) ?? changes.first { run.refuse(change, fault) }
    }
  }

  private static func item(
    of change: ImportChange, _ id: DayTypeID?, _ bells: [String: BellID], _ run: inout ImportRun
  ) throws -> Campus.NewDayType? {
    var members = members(of: change.entry.head).filter { $0.name != "bell" && $0.name != "periods" }
    if case .string(let name)? = change.entry.head["bell"] {
      guard let bell = bells[name.lowercased()] else {
        run.refuse(change, column: "bell", .importBellUnknown)
        return nil
      }
      members.append(JSONValue.Member("bell", .string(bell.description)))
    }
    if let id { members.append(JSONValue.Member("id", .string(id.description))) }
    var periods: [JSONValue] = []
    if case .array(let blocks)? = change.entry.head["blocks"] {
      for (index, block) in blocks.enumerated() where block != 0 {
        periods.append(["period": .int(Int64(index + 1)), "block": block])
      }
    }
    members.append(JSONValue.Member("periods", .array(periods)))
    var item: Campus.NewDayType?
    try run.store(Campus.NewDayType.self, members, of: change, part: { _ in nil }) { item = $0 }
    return item
  }
}
