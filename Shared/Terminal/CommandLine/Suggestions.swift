/// The words that a mistyped word was perhaps meant to be.
package enum Suggestions {
  /// The maximum number of suggestions.
  static let maxCount = 3
  /// The maximum length of a mistyped title; the mistakes in a longer one are not counted.
  static let maxTitleLength = 80

  /// The nearest of the candidates; empty if none is near.
  ///
  /// Near means one typing mistake in a word of up to four characters, or two in a longer one. The beginning
  /// of a candidate is near as well: `ev` for `events`.
  package static func near(_ word: String, in candidates: [String]) -> [String] {
    let typed = word.lowercased()
    guard typed.count >= 2 else { return [] }
    let limit = typed.count <= 4 ? 1 : 2
    let found = candidates.enumerated().compactMap { index, candidate -> (rank: Int, index: Int)? in
      let mistakes = distance(typed, candidate.lowercased())
      if mistakes <= limit { return (mistakes, index) }
      return candidate.lowercased().hasPrefix(typed) ? (limit, index) : nil
    }
    let nearest = found.map(\.rank).min()
    return found.filter { $0.rank == nearest }.sorted { $0.index < $1.index }.prefix(maxCount)
      .map { candidates[$0.index] }
  }

  /// The titles that a mistyped title, or the mistyped beginning of one, was perhaps meant to be.
  package static func near(beginning word: String, of titles: [String]) -> [String] {
    guard word.count <= maxTitleLength else { return [] }
    let whole = near(word, in: titles.filter { abs($0.count - word.count) <= 2 })
    guard whole.isEmpty else { return whole }
    let beginnings = titles.map { String($0.prefix(word.count)) }
    let found = near(word, in: beginnings)
    return Array(zip(titles, beginnings).filter { found.contains($0.1) }.map(\.0).prefix(maxCount))
  }

  /// `"a"`, `"a" or "b"`, `"a", "b", or "c"`.
  static func list(_ words: [String]) -> String {
    let quoted = words.map { "\"\($0)\"" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    let comma = quoted.count > 2 ? "," : ""
    return "\(quoted.dropLast().joined(separator: ", "))\(comma) or \(last)"
  }

  /// The number of typing mistakes between two words: inserted, missing, wrong and swapped characters
  /// (optimal string alignment).
  static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var before: [Int] = []
    var row = Array(0...right.count)
    for (i, character) in left.enumerated() {
      var next = [i + 1]
      for (j, other) in right.enumerated() {
        var mistakes = min(row[j] + (character == other ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, character == right[j - 1], left[i - 1] == other {
          mistakes = min(mistakes, before[j - 1] + 1)
        }
        next.append(mistakes)
      }
      (before, row) = (row, next)
    }
    return row[right.count]
  }
}
