import JSON
import Schema
import ServiceKit
import Store

/// An import in its transaction. It stores by the same rules as single requests, and compares what the school
/// has before and after. A dry run does the same and is rolled back.
struct ImportRun {
  let call: Call
  let service: CampusService
  private var reading: ImportReading
  private var kind = Campus.ImportKind.all
  private var columns: [ImportColumn] = []
  private(set) var added = 0
  private(set) var changed = 0
  private(set) var unchanged = 0
  private var steps: [Campus.ImportStep] = []

  /// The limits of the errors and steps that a reply has.
  private static let maxErrors = 100
  private static let maxSteps = 200

  init(_ reading: ImportReading, _ service: CampusService, _ call: Call) {
    self.reading = reading
    self.service = service
    self.call = call
  }

  var hasErrors: Bool { !reading.errors.isEmpty }

  mutating func run(_ db: borrowing Database) throws {
    for kind in Campus.ImportKind.tables where reading.rows[kind] != nil {
      try run(kind, ImportTables.of(kind), db)
    }
  }

  private mutating func run(
    _ kind: Campus.ImportKind, _ table: any ImportTable.Type, _ db: borrowing Database
  ) throws {
    self.kind = kind
    columns = table.columns
    let entries = reading.entries(of: kind, table)
    // A row that can't be read is not stored; the others are tried, so that one try finds their errors.
    let bad = Set(reading.errors.filter { $0.kind == kind }.map(\.row))
    let before = Self.byKey(try table.stored(db), table)
    var changes: [ImportChange] = []
    for (key, read) in entries where !bad.contains(read.row) && bad.isDisjoint(with: read.rows) {
      let merged = table.normal(read.over(before[key], table))
      if merged != before[key] {
        changes.append(ImportChange(read: read, entry: merged, isNew: before[key] == nil))
      }
    }
    if !changes.isEmpty { try table.put(changes, &self, db) }
    let after = changes.isEmpty ? before : Self.byKey(try table.stored(db), table)
    for (key, read) in entries { compare(key, read, before[key], after[key], table) }
  }

  private static func byKey(
    _ stored: [ImportEntry], _ table: any ImportTable.Type
  ) -> [String: ImportEntry] {
    Dictionary(stored.map { (table.key(of: $0.head), $0) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func compare(
    _ key: String, _ read: ReadEntry, _ before: ImportEntry?, _ after: ImportEntry?,
    _ table: any ImportTable.Type
  ) {
    guard before != after else {
      unchanged += 1
      return
    }
    var names: [String] = []
    if let before {
      changed += 1
      names = table.columns.filter { column in
        column.isPart
          ? before.parts.map { $0[column.name] } != (after?.parts ?? []).map { $0[column.name] }
          : before.head[column.name] != after?.head[column.name]
      }.map(\.name)
    } else {
      added += 1
    }
    guard steps.count < ImportRun.maxSteps else { return }
    // The key of a schedule has the id of its person, whom the file names by their address.
    let name = table.name(of: read.entry.head).split(separator: " · ").map {
      reading.addresses[String($0)] ?? String($0)
    }
    steps.append(
      Campus.ImportStep(
        kind: kind, row: read.row, name: name.joined(separator: " · "), isNew: before == nil,
        columns: names))
  }

  // MARK: - Errors

  mutating func refuse(_ change: ImportChange, column: String? = nil, part: Int? = nil, _ code: FaultCode) {
    refuse(change.read, column: column, part: part, code.code, code.message)
  }

  private mutating func refuse(
    _ read: ReadEntry, column: String?, part: Int?, _ code: String, _ message: String
  ) {
    let row = part.flatMap { read.rows.indices.contains($0) ? read.rows[$0] : nil } ?? read.row
    reading.refuse(kind, row: row, column: column, code, message)
  }

  /// Takes the fault of a request to the rows of an entry. The path of a member ends with its name, and the
  /// numbers in it are counted by `part`.
  mutating func refuse(_ change: ImportChange, _ fault: Fault, part: ([Int]) -> Int? = { $0.first }) {
    guard let fields = fault.fields, !fields.isEmpty else {
      return refuse(change.read, column: nil, part: nil, fault.code, fault.message)
    }
    let columns = columns
    for field in fields {
      let path = field.field.split(separator: ".").map(String.init)
      let numbers = path.compactMap { Int($0) }
      let named = path.reversed().compactMap { name in columns.first { $0.member == name }?.name }
      let column = named.first
      refuse(change.read, column: column, part: part(numbers), field.code, field.message)
    }
  }

  /// Decodes a request from members and stores what it asks for; its faults become errors of the rows.
  mutating func store<R: Decodable>(
    _ type: R.Type, _ members: [JSONValue.Member], of change: ImportChange,
    part: ([Int]) -> Int? = { $0.first }, _ body: (R) throws -> Void
  ) throws {
    do {
      let request = try RequestDecoding.decode(
        type, body: try JSONCoding.encode(JSONValue.object(members)), params: [])
      try body(request)
    } catch let fault as Fault {
      refuse(change, fault, part: part)
    }
  }

  // MARK: - Result

  func result(isApplied: Bool) -> Campus.ImportedSchool {
    let order = Dictionary(
      Campus.ImportKind.tables.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let errors = reading.errors.enumerated().sorted { left, right in
      (order[left.element.kind] ?? 0, left.element.row, left.offset)
        < (order[right.element.kind] ?? 0, right.element.row, right.offset)
    }.map(\.element)
    return Campus.ImportedSchool(
      isApplied: isApplied, rows: reading.count, added: added, changed: changed, unchanged: unchanged,
      errors: Array(errors.prefix(ImportRun.maxErrors)),
      moreErrors: max(0, errors.count - ImportRun.maxErrors),
      ignored: reading.ignored, preview: steps)
  }
}
