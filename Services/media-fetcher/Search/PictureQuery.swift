import Schema

/// The words that somebody searches pictures with.
struct PictureQuery: Hashable, Sendable {
  /// As typed, trimmed: for providers.
  let text: String
  /// Folded, without repetition: for our own pictures.
  let words: [String]

  /// Returns nil if nothing is left of the words without their diacritics.
  init?(_ typed: SearchWords) {
    var words: [String] = []
    for word in PictureQuery.words(of: typed.text) where !words.contains(word) { words.append(word) }
    guard !words.isEmpty else { return nil }
    text = typed.text
    self.words = words
  }

  /// The words of a text in the form in which they are compared: in lower case and without diacritics, so
  /// that `Fußball`, `FUSSBALL` and `fussball` are the same, and `Grün`, `gruen` and `grun`.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    for scalar in Text.normalize(text.lowercased()).unicodeScalars {
      if let letters = letters[scalar] {
        word += letters
      } else if SearchWords.isOfWord(scalar) {
        word.unicodeScalars.append(scalar)
      } else if scalar.properties.generalCategory != .nonspacingMark && !word.isEmpty {
        words.append(word)
        word = ""
      }
    }
    if !word.isEmpty { words.append(word) }
    return words.map(withoutUmlauts)
  }

  /// `ue` is how `ü` is written where there is none. Both sides of a comparison pass here, so `blue` still
  /// finds `blue`.
  private static func withoutUmlauts(_ word: String) -> String {
    var folded: [UInt8] = []
    for byte in word.utf8 {
      let isPair = byte == UInt8(ascii: "e") && folded.last.map { "aou".utf8.contains($0) } ?? false
      if !isPair { folded.append(byte) }
    }
    return String(decoding: folded, as: UTF8.self)
  }

  private static let letters: [Unicode.Scalar: String] = {
    let groups = [
      "a": "àáâãäåāăą", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ",
      "i": "ìíîïĩīĭįı", "j": "ĵ", "k": "ķ", "l": "ĺļľŀł", "n": "ñńņňŉ", "o": "òóôõöøōŏő", "r": "ŕŗř",
      "s": "śŝşšș", "t": "ţťŧț", "u": "ùúûüũūŭůűų", "w": "ŵ",
      "y": "ýÿŷ", "z": "źżž", "ss": "ß", "ae": "æ", "oe": "œ", "th": "þ",
    ]
    var letters: [Unicode.Scalar: String] = [:]
    for (plain, marked) in groups { for scalar in marked.unicodeScalars { letters[scalar] = plain } }
    return letters
  }()
}
