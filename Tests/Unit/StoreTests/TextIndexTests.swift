import Schema
import Testing

@testable import Store

@Suite("A search compares its words with those of a line")
struct TextIndexTests {
  /// The rank of a line with this word alone.
  private func rank(of word: String, typed: String, isNear: Bool) -> Int? {
    var sought = [SoughtWord(typed, isNear: isNear)]
    return SoughtWord.rank(of: " \(word)\n", for: &sought)
  }

  /// Every word that one typing error makes of this one, and a few that two make.
  private func typings(of word: String) -> [String] {
    let letters = Array(word)
    var found: [String] = []
    for place in letters.indices {
      var (missing, doubled, other, swapped) = (letters, letters, letters, letters)
      missing.remove(at: place)
      doubled.insert("x", at: place)
      other[place] = "q"
      if place > 0 { swapped.swapAt(place, place - 1) }
      found += [missing, doubled, other, swapped, Array(missing.dropFirst()), Array(doubled.reversed())]
        .map { String($0) }
    }
    return found
  }

  @Test(
    "one typing error is found wherever it is, two are not",
    arguments: ["kitchen", "milk", "éclair", "aabb"])
  func near(word: String) {
    for typed in typings(of: word) {
      for (typed, stored) in [(typed, word), (word, typed)] {
        let isBeginning = stored.utf8.starts(with: typed.utf8)
        let expected = stored == typed ? 0 : isBeginning ? 1 : WordForms.isNear(typed, stored) ? 3 : nil
        #expect(rank(of: stored, typed: typed, isNear: true) == expected, "\(typed) and \(stored)")
      }
    }
  }

  @Test("a line has to have all words; a whole one is better than a beginning, the title better than a note")
  func ranks() {
    let line = TextWords(["Buy oat milk", "from the crèmerie, for Zoë"]).line
    #expect(line == " buy oat milk\n from the cremerie for zoe")
    func rank(_ words: String...) -> Int? {
      var sought = words.map { SoughtWord($0, isNear: false) }
      return SoughtWord.rank(of: line, for: &sought)
    }
    #expect(rank("milk") == 0)
    #expect(rank("mil") == 1)
    #expect(rank("zoe") == 1)
    #expect(rank("creme") == 2)
    #expect(rank("oat", "creme") == 2)
    #expect(rank("oat", "cake") == nil)
    #expect(rank("ilk") == nil)
  }
}
