import Foundation
import Schema
import Testing

/// The vectors that the web client runs, too (Tests/Browser/test_search_models.py).
@Suite("A search compares words without case and accents, and with one typing error")
struct WordFormTests {
  @Test("words of a text")
  func words() throws {
    for vector in try WordVectors.all().words {
      #expect(WordForms.words(vector.text) == vector.words, "\(vector.text)")
    }
  }

  @Test("one typing error, also in the beginning of a word")
  func near() throws {
    for vector in try WordVectors.all().near {
      #expect(WordForms.isNear(vector.typed, vector.word) == vector.isNear, "\(vector.typed) \(vector.word)")
    }
  }

  @Test("only so many words count, and a word is cut")
  func limits() {
    let text = (0..<500).map { "word\($0)" }.joined(separator: " ")
    #expect(WordForms.words(text).count == WordForms.maxWords)
    #expect(WordForms.words(text, limit: 3) == ["word0", "word1", "word2"])
  }

  @Test("a text of ASCII alone has the words that it has beside another letter")
  func plain() {
    let letters = (0..<128).map { String(Unicode.Scalar(UInt8($0))) }
    let texts = [
      letters.joined(), letters.map { "a\($0)B" }.joined(separator: " "), "", " ", "Milk MILK milk-man 2% x",
      String(repeating: "A", count: 100), "one\0two\u{7F}three",
    ]
    for text in texts {
      #expect(WordForms.words(text) == WordForms.words(text + " é").dropLast(), "\(text.debugDescription)")
    }
  }
}

/// word_vectors.json.
private struct WordVectors: Decodable {
  let words: [Words]
  let near: [Near]

  struct Words: Decodable {
    let text: String
    let words: [String]
  }

  struct Near: Decodable {
    let typed: String
    let word: String
    let isNear: Bool

    init(from decoder: any Decoder) throws {
      var parts = try decoder.unkeyedContainer()
      typed = try parts.decode(String.self)
      word = try parts.decode(String.self)
      isNear = try parts.decode(Bool.self)
    }
  }

  static func all() throws -> WordVectors {
    let place = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "word_vectors.json")
    return try JSONDecoder().decode(WordVectors.self, from: Data(contentsOf: place))
  }
}
