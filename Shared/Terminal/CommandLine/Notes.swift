/// The parts of a command's notes.
enum Notes {
  enum Block: Equatable {
    /// A paragraph, which may be wrapped.
    case prose(String)
    /// Lines with columns of their own, such as examples.
    case lines([String])
  }

  /// The paragraphs of a text. Lines are kept in a paragraph that holds two blanks in a row.
  static func blocks(_ text: String) -> [Block] {
    var paragraphs: [[String]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.isEmpty { paragraphs.append([]) } else { paragraphs[paragraphs.count - 1].append(line) }
    }
    return paragraphs.filter { !$0.isEmpty }.map { lines in
      lines.contains { $0.contains("  ") } ? .lines(lines) : .prose(lines.joined(separator: " "))
    }
  }
}
