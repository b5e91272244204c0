import Schema
import Store

/// A kind of data as a table: its columns, what the school has of it, and how it is stored.
protocol ImportTable {
  static var kind: Campus.ImportKind { get }
  static var columns: [ImportColumn] { get }
  /// The columns that identify an entry.
  static var key: [String] { get }
  /// The columns of the key that every entry has.
  static var required: [String] { get }
  /// The entries that the school has, in the order of an export.
  static func stored(_ db: borrowing Database) throws -> [ImportEntry]
  /// The entry in the form of the store, where people may write the same thing differently.
  static func normal(_ entry: ImportEntry) -> ImportEntry
  /// Stores entries that are new or differ from what the school has, by the rules of the other requests.
  static func put(_ entries: [ImportChange], _ run: inout ImportRun, _ db: borrowing Database) throws
}

/// An entry that is to be stored.
struct ImportChange {
  let read: ReadEntry
  /// The entry with what the file lacks taken from the store.
  let entry: ImportEntry
  /// True if the school has none with this key.
  let isNew: Bool
}

extension ImportTable {
  static var required: [String] { key }

  /// The key of an entry, whatever the case of its letters.
  static func key(of head: ImportCells) -> String { name(of: head).lowercased() }

  /// The key as people see it.
  static func name(of head: ImportCells) -> String {
    key.compactMap { name in
      let text = columns.first { $0.name == name }?.text(of: head[name]) ?? ""
      return text.isEmpty ? nil : text
    }.joined(separator: " · ")
  }

  static func normal(_ entry: ImportEntry) -> ImportEntry { entry }

  /// The entry as the members of a request, with null for those that it lacks if `clears`.
  static func members(of cells: ImportCells, clears: Bool = false, parts: Bool = false) -> [JSONValue.Member]
  {
    columns.filter { $0.isPart == parts }.compactMap { column in
      if let value = cells[column.name] { return JSONValue.Member(column.member, value) }
      return clears ? JSONValue.Member(column.member, .null) : nil
    }
  }
}

/// The tables by kind.
enum ImportTables {
  /// The column with the address of an account.
  static let personColumn = "account"

  static func of(_ kind: Campus.ImportKind) -> any ImportTable.Type {
    switch kind {
    case .terms: TermImport.self
    case .bells: BellImport.self
    case .daytypes: DayTypeImport.self
    case .days: DateImport.self
    case .classes: ClassImport.self
    case .schedules: ScheduleImport.self
    case .lunch: LunchImport.self
    case .activities: ActivityImport.self
    case .contacts: ContactImport.self
    case .calendar, .all: CalendarImport.self
    }
  }
}
