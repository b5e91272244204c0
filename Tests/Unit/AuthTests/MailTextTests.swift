import Schema
import Testing

@testable import auth

@Suite("A mail says what it is about and what to do when one did not ask for it")
struct MailTextTests {
  private static let link = "https://quad.school.example/confirm#secret"
  private static let origin = "https://quad.school.example"

  static let withLink: [MailText] = [
    .signUp(name: "Ada", site: "Hilltop", link: link), .reset(name: "Ada", site: "Hilltop", link: link),
    .verify(name: "Ada", site: "Hilltop", link: link), .change(name: "Ada", site: "Hilltop", link: link),
  ]
  static let withoutLink: [MailText] = [
    .hasAccount(name: "Ada", site: "Hilltop", origin: origin), .addressTaken(name: "Ada", site: "Hilltop"),
    .changed(name: "Ada", site: "Hilltop", origin: origin),
  ]

  @Test("the link stands alone on its line, so that no mail reader cuts it", arguments: withLink)
  func links(text: MailText) {
    #expect(text.body.split(separator: "\n").contains(Self.link[...]))
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

  static let inGerman: [MailText] = [
    .signUp(name: "Ada", site: "Hilltop", link: link, in: .german),
    .reset(name: "Ada", site: "Hilltop", link: link, in: .german),
    .verify(name: "Ada", site: "Hilltop", link: link, in: .german),
    .change(name: "Ada", site: "Hilltop", link: link, in: .german),
    .hasAccount(name: "Ada", site: "Hilltop", origin: origin, in: .german),
    .addressTaken(name: "Ada", site: "Hilltop", in: .german),
    .changed(name: "Ada", site: "Hilltop", origin: origin, in: .german),
  ]

  @Test("O7: a German site's mails are in German", arguments: inGerman)
  func words(inGerman text: MailText) {
    #expect(text.body.hasPrefix("Hallo Ada,\n\n"))
    #expect(text.subject.contains("Hilltop"))
    #expect((1...70).contains(text.subject.count))
    #expect(!text.body.contains("gilt einmal") || text.body.split(separator: "\n").contains(Self.link[...]))
    for word in ["Hello", "link to", "ignore this", "account"] { #expect(!text.body.contains(word)) }
    #expect(text.body.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }

  @Test("each says something else")
  func distinct() {
    let all = Self.withLink + Self.withoutLink + Self.inGerman
    #expect(Set(all.map(\.subject)).count == all.count)
  }
}
