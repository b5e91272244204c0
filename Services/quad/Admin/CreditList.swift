import Schema
import SiteCommands
import Spreadsheet

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
    let rows: [CSVText.Row]
    do throws(CSVText.Flaw) { rows = try CSVText(text, maxRows: CreditList.maxEntries + 1).rows } catch {
      throw Problem(error)
    }
    let names = rows.first.map { row in row.cells.map { Text.trim($0).lowercased() } } ?? []
    let isKnown = Set(names).isSubset(of: CreditList.needed + ["tags"])
    guard isKnown, Set(names).count == names.count, CreditList.needed.allSatisfy(names.contains) else {
      throw Problem(
        line: 1, text: "the first line has to name the columns file, title, credit, and tags if you want")
    }
    for row in rows.dropFirst() {
      guard row.cells.count == names.count else {
        let fields = Phrases.counted(Int64(row.cells.count), "field")
        problems.append(Problem(line: row.line, text: "\(fields) instead of \(names.count)"))
        continue
      }
      let fields = Dictionary(uniqueKeysWithValues: zip(names, row.cells.map(Text.trim)))
      entries.append(
        Entry(
          line: row.line, file: fields["file"] ?? "", title: fields["title"] ?? "",
          tags: fields["tags"] ?? "", credit: fields["credit"] ?? ""))
    }
  }
}

extension CreditList.Problem {
  fileprivate init(_ flaw: CSVText.Flaw) {
    line = flaw.line
    text =
      switch flaw {
      case .unclosedQuote: "a quotation mark that opens here is never closed"
      case .tooManyRows: "more than 10,000 pictures"
      case .tooManyCells: "more than \(CSVText.maxCells) fields"
      }
  }
}
