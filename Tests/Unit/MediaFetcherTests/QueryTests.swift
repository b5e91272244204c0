import Schema
import Testing

@testable import media_fetcher

/// The query of a typed text; nil if there is none.
func query(_ text: String) -> PictureQuery? { SearchWords(text).flatMap { PictureQuery($0) } }

@Suite("Pictures of our own are found by their words")
struct QueryTests {
  @Test(
    "spellings of a word are one",
    arguments: [
      ("Grün", "gruen"), ("grun", "GRÜN"), ("Fußball", "FUSSBALL"), ("Cafe\u{301}", "café"),
      ("Łódź", "lodz"), ("Köln", "koeln"), ("Käse", "kaese"), ("blue", "Blue"), ("naïve", "naive"),
    ])
  func spellings(one: String, other: String) {
    #expect(PictureQuery.words(of: one) == PictureQuery.words(of: other))
    #expect(PictureQuery.words(of: one).count == 1)
  }

  @Test("other words stay others")
  func others() {
    #expect(PictureQuery.words(of: "sun") != PictureQuery.words(of: "son"))
    #expect(PictureQuery.words(of: "Haus, Maus & 2nd-floor") == ["haus", "maus", "2nd", "floor"])
    #expect(PictureQuery.words(of: "日本 Привет") == ["日本", "привет"])
    #expect(PictureQuery.words(of: " -- ") == [])
  }

  @Test(
    "a query has 2 to 100 characters and a letter or digit",
    arguments: [
      ("", false), ("a", false), (" a ", false), ("ab", true), ("??", false), ("42", true), ("a\nb", false),
      (String(repeating: "a", count: 100), true), (String(repeating: "a", count: 101), false),
      ("a" + String(repeating: "\u{301}", count: 5000) + "b", false),
    ])
  func limits(text: String, isGood: Bool) {
    #expect((query(text) != nil) == isGood)
  }

  @Test("all words come before some, and a word may be a beginning, in every language")
  func ranking() throws {
    let index = try BundledList.index(Array(list.utf8))
    func found(_ text: String) throws -> [[String]] {
      index.search(try #require(query(text))).map { $0.map(\.id) }
    }
    #expect(try found("birthday") == [["cake", "party"]])
    #expect(try found("Geburtstag Kuchen") == [["cake"], ["party"]])
    #expect(try found("fuss") == [["soccer"]])
    #expect(try found("fußb") == [["soccer"]])
    #expect(try found("equipe") == [["soccer"]])
    // The middle of a word is not its beginning.
    #expect(try found("uchen") == [])
    #expect(try found("ballon cake") == [["cake", "party"]])
    #expect(try found("elephant") == [])
    #expect(try found("cake cake CAKE") == [["cake"]])
    let soccer = try #require(query("soccer"))
    let first = index.search(soccer).first?.first
    #expect(first?.credit == "Quad, CC0" && first?.frenchTitle == "Football")
  }

  @Test("a list that is none says so")
  func badList() {
    for text in ["", "[]", "{}", "{\"credit\": 1, \"pictures\": []}"] {
      #expect(throws: (any Error).self) { try BundledList.index(Array(text.utf8)) }
    }
  }

  private let list = """
    {"credit": {"author": "Quad", "license": "CC0", "licenseUrl": "https://a.example/"}, "pictures": [
    {"id": "cake", "file": "cake.webp", "width": 1200, "height": 800,
     "title": {"en": "Birthday cake", "de": "Geburtstagskuchen"},
     "tags": {"en": ["candles"], "de": ["Geburtstag", "Kuchen", "Kerzen"]}},
    {"id": "party", "file": "party.webp", "width": 1200, "height": 800,
     "title": {"en": "Party", "de": "Feier"},
     "tags": {"en": ["birthday", "balloons"], "de": ["Geburtstag", "Ballons"]}},
    {"id": "soccer", "file": "soccer.webp", "width": 1200, "height": 800,
     "title": {"en": "Soccer", "de": "Fußball", "fr": "Football"},
     "tags": {"en": ["football"], "de": ["Tor"], "fr": ["équipe"]}}
    ]}
    """
}

@Suite("An order without repeats")
struct PermutationTests {
  @Test(
    "each number once, whatever the count",
    arguments: [0, 1, 2, 3, 4, 5, 16, 17, 63, 100, 240, 1000, 4000])
  func once(count: Int) {
    for seed in [0, 1, UInt64.max] {
      let order = Permutation(count: count, seed: seed)
      #expect((0..<count).map { order[$0] }.sorted() == Array(0..<count))
    }
  }

  @Test("the seed decides, and nothing else")
  func seeds() {
    func list(_ seed: UInt64) -> [Int] {
      let order = Permutation(count: 100, seed: seed)
      return (0..<100).map { order[$0] }
    }
    #expect(list(7) == list(7))
    #expect(Set((0..<50).map { list($0) }).count == 50)
    // Each number comes first for some seed, and none for a quarter of them.
    var firsts = [Int](repeating: 0, count: 8)
    for seed in 0..<800 { firsts[Permutation(count: 8, seed: UInt64(seed))[0]] += 1 }
    #expect(firsts.allSatisfy { (50...200).contains($0) }, "\(firsts)")
  }

  @Test(
    "pages at random, each result once, and neighbors from few pages",
    arguments: [0, 1, 99, 100, 101, 946, 4000])
  func pages(total: Int) {
    let order = PageOrder(total: total, pageSize: 100, seed: 5)
    let places = (0..<total).map { order[$0] }
    #expect(places.map { ($0.page - 1) * 100 + $0.offset }.sorted() == Array(0..<total))
    for start in stride(from: 0, to: total, by: 30) {
      #expect(Set(places[start..<min(start + 30, total)].map(\.page)).count <= 2)
    }
    guard total == 4000 else { return }
    let firsts = Set((0..<20).map { PageOrder(total: total, pageSize: 100, seed: $0)[0].page })
    #expect(firsts.count > 5)
  }
}
