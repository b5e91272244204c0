/// Names and values, one pair a line; a name without a value is left out.
package struct Facts: Sendable {
  package let rows: [(name: String, value: String?)]

  package init(_ rows: [(name: String, value: String?)]) { self.rows = rows }

  package var lines: [StyledText] {
    let width = rows.map { $0.name.count }.max() ?? 0
    return rows.compactMap { name, value in
      guard let value else { return nil }
      let blanks = String(repeating: " ", count: width - name.count + 2)
      return StyledText(name, .bold) + StyledText(blanks + Plain.line(value))
    }
  }
}

extension Output {
  package static func say(_ facts: Facts) { for line in facts.lines { say(line) } }
}
