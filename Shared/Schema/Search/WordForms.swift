@_spi(_Unicode) import Swift

/// Comparing texts as a search does: by words, without case and accents, and with one typing error.
///
/// The web client has the same rules (`models/wordforms.js`); both run `word_vectors.json`.
package enum WordForms {
  /// The number of words of a text that are compared. Later ones are not found.
  package static let maxWords = 200
  /// The limit of a word in characters; the rest of a longer one is not compared.
  package static let maxLength = 32
  /// The shortest word that may be typed wrong, and the shortest one that may be the wrong beginning of a
  /// word: of shorter ones too many are alike.
  package static let minNear = 4
  package static let minNearBeginning = 6

  /// The words of a text in the order in which they first stand there, each once, in the form in which words
  /// are compared: in lowercase, without accents, and with the letters that Latin has as one taken apart.
  package static func words(_ text: String, limit: Int = maxWords) -> [String] {
    if let plain = wordsOfASCII(Array(text.utf8), limit) { return plain }
    var found: [String] = []
    var known: Set<String> = []
    var word = ""
    var length = 0
    func end() {
      guard !word.isEmpty else { return }
      if known.insert(word).inserted { found.append(word) }
      word = ""
      length = 0
    }
    for scalar in text._nfd {
      if found.count >= limit { return found }
      // Most letters, without a look into Unicode's tables.
      if scalar.isASCII {
        guard let letter = lowercase[Int(scalar.value)] else {
          end()
          continue
        }
        guard length < maxLength else { continue }
        length += 1
        word.unicodeScalars.append(letter)
        continue
      }
      guard scalar.properties.generalCategory != .nonspacingMark else { continue }
      guard SearchWords.isOfWord(scalar) else {
        end()
        continue
      }
      guard length < maxLength else { continue }
      length += 1
      for small in scalar.properties.lowercaseMapping.unicodeScalars
      where small.properties.generalCategory != .nonspacingMark {
        word += apart[small] ?? String(small)
      }
    }
    end()
    return Array(found.prefix(limit))
  }

  /// The words of a text without other letters, byte by byte; nil for one that has some.
  private static func wordsOfASCII(_ bytes: [UInt8], _ limit: Int) -> [String]? {
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    var found: [String] = []
    var known: Set<String> = []
    var word: [UInt8] = []
    func end() {
      guard !word.isEmpty else { return }
      let text = String(decoding: word, as: UTF8.self)
      word.removeAll(keepingCapacity: true)
      if known.insert(text).inserted { found.append(text) }
    }
    for byte in bytes where found.count < limit {
      guard let letter = lowercase[Int(byte)] else {
        end()
        continue
      }
      if word.count < maxLength { word.append(UInt8(truncatingIfNeeded: letter.value)) }
    }
    if found.count < limit { end() }
    return found
  }

  /// The lowercase of each ASCII letter and digit; nil for what stands between words.
  private static let lowercase: [Unicode.Scalar?] = (UInt8(0)..<128).map { byte in
    let scalar = Unicode.Scalar(byte)
    guard SearchWords.isOfWord(scalar) else { return nil }
    return (65...90).contains(byte) ? Unicode.Scalar(byte + 32) : scalar
  }

  private static let apart: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ı": "i", "þ": "th", "ς": "σ",
  ]

  /// True if a word becomes the other by one typing error: a letter too many, one missing, a wrong one, or
  /// two neighbors swapped (optimal string alignment, distance 1). A long one may become the beginning of the
  /// other.
  package static func isNear(_ typed: String, _ word: String) -> Bool {
    let wanted = Array(typed.unicodeScalars)
    guard wanted.count >= minNear else { return false }
    let isBeginning = wanted.count >= minNearBeginning
    guard isBeginning || word.unicodeScalars.count <= wanted.count + 1 else { return false }
    let found = Array(word.unicodeScalars.prefix(wanted.count + (isBeginning ? 1 : 2)))
    var at = 0
    while at < wanted.count, at < found.count, wanted[at] == found[at] { at += 1 }
    // What follows the first difference has to be, or begin, the rest of the word.
    let rest = wanted[at...]
    func follows(_ skipped: Int, _ typed: Int) -> Bool {
      let left = found.dropFirst(at + skipped)
      let start = rest.dropFirst(typed)
      return isBeginning ? left.starts(with: start) : left.elementsEqual(start)
    }
    return follows(0, 1) || follows(1, 0) || follows(1, 1)
      || (rest.count >= 2 && found.count >= at + 2 && rest[at] == found[at + 1] && rest[at + 1] == found[at]
        && follows(2, 2))
  }
}

extension WordForms {
  /// The items whose texts have each word of the query, best first: whole words before beginnings, the first
  /// text before the others. If there is none, words may have a typing error (`isNear`). For lists of at most
  /// a few thousand items, which need no index.
  package static func matching<Item>(
    _ query: SearchWords, _ items: [Item], limit: Int, texts: (Item) -> [String?]
  ) -> (items: [Item], isNear: Bool) {
    let wanted = words(query.text, limit: 8)
    guard !wanted.isEmpty else { return ([], false) }
    let formed = items.map { item in (item: item, texts: texts(item).map { words($0 ?? "") }) }
    for isNear in [false, true] {
      var found: [(rank: Int, offset: Int, item: Item)] = []
      for (offset, one) in formed.enumerated() {
        if let rank = rank(of: wanted, in: one.texts, isNear: isNear) {
          found.append((rank, offset, one.item))
        }
      }
      if !found.isEmpty {
        let sorted = found.sorted { ($0.rank, $0.offset) < ($1.rank, $1.offset) }
        return (sorted.prefix(limit).map { $0.item }, isNear)
      }
    }
    return ([], false)
  }

  /// Nil if a word stands in none of the texts.
  private static func rank(of wanted: [String], in texts: [[String]], isNear: Bool) -> Int? {
    var sum = 0
    for word in wanted {
      let ranks = texts.enumerated().compactMap { place, words in
        rank(of: word, in: words, isNear: isNear).map { $0 + min(place, 1) }
      }
      guard let best = ranks.min() else { return nil }
      sum += best
    }
    return sum
  }

  private static func rank(of word: String, in words: [String], isNear: Bool) -> Int? {
    if words.contains(word) { return 0 }
    if words.contains(where: { $0.hasPrefix(word) }) { return 1 }
    return isNear && words.contains { WordForms.isNear(word, $0) } ? 3 : nil
  }
}
