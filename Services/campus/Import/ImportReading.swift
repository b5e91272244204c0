import Calendar
import JSON
import Schema
import Spreadsheet

/// A row of a file that has passed every check that needs no store.
struct ImportRow: Sendable {
  /// The line of a CSV or calendar file, or the place of the object in its JSON list, both from 1.
  let row: Int
  var cells: ImportCells
  /// The columns that the file has for this row. What it lacks keeps its value.
  let columns: Set<String>
}

/// The rows of a file by kind.
struct ImportReading: Sendable {
  private(set) var rows: [Campus.ImportKind: [ImportRow]] = [:]
  private(set) var count = 0
  private(set) var errors: [Campus.ImportError] = []
  private(set) var ignored: [String] = []

  /// The limit of the unknown columns that a reply names.
  private static let maxIgnored = 50

  /// - Throws: The reason why the whole file is refused.
  init(_ request: Campus.ImportSchool, in zone: Zone) throws(Fault) {
    switch request.format {
    case .csv:
      guard request.kind != .all else { throw Fault(.importKindNeeded, field: "kind") }
      try readTable(request.text.text, of: request.kind)
    case .json: try readLists(request.text.text, of: request.kind)
    case .ics:
      guard request.kind == .calendar else { throw Fault(.importFormatUnfit, field: "format") }
      try readCalendar(request.text.text, in: zone)
    }
  }

  /// The typed addresses of people by their ids.
  private(set) var addresses: [String: String] = [:]

  mutating func name(_ person: String, _ address: String) { addresses[person] = address }

  mutating func setCell(_ kind: Campus.ImportKind, _ index: Int, _ column: String, _ value: JSONValue?) {
    rows[kind]?[index].cells[column] = value
  }

  mutating func refuse(_ kind: Campus.ImportKind, row: Int, column: String?, _ code: FaultCode) {
    refuse(kind, row: row, column: column, code.code, code.message)
  }

  mutating func refuse(
    _ kind: Campus.ImportKind, row: Int, column: String?, _ code: String, _ message: String
  ) {
    errors.append(
      Campus.ImportError(kind: kind, row: row, column: column, code: code, message: message))
  }

  // MARK: - CSV

  private mutating func readTable(_ text: String, of kind: Campus.ImportKind) throws(Fault) {
    let file: CSVText
    do throws(CSVText.Flaw) { file = try CSVText(text, maxRows: Campus.maxImportRows + 1) } catch {
      var fault =
        switch error {
        case .unclosedQuote: Fault(.importFileQuotes, field: "text")
        case .tooManyRows: Fault(.importFileLong, field: "text")
        case .tooManyCells: Fault(.importFileBad, field: "text")
        }
      fault.details = ["line": .int(Int64(error.line))]
      throw fault
    }
    guard let header = file.rows.first else { throw Fault(.importFileBad, field: "text") }
    let table = ImportTables.of(kind)
    var columns: [ImportColumn?] = []
    for name in header.cells {
      let column = table.columns.first { $0.isNamed(name) }
      let isKnown = column.map { known in !columns.contains { $0?.name == known.name } } ?? false
      columns.append(isKnown ? column : nil)
      if !isKnown { leaveOut(name) }
    }
    guard columns.contains(where: { $0 != nil }) else { throw Fault(.importFileBad, field: "text") }
    let known = Set(columns.compactMap { $0?.name })
    for key in table.required where !known.contains(key) {
      refuse(kind, row: header.line, column: key, .importColumnMissing)
    }
    guard errors.isEmpty else { return }
    for row in file.rows.dropFirst() {
      // Spreadsheets write rows of empty cells.
      guard row.cells.contains(where: { !Text.trim($0).isEmpty }) else { continue }
      count += 1
      guard !row.cells.dropFirst(columns.count).contains(where: { !Text.trim($0).isEmpty }) else {
        refuse(kind, row: row.line, column: nil, .importRowLong)
        continue
      }
      var cells: ImportCells = [:]
      for (column, cell) in zip(columns, row.cells) {
        guard let column else { continue }
        do throws(ImportCellFlaw) { cells[column.name] = try column.value(of: cell) } catch {
          refuse(kind, row: row.line, column: column.name, error.code)
        }
      }
      add(ImportRow(row: row.line, cells: cells, columns: known), to: kind, table)
    }
  }

  // MARK: - JSON

  /// An object with a list for each kind, or the list of one kind.
  private mutating func readLists(_ text: String, of kind: Campus.ImportKind) throws(Fault) {
    let document: JSONValue
    do { document = try JSONCoding.decode(JSONValue.self, from: Array(text.utf8)) } catch {
      throw Fault(.importFileBad, field: "text")
    }
    switch document {
    case .array(let items):
      guard kind != .all else { throw Fault(.importKindNeeded, field: "kind") }
      try read(items, of: kind)
    case .object(let members):
      if let format = document["format"], format != 1 { throw Fault(.importFileBad, field: "text") }
      for member in members where member.name != "format" {
        guard let listed = Campus.ImportKind(rawValue: member.name), listed != .all,
          kind == .all || kind == listed
        else {
          leaveOut(member.name)
          continue
        }
        guard case .array(let items) = member.value else { throw Fault(.importFileBad, field: "text") }
        try read(items, of: listed)
      }
      guard !rows.isEmpty || !errors.isEmpty || members.contains(where: { $0.name == "format" }) else {
        throw Fault(.importFileBad, field: "text")
      }
    default: throw Fault(.importFileBad, field: "text")
    }
  }

  private mutating func read(_ items: [JSONValue], of kind: Campus.ImportKind) throws(Fault) {
    let table = ImportTables.of(kind)
    var named: [String: ImportColumn] = [:]
    for column in table.columns { named[column.name] = column }
    for (index, item) in items.enumerated() {
      count += 1
      guard count <= Campus.maxImportRows else { throw Fault(.importFileLong, field: "text") }
      guard case .object(let members) = item else {
        refuse(kind, row: index + 1, column: nil, .importCellBad)
        continue
      }
      var cells: ImportCells = [:]
      var columns: Set<String> = []
      for member in members {
        let column = named[member.name] ?? table.columns.first { $0.isNamed(member.name) }
        guard let column else {
          leaveOut(member.name)
          continue
        }
        columns.insert(column.name)
        do throws(ImportCellFlaw) { cells[column.name] = try column.value(of: member.value) } catch {
          refuse(kind, row: index + 1, column: column.name, error.code)
        }
      }
      add(ImportRow(row: index + 1, cells: cells, columns: columns), to: kind, table)
    }
  }

  mutating func add(_ row: ImportRow, to kind: Campus.ImportKind, _ table: any ImportTable.Type) {
    // A cell that can't be read is reported already.
    for key in table.required where row.cells[key] == nil && !hasError(kind, row.row, key) {
      refuse(kind, row: row.row, column: key, .importCellEmpty)
    }
    rows[kind, default: []].append(row)
  }

  private func hasError(_ kind: Campus.ImportKind, _ row: Int, _ column: String) -> Bool {
    errors.reversed().prefix { $0.row == row && $0.kind == kind }.contains { $0.column == column }
  }

  mutating func countRow() { count += 1 }

  var rowCount: Int { count }

  private mutating func leaveOut(_ name: String) {
    let shown = String(Text.trim(name).prefix(60))
    guard !shown.isEmpty, !ignored.contains(shown), ignored.count < ImportReading.maxIgnored else { return }
    ignored.append(shown)
  }
}
