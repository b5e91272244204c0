package import Schema

/// The words of a table's texts, by which a search finds its rows.
///
/// The index is a table of the program's own migrations, `(scope, entry, words)`, with one line for each row
/// and scope. A scope is whoever may see the row, such as its room. A search reads all lines of its own
/// scopes and no others, so that not even the correction of a typing error looks at words of others. A line
/// for each word would be read faster, and cost as much as everything else that adding a task does. Lines go
/// with the row that they find (`ON DELETE CASCADE`). Programs list rows of before the index in a table of
/// their own and work through it when they start.
package struct TextIndex: Sendable {
  /// The name of the index's table.
  package let name: String
  /// The statement that adds a line. Its text is made once, so that the cache of statements knows it by its
  /// place.
  let insertion: String

  /// The limit of lines that a search reads in one scope, the newest rows first.
  package static let maxRows = 20_000
  /// The words of a search that count.
  package static let maxWords = 8

  package init(_ name: String) {
    self.name = name
    insertion = "INSERT INTO \(name)(scope, entry, words) VALUES (?, ?, ?)"
  }
}

/// The words of a row's texts as the index keeps them. Make them before the write where the texts are known:
/// the writer's thread has others waiting.
package struct TextWords: Sendable, Equatable {
  /// Each word once, after a blank: those of the title, and behind the end of the line those of the other
  /// texts.
  let line: String

  /// - Parameter texts: The row's texts, of which the first is the title.
  package init(_ texts: [String?]) {
    let title = WordForms.words(texts.first.flatMap(\.self) ?? "")
    var line = ""
    func add(_ word: String) {
      line.append(" ")
      line.append(word)
    }
    title.forEach(add)
    if texts.count > 1 { line.append("\n") }
    let others = texts.dropFirst().compactMap(\.self)
    if !others.isEmpty {
      var known = Set(title)
      for word in others.flatMap({ WordForms.words($0) }) where known.insert(word).inserted { add(word) }
    }
    self.line = line
  }
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
  /// Adds a row that is not in the index, for each scope. Call it in the write that changes the row.
  package func index(_ index: TextIndex, _ entry: RawUUID, scopes: [RawUUID], words: TextWords) throws {
    for scope in scopes { try run(index.insertion, scope, entry, words.line) }
  }

  /// Removes a row.
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
    guard let longest = words.max(by: { $0.utf8.count < $1.utf8.count }) else {
      return TextMatches(rows: [], isNear: false)
    }
    var sought = words.map { SoughtWord($0, isNear: false) }
    // A word has letters and digits alone, none of which means something in a pattern.
    var found = try ranks(index, &sought, scopes, like: "% \(longest)%")
    let isNear = found.isEmpty
    if isNear {
      sought = words.map { SoughtWord($0, isNear: true) }
      found = try ranks(index, &sought, scopes, like: "%")
    }
    let sorted = found.sorted { one, other in
      (one.value, other.key.high, other.key.low) < (other.value, one.key.high, one.key.low)
    }
    let rows = sorted.prefix(limit).map { TextMatch(entry: $0.key, rank: $0.value) }
    return TextMatches(rows: rows, isNear: isNear && !rows.isEmpty)
  }

  private func ranks(
    _ index: TextIndex, _ sought: inout [SoughtWord], _ scopes: [RawUUID], like pattern: String
  ) throws -> [RawUUID: Int] {
    var found: [RawUUID: Int] = [:]
    for scope in scopes {
      try visit(
        """
        SELECT entry, words FROM \(index.name) WHERE scope = ? AND words LIKE ?
        ORDER BY entry DESC LIMIT ?
        """,
        scope, pattern, TextIndex.maxRows
      ) { row in
        let line = try row.text("words")
        if let rank = SoughtWord.rank(of: line, for: &sought) { found[try row.id("entry")] = rank }
        return true
      }
    }
    return found
  }
}

/// A word of a search, while lines of the index are read.
struct SoughtWord {
  private let text: String
  private let bytes: [UInt8]
  private let isNear: Bool
  /// True for words that were compared before and have one typing error: lines of a scope have words in
  /// common.
  private var known: [String: Bool] = [:]

  init(_ text: String, isNear: Bool) {
    self.text = text
    self.isNear = isNear
    bytes = Array(text.utf8)
  }

  /// The sum of the words' qualities, or nil if one of them is not in the line.
  static func rank(of line: String, for sought: inout [SoughtWord]) -> Int? {
    var line = line
    return line.withUTF8 { letters in
      var rank = 0
      for index in sought.indices {
        guard let best = sought[index].best(in: letters) else { return nil }
        rank += best
      }
      return rank
    }
  }

  /// The quality of the best word of a line, which is read byte by byte: a room has thousands of lines.
  private mutating func best(in line: UnsafeBufferPointer<UInt8>) -> Int? {
    var best: Int?
    var (place, start) = (0, 0)
    for end in 0...line.count {
      let isEnd = end == line.count
      guard isEnd || line[end] == UInt8(ascii: " ") || line[end] == UInt8(ascii: "\n") else { continue }
      if end > start, let quality = quality(of: line[start..<end]) {
        best = min(best ?? .max, quality + place)
      }
      if !isEnd, line[end] == UInt8(ascii: "\n") { place += 1 }
      start = end + 1
    }
    return best
  }

  private mutating func quality(of word: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    if word.starts(with: bytes) { return word.count == bytes.count ? 0 : 1 }
    guard isNear, beginsAlike(word) else { return nil }
    let found = String(decoding: word, as: UTF8.self)
    if let earlier = known[found] { return earlier ? 3 : nil }
    let isTypedWrong = WordForms.isNear(text, found)
    known[found] = isTypedWrong
    return isTypedWrong ? 3 : nil
  }

  /// False for a word that more than one typing error parts from this one, as the first two letters of both
  /// show. Most words of a scope are such.
  private func beginsAlike(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard bytes.count > 1, word.count > 1 else { return true }
    let (first, second) = (bytes[0], bytes[1])
    let (other, next) = (word[word.startIndex], word[word.startIndex + 1])
    guard (first | second | other | next) < 0x80 else { return true }
    return first == other || second == next || second == other || first == next
  }
}
