/// A line of a comma-separated text (RFC 4180) whose cells no spreadsheet takes for formulas.
package struct CSVLine: Hashable, Sendable {
  /// The line with its ending, CR LF.
  package let text: String

  package init(_ cells: [String]) {
    text = cells.map { CSVLine.quoted(CSVLine.guarded($0)) }.joined(separator: ",") + "\r\n"
  }

  /// The cell with an apostrophe before it if a spreadsheet would calculate it: an exported name must not run
  /// anything on the computer of the person who opens the file. Also for the full-width forms of the signs.
  package static func guarded(_ cell: String) -> String {
    guard let first = cell.unicodeScalars.first, "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first) else {
      return cell
    }
    return "'" + cell
  }

  private static func quoted(_ cell: String) -> String {
    // Scalars and bytes: a quotation mark with an accent on it is another character.
    let special = "\",;\t\r\n\u{FEFF}".unicodeScalars
    let isPlain = !cell.isEmpty && !cell.unicodeScalars.contains { special.contains($0) }
    guard !isPlain || cell.hasPrefix(" ") || cell.hasSuffix(" ") else { return cell }
    let mark = UInt8(ascii: "\"")
    let inner = cell.utf8.flatMap { $0 == mark ? [mark, mark] : [$0] }
    return "\"" + String(decoding: inner, as: UTF8.self) + "\""
  }
}
