/// Rows under titles, in columns.
package struct Table: Sendable {
  package struct Column: Sendable {
    package let title: String
    package let isRight: Bool
    /// True if the column may be cut to fit the terminal, the widest first. Other columns are always printed
    /// whole.
    package let isFlexible: Bool

    package static func left(_ title: String) -> Column {
      Column(title: title, isRight: false, isFlexible: false)
    }
    package static func right(_ title: String) -> Column {
      Column(title: title, isRight: true, isFlexible: false)
    }
    package static func text(_ title: String) -> Column {
      Column(title: title, isRight: false, isFlexible: true)
    }
  }

  package let columns: [Column]
  package private(set) var rows: [[StyledText]] = []

  /// The minimum width of a flexible column.
  package static let narrowest = 8
  private static let gap = 2

  package init(_ columns: [Column]) { self.columns = columns }

  package mutating func add(_ cells: [StyledText]) { rows.append(cells) }

  /// The table without columns that are empty below their title.
  package var filled: Table {
    let kept = columns.indices.filter { column in
      rows.contains { column < $0.count && !$0[column].text.isEmpty }
    }
    var table = Table(kept.map { columns[$0] })
    for row in rows { table.add(kept.map { $0 < row.count ? row[$0] : "" }) }
    return table
  }

  /// The titles and the rows.
  /// - Parameter width: the terminal's width; nil cuts nothing.
  package func lines(width: Int?) -> [StyledText] {
    let titles = columns.map { StyledText($0.title, .bold) }
    let all = [titles] + rows.map { row in row.map(Table.onOneLine) }
    let widths = fitted(
      columns.indices.map { column in
        all.map { column < $0.count ? DisplayWidth.of($0[column].text) : 0 }.max() ?? 0
      }, to: width)
    // An empty column takes no width at all.
    let shown = widths.indices.filter { widths[$0] > 0 }
    return all.map { line($0, widths, shown.filter($0.indices.contains)) }
  }

  private func fitted(_ natural: [Int], to width: Int?) -> [Int] {
    guard let width else { return natural }
    var widths = natural
    var excess = natural.reduce(0) { $0 + ($1 > 0 ? $1 + Table.gap : 0) } - Table.gap - width
    while excess > 0 {
      let flexible = widths.indices.filter { columns[$0].isFlexible && widths[$0] > Table.narrowest }
      guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func line(_ cells: [StyledText], _ widths: [Int], _ shown: [Int]) -> StyledText {
    var line: StyledText = ""
    // Blanks before empty cells at the end are left out.
    guard let last = shown.last(where: { !cells[$0].text.isEmpty }) else { return line }
    for index in shown where index <= last {
      let cell = cells[index].cut(to: widths[index])
      let blanks = String(repeating: " ", count: max(widths[index] - DisplayWidth.of(cell.text), 0))
      if columns[index].isRight {
        line = line + StyledText(blanks) + cell
      } else {
        line = line + cell + StyledText(index == last ? "" : blanks)
      }
      if index != last { line = line + StyledText(String(repeating: " ", count: Table.gap)) }
    }
    return line
  }

  private static func onOneLine(_ cell: StyledText) -> StyledText {
    cell.parts.reduce("") { $0 + StyledText(Plain.line($1.text), $1.style) }
  }
}

extension StyledText {
  /// The whole text, or the cut text in the style of its first part.
  fileprivate func cut(to width: Int) -> StyledText {
    guard DisplayWidth.of(text) > width else { return self }
    return StyledText(DisplayWidth.cut(text, to: width), parts.first?.style ?? .plain)
  }
}
