import Schema
import Testing

@testable import auth

private let link = "https://quad.school.example/confirm#secret"
private let origin = "https://quad.school.example"

@Suite("A mail says what it is about and what to do when one did not ask for it")
struct MailTextTests {
  private static let english = MailText.words(in: .english)
  static let withLink: [MailText] = [
    english.signUp(name: "Ada", site: "Hilltop", link: link),
    english.reset(name: "Ada", site: "Hilltop", link: link),
    english.verify(name: "Ada", site: "Hilltop", link: link),
    english.change(name: "Ada", site: "Hilltop", link: link),
  ]
  static let withoutLink: [MailText] = [
    english.hasAccount(name: "Ada", site: "Hilltop", origin: origin),
    english.addressTaken(name: "Ada", site: "Hilltop"),
    english.changed(name: "Ada", site: "Hilltop", origin: origin),
  ]

  @Test("the link stands alone on its line, so that no mail reader cuts it", arguments: withLink)
  func links(text: MailText) {
    #expect(text.body.split(separator: "\n").contains(link[...]))
    #expect(text.body.contains("It works once"))
  }

  @Test("the person and the site are named, the subject is short", arguments: withLink + withoutLink)
  func words(text: MailText) {
    #expect(text.body.hasPrefix("Hello Ada,\n\n"))
    #expect(text.subject.contains("Hilltop"))
    #expect((1...70).contains(text.subject.count))
    #expect(text.body.contains("If "))
    #expect(text.body.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }

  /// The mails of a language other than English, how they greet, and how they say that a link works once.
  struct Tongue: Sendable, CustomTestStringConvertible {
    let language: Alerts.Language
    let greeting: String
    let once: String

    static let all = [
      Tongue(language: .german, greeting: "Hallo Ada,\n\n", once: "gilt einmal"),
      Tongue(language: .french, greeting: "Bonjour Ada,\n\n", once: "ne sert qu’une fois"),
    ]

    var mails: [MailText] {
      let words = MailText.words(in: language)
      return [
        words.signUp(name: "Ada", site: "Hilltop", link: link),
        words.reset(name: "Ada", site: "Hilltop", link: link),
        words.verify(name: "Ada", site: "Hilltop", link: link),
        words.change(name: "Ada", site: "Hilltop", link: link),
        words.hasAccount(name: "Ada", site: "Hilltop", origin: origin),
        words.addressTaken(name: "Ada", site: "Hilltop"),
        words.changed(name: "Ada", site: "Hilltop", origin: origin),
        words.test(name: "Ada", site: "Hilltop"),
      ]
    }

    var testDescription: String { language.rawValue }
  }

  @Test("O7: the mails of a German or French site are in its language", arguments: Tongue.all)
  func words(of tongue: Tongue) {
    for text in tongue.mails {
      #expect(text.body.hasPrefix(tongue.greeting))
      #expect(text.subject.contains("Hilltop"))
      #expect((1...70).contains(text.subject.count))
      #expect(!text.body.contains(tongue.once) || text.body.split(separator: "\n").contains(link[...]))
      for word in ["Hello", "link to", "ignore this", "account"] { #expect(!text.body.contains(word)) }
      #expect(text.body.split(separator: "\n").allSatisfy { $0.count <= 110 })
    }
    #expect(tongue.mails.filter { $0.body.contains(tongue.once) }.count == 4)
  }

  @Test("every language has its mails here")
  func all() {
    #expect(Set(Tongue.all.map(\.language)) == Set(Alerts.Language.allCases).subtracting([.english]))
  }

  @Test("each says something else")
  func distinct() {
    let all = Self.withLink + Self.withoutLink + Tongue.all.flatMap(\.mails)
    #expect(Set(all.map(\.subject)).count == all.count)
  }
}
