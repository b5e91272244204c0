/// The rows of a comma-separated text (RFC 4180), as spreadsheets write it: with commas, semicolons or tabs,
/// with or without a byte order mark, with any kind of line ending.
package struct CSVText: Hashable, Sendable {
  /// A row that is not blank, with the number of the line on which it begins.
  package struct Row: Hashable, Sendable {
    package let line: Int
    package let cells: [String]

    package init(line: Int, cells: [String]) {
      self.line = line
      self.cells = cells
    }
  }

  /// The reason why a whole text is refused, with its line.
  package enum Flaw: Error, Hashable, Sendable {
    /// A quotation mark opens on this line and is never closed.
    case unclosedQuote(line: Int)
    case tooManyRows(line: Int)
    case tooManyCells(line: Int)

    package var line: Int {
      switch self {
      case .unclosedQuote(let line), .tooManyRows(let line), .tooManyCells(let line): line
      }
    }
  }

  /// The limit of the cells in one row.
  package static let maxCells = 100

  package let rows: [Row]

  /// - Parameter maxRows: The limit of the rows that are not blank, the header included.
  package init(_ text: String, maxRows: Int) throws(Flaw) {
    var reading = Reading(text, maxRows: maxRows)
    try reading.run()
    rows = reading.rows
  }
}

private let comma = UInt8(ascii: ",")
private let semicolon = UInt8(ascii: ";")
private let tab = UInt8(ascii: "\t")
private let quotationMark = UInt8(ascii: "\"")
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")

/// One pass over the bytes of a text.
private struct Reading {
  private let bytes: [UInt8]
  private let maxRows: Int
  private let separator: UInt8
  private(set) var rows: [CSVText.Row] = []
  private var index: Int
  private var line = 1
  private var rowLine = 1
  private var cells: [String] = []
  private var cell: [UInt8] = []
  private var isQuoted = false
  private var hasQuotes = false

  init(_ text: String, maxRows: Int) {
    bytes = Array(text.utf8)
    self.maxRows = maxRows
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    separator = Reading.separator(of: bytes[index...])
  }

  /// The separator that occurs most often outside of quotes in the first line that is not blank.
  private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    var hasBegun = false
    for byte in bytes {
      if byte == quotationMark { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if byte == lineFeed || byte == carriageReturn {
        guard !hasBegun else { break }
      } else {
        hasBegun = true
        counts[byte, default: 0] += 1
      }
    }
    let most = [comma, semicolon, tab].map { counts[$0] ?? 0 }.max() ?? 0
    return [comma, semicolon, tab].first { most > 0 && counts[$0] == most } ?? comma
  }

  mutating func run() throws(CSVText.Flaw) {
    var quoteLine = 1
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if isQuoted {
        if byte == lineFeed || (byte == carriageReturn && next != lineFeed) { line += 1 }
        if byte != quotationMark {
          cell.append(byte)
        } else if next == quotationMark {
          cell.append(byte)
          index += 1
        } else {
          isQuoted = false
        }
      } else if byte == quotationMark, cell.isEmpty, !hasQuotes {
        isQuoted = true
        hasQuotes = true
        quoteLine = line
      } else if byte == separator {
        try endCell()
      } else if byte == lineFeed || byte == carriageReturn {
        if byte == carriageReturn, next == lineFeed { index += 1 }
        try endRow()
        line += 1
        rowLine = line
      } else {
        cell.append(byte)
      }
    }
    guard !isQuoted else { throw .unclosedQuote(line: quoteLine) }
    try endRow()
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func endCell() throws(CSVText.Flaw) {
    guard cells.count < CSVText.maxCells else { throw .tooManyCells(line: rowLine) }
    cells.append(String(decoding: cell, as: UTF8.self))
    cell.removeAll(keepingCapacity: true)
    hasQuotes = false
  }

  private mutating func endRow() throws(CSVText.Flaw) {
    let isBlank = cells.isEmpty && cell.isEmpty && !hasQuotes
    guard !isBlank else { return }
    try endCell()
    guard rows.count < maxRows else { throw .tooManyRows(line: rowLine) }
    rows.append(CSVText.Row(line: rowLine, cells: cells))
    cells = []
  }
}
