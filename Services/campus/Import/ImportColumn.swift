import Schema

/// The values of a row by the names of their columns, in one form whatever the file: `yes` and `true` are the
/// same, and so are `8:05 AM` and `08:05`. A value that is empty is left out.
typealias ImportCells = [String: JSONValue]

/// A column of a table.
struct ImportColumn: Sendable {
  /// The form of a cell.
  enum Form: Sendable {
    case text, number, flag, date, time
    /// Whole numbers, separated by spaces or commas.
    case numbers
    /// Words, separated by spaces, commas or semicolons.
    case words
  }

  let name: String
  let form: Form
  /// The member of the request that the cell becomes, if it has another name.
  let member: String
  /// True for a column of the list that each row adds to: a slot, a dish, a meeting.
  let isPart: Bool
  /// Other names in a header, in lower case without spaces and marks.
  let aliases: [String]

  init(_ name: String, _ form: Form = .text, as member: String? = nil, _ aliases: String...) {
    self.init(name, form, member: member, isPart: false, aliases)
  }

  private init(_ name: String, _ form: Form, member: String?, isPart: Bool, _ aliases: [String]) {
    self.name = name
    self.form = form
    self.member = member ?? name
    self.isPart = isPart
    self.aliases = aliases
  }

  static func part(
    _ name: String, _ form: Form = .text, as member: String? = nil, _ aliases: String...
  ) -> ImportColumn {
    ImportColumn(name, form, member: member, isPart: true, aliases)
  }

  /// True if a header names this column.
  func isNamed(_ header: String) -> Bool {
    let plain = ImportColumn.plain(header)
    return plain == ImportColumn.plain(name) || aliases.contains(plain)
  }

  /// The letters and digits in lower case; empty for a name with control characters, which is text in another
  /// encoding.
  static func plain(_ name: String) -> String {
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return ""
    }
    let kept = name.lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return String(String.UnicodeScalarView(kept))
  }
}

/// The reason why a cell can't be read.
struct ImportCellFlaw: Error {
  let code: FaultCode
}

extension ImportColumn {
  /// The limit of the bytes in one cell.
  static let maxCellBytes = 8 * 1024
  /// The limit of the numbers or words in one cell.
  static let maxListed = 60

  /// The value of a typed cell; nil if it is empty.
  func value(of typed: String) throws(ImportCellFlaw) -> JSONValue? {
    let text = Text.trim(ImportColumn.unguarded(typed))
    guard !text.isEmpty else { return nil }
    guard text.utf8.count <= ImportColumn.maxCellBytes else { throw ImportCellFlaw(code: .tooLong) }
    switch form {
    case .text: return .string(text)
    case .number: return try ImportColumn.number(text)
    case .flag: return .bool(try ImportColumn.flag(text))
    case .date: return .string(try ImportDates.date(text).description)
    case .time: return .string(ImportDates.written(try ImportDates.time(text)))
    case .numbers:
      let parts = try ImportColumn.parts(text) { " ,;|/".contains($0) }
      var numbers: [JSONValue] = []
      for part in parts {
        guard let number = Int64(part) else { throw ImportCellFlaw(code: .importNumberBad) }
        numbers.append(.int(number))
      }
      return .array(numbers)
    case .words:
      return .array(try ImportColumn.parts(text) { " ,;|".contains($0) }.map { .string($0) })
    }
  }

  /// The value of a member of a JSON file; nil if it is null or empty.
  func value(of given: JSONValue) throws(ImportCellFlaw) -> JSONValue? {
    switch given {
    case .null: return nil
    case .string(let text): return try value(of: text)
    case .int(let number):
      switch form {
      case .number: return given
      case .numbers: return .array([given])
      case .text, .words: return try value(of: String(number))
      case .flag, .date, .time: throw ImportCellFlaw(code: .importCellBad)
      }
    case .double(let number):
      guard form == .number, number.isFinite else { throw ImportCellFlaw(code: .importCellBad) }
      return Int64(exactly: number).map { .int($0) } ?? given
    case .bool:
      guard form == .flag else { throw ImportCellFlaw(code: .importCellBad) }
      return given
    case .array(let values):
      guard form == .numbers || form == .words else { throw ImportCellFlaw(code: .importCellBad) }
      guard values.count <= ImportColumn.maxListed else { throw ImportCellFlaw(code: .tooLong) }
      for value in values {
        switch (form, value) {
        case (.numbers, .int): break
        case (.words, .string(let word)):
          guard !word.isEmpty, word.utf8.count <= ImportColumn.maxCellBytes else {
            throw ImportCellFlaw(code: .importCellBad)
          }
        default: throw ImportCellFlaw(code: .importCellBad)
        }
      }
      // Not a conditional expression, whose `nil` would be the null of JSON.
      guard !values.isEmpty else { return nil }
      return given
    case .object: throw ImportCellFlaw(code: .importCellBad)
    }
  }

  /// The text of a value in a CSV file.
  func text(of value: JSONValue?) -> String {
    switch value {
    case nil, .null?, .object?: ""
    case .string(let text)?: text
    case .int(let number)?: String(number)
    case .double(let number)?: "\(number)"
    case .bool(let flag)?: flag ? "yes" : "no"
    case .array(let values)?: values.map { text(of: $0) }.joined(separator: " ")
    }
  }

  /// Removes the apostrophe that `CSVLine` writes before a cell that a spreadsheet would calculate.
  private static func unguarded(_ cell: String) -> String {
    var scalars = cell.unicodeScalars[...]
    guard scalars.popFirst() == "'", let next = scalars.first, "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(next)
    else { return cell }
    return String(scalars)
  }

  private static func parts(
    _ text: String, separator: (Character) -> Bool
  ) throws(ImportCellFlaw) -> [String] {
    let parts = text.split(whereSeparator: separator)
    guard !parts.isEmpty else { throw ImportCellFlaw(code: .importCellBad) }
    guard parts.count <= maxListed else { throw ImportCellFlaw(code: .tooLong) }
    return parts.map(String.init)
  }

  /// A whole number, or one with a point.
  private static func number(_ text: String) throws(ImportCellFlaw) -> JSONValue {
    if let whole = Int64(text) { return .int(whole) }
    let isPlain = text.utf8.count <= 20 && text.utf8.allSatisfy { "0123456789.-".utf8.contains($0) }
    guard isPlain, let number = Double(text), number.isFinite else {
      throw ImportCellFlaw(code: .importNumberBad)
    }
    return Int64(exactly: number).map { .int($0) } ?? .double(number)
  }

  private static func flag(_ text: String) throws(ImportCellFlaw) -> Bool {
    switch text.lowercased() {
    case "yes", "y", "true", "1", "x", "ja", "wahr": return true
    case "no", "n", "false", "0", "nein", "falsch": return false
    default: throw ImportCellFlaw(code: .importFlagBad)
    }
  }
}

extension ImportColumn {
  /// Numbers in ascending order, words in that of the alphabet.
  static func sorted(_ value: JSONValue) -> JSONValue {
    guard case .array(let values) = value else { return value }
    return .array(
      values.sorted { left, right in
        switch (left, right) {
        case (.int(let first), .int(let second)): first < second
        case (.string(let first), .string(let second)): first < second
        default: false
        }
      })
  }
}
