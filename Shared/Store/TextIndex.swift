package import Schema

/// The words of a table's texts, by which a search finds its rows.
///
/// The index is a table of the program's own migrations, `(scope, word, place, entry)`. A scope is whoever
/// may see the row, such as its room, so that a search reads its own scopes alone, and not even the
/// correction of a typing error looks at words of others; `place` is 0 for a word of the title, else 1. Rows
/// of the index go with the row that they find (`ON DELETE CASCADE`). Programs list rows of before the index
/// in a table of their own and work through it when they start.
package struct TextIndex: Sendable {
  /// The name of the index's table.
  package let name: String

  /// The limit of rows that one word of a search reads in one scope.
  package static let maxRows = 20_000
  /// The limit of words that the correction of one typing error uses.
  package static let maxNear = 50
  /// The words of a search that count.
  package static let maxWords = 8

  package init(_ name: String) { self.name = name }
}

/// The results of a search.
package struct TextMatches: Sendable, Equatable {
  /// The rows, best matches first.
  package let rows: [TextMatch]
  /// True if a word has a typing error in each of them.
  package let isNear: Bool

  package init(rows: [TextMatch], isNear: Bool) {
    self.rows = rows
    self.isNear = isNear
  }
}

/// A row that a search found.
package struct TextMatch: Sendable, Equatable {
  package let entry: RawUUID
  /// The quality of the match, 0 being best: each word adds 0 if it stands there whole, 1 if one begins with
  /// it, 3 with a typing error, and 1 more outside of the title.
  package let rank: Int

  package init(entry: RawUUID, rank: Int) {
    self.entry = entry
    self.rank = rank
  }
}

extension Database {
  /// Writes the words of a row that has none yet: for each scope those of the texts, of which the first is
  /// the title. Call it in the write that changes the row.
  package func index(_ index: TextIndex, _ entry: RawUUID, scopes: [RawUUID], texts: [String?]) throws {
    var known: Set<String> = []
    for (place, text) in texts.enumerated() {
      for word in WordForms.words(text ?? "") where known.insert(word).inserted {
        for scope in scopes {
          try run(
            "INSERT INTO \(index.name)(scope, word, entry, place) VALUES (?, ?, ?, ?)", scope, word, entry,
            min(place, 1))
        }
      }
    }
  }

  /// Removes the words of a row.
  package func unindex(_ index: TextIndex, _ entry: RawUUID) throws {
    try run("DELETE FROM \(index.name) WHERE entry = ?", entry)
  }

  /// The rows of these scopes in which each word of the search stands, or begins one: best matches first,
  /// among equal ones the newest id. If there is none, words of at least four letters may have a typing
  /// error.
  package func search(
    _ index: TextIndex, for query: SearchWords, in scopes: [RawUUID], limit: Int
  ) throws -> TextMatches {
    let words = WordForms.words(query.text, limit: TextIndex.maxWords)
    var found = try ranks(index, words, scopes, isNear: false)
    let isNear = found.isEmpty
    if isNear { found = try ranks(index, words, scopes, isNear: true) }
    let sorted = found.sorted { one, other in
      (one.value, other.key.high, other.key.low) < (other.value, one.key.high, one.key.low)
    }
    let rows = sorted.prefix(limit).map { TextMatch(entry: $0.key, rank: $0.value) }
    return TextMatches(rows: rows, isNear: isNear && !rows.isEmpty)
  }

  private func ranks(
    _ index: TextIndex, _ words: [String], _ scopes: [RawUUID], isNear: Bool
  ) throws -> [RawUUID: Int] {
    var found: [RawUUID: Int]?
    for word in words {
      var ranks: [RawUUID: Int] = [:]
      func add(_ rank: Int, _ entry: RawUUID) { ranks[entry] = min(rank, ranks[entry] ?? rank) }
      for scope in scopes {
        for match in try beginning(index, word, scope) {
          add((match.word == word ? 0 : 1) + match.place, match.entry)
        }
        guard isNear, word.count >= WordForms.minNear else { continue }
        for near in try near(index, word, scope) {
          for match in try standing(index, near, scope) { add(3 + match.place, match.entry) }
        }
      }
      found =
        found?.reduce(into: [:]) { both, entry in
          if let rank = ranks[entry.key] { both[entry.key] = entry.value + rank }
        } ?? ranks
      if found?.isEmpty ?? true { return [:] }
    }
    return found ?? [:]
  }

  private func beginning(_ index: TextIndex, _ word: String, _ scope: RawUUID) throws -> [WordRow] {
    try all(
      """
      SELECT word, entry, place FROM \(index.name) WHERE scope = ? AND word >= ? AND word < ?
      ORDER BY word, entry LIMIT ?
      """,
      scope, word, word + "\u{10FFFF}", TextIndex.maxRows
    ) { try WordRow($0) }
  }

  private func standing(_ index: TextIndex, _ word: String, _ scope: RawUUID) throws -> [WordRow] {
    try all(
      """
      SELECT word, entry, place FROM \(index.name) WHERE scope = ? AND word = ? ORDER BY entry LIMIT ?
      """,
      scope, word, TextIndex.maxRows
    ) { try WordRow($0) }
  }

  /// The words of a scope that are the word with a typing error.
  private func near(_ index: TextIndex, _ word: String, _ scope: RawUUID) throws -> [String] {
    let words = try all(
      "SELECT DISTINCT word FROM \(index.name) WHERE scope = ? ORDER BY word LIMIT ?", scope,
      TextIndex.maxRows
    ) { try $0.text("word") }
    return Array(words.lazy.filter { WordForms.isNear(word, $0) }.prefix(TextIndex.maxNear))
  }
}

/// A word of a row.
private struct WordRow {
  let word: String
  let entry: RawUUID
  let place: Int

  init(_ row: borrowing Row) throws {
    word = try row.text("word")
    entry = try row.id("entry")
    place = Int(try row.int("place"))
  }
}
