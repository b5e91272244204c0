import Schema
import Testing

@testable import auth

@Suite("Passwords that are guessed first are refused")
struct CommonPasswordTests {
  private let words = CommonPasswords.words(
    email: "ada.okafor+quad@hilltop.example", firstName: "Ada Maria", lastName: "Okafor", site: "Hilltop Quad"
  )

  private func isCommon(_ text: String) throws -> Bool {
    CommonPasswords.contains(try #require(Password(text)), words: words)
  }

  @Test(
    "refused",
    arguments: [
      "qwertyuiop", "Password123", "1Q2W3E4R5T", "liverpool1", "1234567890", "0123456789", "9876543210",
      "abcdefghij", "zyxwvutsrq", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "qwertyuiopasdf", "poiuytrewq", "yzabcdefgh",
      "aaaaaaaaaa", "          ", "ababababab", "abcabcabcabc", "12121212121", "🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂",
      "adaokafor1", "AdaOkafor2026", "okafor.ada", "hilltop quad", "Hilltopquad1!", "ada.okafor+quad",
      "mariaokafor", "!!okafor!!ada", "ada-ada-ada-ada", "йцукенгшщзхъ",
    ])
  func refused(text: String) throws {
    #expect(try isCommon(text))
  }

  @Test(
    "taken",
    arguments: [
      "a quiet evening in the library", "correct horse battery staple", "okafor likes rain",
      "adaokafor+xk9d2",
      "qwertyuiop and more", "abcdefghijz9", "0123456780", "hilltop-w7r3k", "aaaaaaaaab", "ëëëëëëëëëa",
    ])
  func taken(text: String) throws {
    #expect(try !isCommon(text))
  }

  @Test("every password of the list has ten characters and is in lower case")
  func list() throws {
    let all = CommonPasswordList.text.split(whereSeparator: \.isWhitespace)
    #expect(all.count == 600)
    #expect(Set(all).count == 600)
    #expect(all.allSatisfy { $0.count >= 10 && $0.lowercased() == $0 })
  }
}
