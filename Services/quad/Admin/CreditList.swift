import Schema
import SiteCommands

/// A list of pictures with their words and credits: CSV (RFC 4180) with names of columns in its first line.
struct CreditList {
  struct Entry: Equatable {
    let line: Int
    let file: String
    let title: String
    let tags: String
    let credit: String

    /// True for a path that does not leave its folder.
    var isInside: Bool {
      !file.isEmpty && !file.hasPrefix("/") && !file.utf8.contains(0)
        && !file.split(separator: "/").contains("..")
    }
  }

  struct Problem: Error, Equatable {
    let line: Int
    let text: String
  }

  static let maxBytes = 4 << 20
  static let maxEntries = 10_000
  private static let needed = ["file", "title", "credit"]

  private(set) var entries: [Entry] = []
  private(set) var problems: [Problem] = []

  /// - Throws: The reason why nothing of the list can be read.
  init(_ text: String) throws(Problem) {
    let rows = try CreditList.rows(text)
    let names = rows.first.map { row in row.fields.map { Text.trim($0).lowercased() } } ?? []
    let isKnown = Set(names).isSubset(of: CreditList.needed + ["tags"])
    guard isKnown, Set(names).count == names.count, CreditList.needed.allSatisfy(names.contains) else {
      throw Problem(
        line: 1, text: "the first line has to name the columns file, title, credit, and tags if you want")
    }
    guard rows.count - 1 <= CreditList.maxEntries else {
      throw Problem(line: rows[CreditList.maxEntries + 1].line, text: "more than 10,000 pictures")
    }
    for row in rows.dropFirst() {
      guard row.fields.count == names.count else {
        let fields = Phrases.counted(Int64(row.fields.count), "field")
        problems.append(Problem(line: row.line, text: "\(fields) instead of \(names.count)"))
        continue
      }
      let fields = Dictionary(uniqueKeysWithValues: zip(names, row.fields.map(Text.trim)))
      entries.append(
        Entry(
          line: row.line, file: fields["file"] ?? "", title: fields["title"] ?? "",
          tags: fields["tags"] ?? "", credit: fields["credit"] ?? ""))
    }
  }

  private struct Row {
    let line: Int
    var fields: [String]
    var isBlank: Bool { fields.count == 1 && fields[0].isEmpty }
  }

  /// The rows with anything in them, each with the number of its first line.
  private static func rows(_ text: String) throws(Problem) -> [Row] {
    var rows: [Row] = []
    var row = Row(line: 1, fields: [])
    var field = ""
    var line = 1
    var quote: Int?
    var wasQuoted = false
    let scalars = Array(text.unicodeScalars)
    let head = scalars.prefix { $0 != "\n" }
    // Spreadsheets of some languages write semicolons.
    let separator: Unicode.Scalar = head.contains(",") ? "," : ";"
    var index = scalars.first == "\u{FEFF}" ? 1 : 0
    func endRow() {
      row.fields.append(field)
      if !row.isBlank { rows.append(row) }
      field = ""
      wasQuoted = false
    }
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if scalar == "\n" { line += 1 }
      if quote != nil {
        if scalar != "\"" {
          field.unicodeScalars.append(scalar)
        } else if index < scalars.count, scalars[index] == "\"" {
          field += "\""
          index += 1
        } else {
          quote = nil
        }
      } else if scalar == "\"", field.isEmpty, !wasQuoted {
        quote = line
        wasQuoted = true
      } else if scalar == separator {
        row.fields.append(field)
        field = ""
        wasQuoted = false
      } else if scalar == "\n" {
        endRow()
        row = Row(line: line, fields: [])
      } else if scalar != "\r" {
        field.unicodeScalars.append(scalar)
      }
    }
    if let quote { throw Problem(line: quote, text: "a quotation mark that opens here is never closed") }
    endRow()
    return rows
  }
}
