import Crypto
import Schema
import ServiceKit
import Testing

@testable import auth

@Suite("Auth's settings mean what they say")
struct AuthSettingTests {
  @Test(
    "who may sign up",
    arguments: [
      ("open", SignUpRule.open), ("invite", .invite), ("off", .off),
      ("domains:school.example", .domains(["school.example"])),
      ("domains:School.example,cs.school.example", .domains(["school.example", "cs.school.example"])),
    ])
  func rules(text: String, rule: SignUpRule) {
    #expect(SignUpRule(text) == rule)
  }

  @Test(
    "nonsense is refused",
    arguments: [
      "", "Open", "on", "domains", "domains:", "domains:localhost", "domains:a.b,", "domains:,a.b",
      "domains:a b.c", "domains:@a.b", "domains:*.a.b",
    ])
  func badRules(text: String) {
    #expect(SignUpRule(text) == nil)
  }

  @Test(
    "an address is of a domain or not",
    arguments: [
      ("ada@school.example", true), ("ada@cs.school.example", false), ("ada@myschool.example", false),
      ("ada@school.example.evil.example", false),
    ])
  func domains(address: String, isTaken: Bool) throws {
    let email = try #require(EmailAddress(address))
    #expect(SignUpRule.domains(["school.example"]).takes(email) == isTaken)
    #expect(SignUpRule.open.takes(email))
  }

  @Test(
    "the base of links",
    arguments: [
      ("https://quad.school.example", "https://quad.school.example/reset#x"),
      ("http://quad.example:8443/", "http://quad.example:8443/reset#x"),
      ("https://[::1]", "https://[::1]/reset#x"),
    ])
  func origins(text: String, link: String) {
    #expect(SiteOrigin(text)?.link("reset", "x") == link)
  }
}

@Suite("A one-time code is found by what it is, however it is typed")
struct OneTimeSecretTests {
  @Test("in any case, with and without dashes and spaces")
  func typed() throws {
    let (code, hash) = OneTimeSecret.random()
    #expect(code.text.count == 14)
    let bare = code.text.filter { $0 != "-" }
    let spaced = bare.map { "\($0)" }.joined(separator: " ")
    for text in [code.text, bare, bare.lowercased(), spaced, " \(code.text.lowercased()) "] {
      #expect(OneTimeSecret.hash(try #require(OneTimeCode(text))) == hash, "\(text)")
    }
  }

  @Test("a link's token is taken as it is")
  func link() throws {
    let token = Token.random()
    #expect(OneTimeSecret.hash(try #require(OneTimeCode(token.text))) == token.hash)
    #expect(OneTimeSecret.hash(try #require(OneTimeCode(String(token.text.dropLast())))) == nil)
  }
}

@Suite("Who sees a field of a profile")
struct ProfileViewTests {
  @Test(
    "by how close they are",
    arguments: [
      (ProfileView.campus, [Auth.Visibility.campus]), (.room, [.campus, .room]),
      (.oneself, [.campus, .room, .nobody]),
    ])
  func sees(view: ProfileView, shown: [Auth.Visibility]) {
    for visibility in Auth.Visibility.allCases {
      #expect(view.shows(visibility) == shown.contains(visibility))
    }
  }
}

@Suite("Sort keys and searches of names")
struct NameTests {
  private func row(_ first: String, _ last: String) -> PersonRow {
    PersonRow(
      id: .random(), email: "ada@hilltop.example", firstName: first, lastName: last, passwordHash: "",
      signedUp: Instant(milliseconds: 0))
  }

  @Test("a sort key of any name fits into a cursor with its id")
  func sortKeys() {
    for name in ["Ada", String(repeating: "é", count: 60), String(repeating: "👨‍👩‍👧‍👦", count: 60)] {
      let key = row(name, name).sortName
      #expect(key.utf8.count <= 90)
      #expect("\(name) \(name)".lowercased().utf8.starts(with: key.utf8) && !key.isEmpty)
    }
    #expect(row("Ada", "Okafor").sortName == "okafor ada")
  }

  @Test("nothing in a search is a wildcard")
  func searches() {
    #expect(row("Ada", "Okafor").search == "ada okafor ada ada@hilltop.example")
    #expect("50%_!a".escapedForLike == "50!%!_!!a")
  }

  @Test("staff and administrators sign in again sooner")
  func terms() {
    #expect(SessionTerm.of([.student]) == .student)
    #expect(SessionTerm.of([.staff, .student]) == .staff)
    #expect(SessionTerm.of([.admin]) == .staff)
    #expect(SessionTerm.staff.idle < SessionTerm.student.idle)
  }
}
