import Schema
import ServiceKit
import Store

/// The bell schedules as a table: a row for each slot. The slots of a schedule are those of the file.
enum BellImport: ImportTable {
  static let kind = Campus.ImportKind.bells
  static let key = ["bell"]
  static let columns: [ImportColumn] = [
    ImportColumn("bell", as: "name", "schedule", "bellschedule", "stundenplan"),
    ImportColumn("usual", .flag, as: "isUsual", "default", "üblich"),
    .part("kind", as: nil, "type", "art"),
    .part("period", .number, as: nil, "stunde"),
    .part("variant", as: nil, "letter", "variante"),
    .part("name", as: "name", "slot", "label"),
    .part("starts", .time, as: nil, "start", "from", "beginn"),
    .part("ends", .time, as: nil, "end", "to", "ende"),
  ]

  static func stored(_ db: borrowing Database) throws -> [ImportEntry] {
    try db.bells().map { bell in
      var head: ImportCells = ["bell": .string(bell.name.text)]
      if bell.isUsual { head["usual"] = true }
      return ImportEntry(head: head, parts: bell.slots.map(cells))
    }
  }

  private static func cells(of slot: Campus.Slot) -> ImportCells {
    var cells: ImportCells = [
      "kind": .string(slot.kind.rawValue), "starts": .string(ImportDates.written(slot.starts)),
      "ends": .string(ImportDates.written(slot.ends)),
    ]
    cells["period"] = slot.period.map { .int(Int64($0.count)) }
    cells["variant"] = slot.variant.map { .string($0.rawValue) }
    cells["name"] = slot.name.map { .string($0.text) }
    return cells
  }

  /// In the order of the times, as they are stored.
  static func normal(_ entry: ImportEntry) -> ImportEntry {
    var entry = entry
    if entry.head["usual"] == false { entry.head["usual"] = nil }
    func text(_ cells: ImportCells, _ name: String) -> String {
      if case .string(let text)? = cells[name] { text } else { "" }
    }
    entry.parts = entry.parts.map(normal)
    entry.parts.sort { left, right in
      (text(left, "starts"), text(left, "ends"), text(left, "variant"))
        < (text(right, "starts"), text(right, "ends"), text(right, "variant"))
    }
    return entry
  }

  private static func normal(_ part: ImportCells) -> ImportCells {
    var part = part
    if case .string(let letter)? = part["variant"] { part["variant"] = .string(letter.uppercased()) }
    if case .string(let kind)? = part["kind"] { part["kind"] = .string(kind.lowercased()) }
    return part
  }

  /// A schedule stops being the usual one when another one becomes it, so `no` changes nothing.
  static func put(_ changes: [ImportChange], _ run: inout ImportRun, _ db: borrowing Database) throws {
    let call = run.call
    var touched = TouchedDays()
    for change in changes {
      let name = key(of: change.entry.head)
      let old = try db.bells().first { $0.name.text.lowercased() == name }
      var members = members(of: change.entry.head)
      members.append(
        JSONValue.Member(
          "slots", .array(change.entry.parts.map { .object(self.members(of: $0, parts: true)) })))
      // The rows of the slots are in the order of the file, those of the entry in that of the times.
      let places = change.entry.parts.map { part in
        change.read.entry.parts.firstIndex { normal($0) == part }
      }
      try run.store(Campus.AddBell.self, members, of: change) { numbers in
        numbers.first.flatMap { places.indices.contains($0) ? places[$0] : nil }
      } _: { request in
        let isUsual = old?.isUsual ?? false || request.isUsual ?? false
        let bell = Campus.Bell(
          id: old?.id ?? .timed(call.now), name: request.name, slots: try BellRules.sorted(request.slots.all),
          isUsual: try isUsual || db.bells().allSatisfy { !$0.isUsual }, version: (old?.version ?? 0) + 1)
        try db.put(bell, isNew: old == nil)
        touched.bells.insert(bell.id)
      }
    }
    try db.replanDays(touching: touched, call)
    try db.publish(Campus.SchoolChanged(), to: .everyone, call)
  }
}
