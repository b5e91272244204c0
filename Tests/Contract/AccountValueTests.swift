import Schema
import ServiceKit
import Testing

@Suite("An email address is ASCII, folded, with a dot in its domain")
struct EmailAddressTests {
  @Test(
    "taken",
    arguments: [
      ("ada@hilltop.example", "ada@hilltop.example"), (" Ada@Hilltop.EXAMPLE\n", "ada@hilltop.example"),
      ("a.b+c_d@x-y.example", "a.b+c_d@x-y.example"), ("!#$%&'*+/=?^_`{|}~-@x.y", "!#$%&'*+/=?^_`{|}~-@x.y"),
      (String(repeating: "a", count: 64) + "@x.y", String(repeating: "a", count: 64) + "@x.y"),
    ])
  func taken(input: String, text: String) {
    #expect(EmailAddress(input)?.text == text)
  }

  @Test(
    "refused",
    arguments: [
      "", "ada", "@", "@x.y", "ada@", "ada@localhost", "ada@@x.y", "a@b@x.y", "a b@x.y", "ada@x y.z",
      "ada@.x", "ada@x.", "ada@x..y", "ada@-x.y", "ada@x-.y", "\"ada\"@x.y", "ada@[127.0.0.1]",
      "ada@x.y,b@x.y",
      "ada@x.y\r\nBcc: b@x.y", "\u{E9}@x.y", "e\u{336}@x.y", "ada@e\u{336}.y", "ada@x.y\u{336}",
      "ada\u{200B}@x.y",
      "\u{212A}@x.y", "ada@\u{43D}.y", "ada@x.1\u{20E3}", "ada\u{0}@x.y",
      String(repeating: "a", count: 65) + "@x.y",
      "a@" + String(repeating: "b", count: 64) + ".y", "a@" + String(repeating: "b.", count: 126) + "y",
    ])
  func refused(input: String) {
    #expect(EmailAddress(input) == nil)
  }
}

@Suite("A phone number is + and 8 to 15 ASCII digits")
struct PhoneNumberTests {
  @Test(
    "taken",
    arguments: [
      ("+12025550143", "+12025550143"), ("+1 (202) 555-01.43", "+12025550143"),
      ("+49\u{A0}30 901820", "+4930901820"),
      ("+12345678", "+12345678"), ("+123456789012345", "+123456789012345"),
    ])
  func taken(input: String, text: String) {
    #expect(PhoneNumber(input)?.text == text)
  }

  @Test(
    "refused",
    arguments: [
      "", "+", "2025550143", "0012025550143", "+02025550143", "+1234567", "+1234567890123456",
      "++12025550143",
      "+1202555014x", "+１２０２５５５０１４３", "+120255501\u{664}\u{663}", "+1202555014\u{33}\u{20E3}",
      "+1202555014\u{33}\u{336}", "+12025550143\u{200B}", "+12025550143;ext=1",
      "+1" + String(repeating: " ", count: 40) + "2025550143",
    ])
  func refused(input: String) {
    #expect(PhoneNumber(input) == nil)
  }
}

@Suite("A join code is 8 characters of Crockford's base32")
struct JoinCodeTests {
  @Test("taken", arguments: ["7KQ2M9XA", "7kq2m9xa", "7KQ2-M9XA", " 7kq2 m9xa "])
  func taken(input: String) {
    #expect(JoinCode(input)?.text == "7KQ2M9XA")
  }

  @Test(
    "refused",
    arguments: [
      "", "7KQ2M9X", "7KQ2M9XAA", "7KQ2M9XI", "7KQ2M9XL", "7KQ2M9XO", "7KQ2M9XU", "7KQ2M9X\u{C4}",
      "7KQ2M9X\u{FF21}",
      "7KQ2M9XA\u{336}", "7KQ2M9X!", "7KQ2_M9XA", "7KQ2M9X\u{0}", "7KQ2M9\u{DF}",
      String(repeating: "-", count: 40) + "7KQ2M9XA",
    ])
  func refused(input: String) {
    #expect(JoinCode(input) == nil)
  }

  @Test("a random one is one, and they differ")
  func random() {
    let codes = (0..<100).map { _ in JoinCode.random() }
    #expect(codes.allSatisfy { JoinCode($0.text) == $0 })
    #expect(Set(codes).count == 100)
  }
}

@Suite("A typed code is 12 characters of Crockford's base32, in groups of four")
struct TypedCodeTests {
  @Test(
    "taken",
    arguments: [
      "7KQ2-M9XA-4TFD", "7kq2m9xa4tfd", "7KQ2 M9XA 4TFD", " 7-k-q-2 m9xa4tfd- ", "7kq2--m9xa--4tfd",
    ])
  func taken(input: String) {
    #expect(TypedCode(input)?.text == "7KQ2-M9XA-4TFD")
  }

  @Test(
    "refused",
    arguments: [
      "", "7KQ2-M9XA-4TF", "7KQ2-M9XA-4TFDD", "7KQ2-M9XA-4TFI", "7KQ2-M9XA-4TFL", "7KQ2-M9XA-4TFO",
      "7KQ2-M9XA-4TFU", "7KQ2-M9XA-4TF\u{FF21}", "7KQ2-M9XA-4TFD\u{336}", "7KQ2_M9XA_4TFD", "7KQ2-M9XA-4TF\0",
      "7KQ2\u{2013}M9XA\u{2013}4TFD", "7KQ2-M9XA-4\u{DF}D",
      String(repeating: "-", count: 40) + "7KQ2M9XA4TFD",
    ])
  func refused(input: String) {
    #expect(TypedCode(input) == nil)
  }

  @Test("a random one is one, every character of the alphabet comes, and they differ")
  func random() {
    let codes = (0..<200).map { _ in TypedCode.random() }
    #expect(codes.allSatisfy { TypedCode($0.text) == $0 })
    #expect(Set(codes).count == 200)
    for place in 0..<12 {
      let seen = Set(codes.map { Array($0.text.filter { $0 != "-" })[place] })
      #expect(seen.count > 16, "place \(place) is random")
    }
    #expect(TypedCode(TypedCode.sampleText) == TypedCode.sample)
  }
}

@Suite("A password is what was typed, 10 to 256 characters")
struct PasswordTests {
  @Test(
    "taken as it is",
    arguments: [
      "0123456789", " spaces at both ends ",
      "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}",
      String(repeating: "a", count: 256), String(repeating: "\u{1F600}", count: 256), "line\nbreak and \u{0}",
    ])
  func taken(input: String) {
    #expect(Password(input).map { Array($0.secret.unicodeScalars) } == Array(input.unicodeScalars))
  }

  @Test(
    "refused",
    arguments: [
      "", "012345678", String(repeating: "a", count: 257), String(repeating: "\u{1F600}", count: 9),
      "a" + String(repeating: "\u{336}", count: 3000),
    ])
  func refused(input: String) {
    #expect(Password(input) == nil)
  }

  @Test("it does not show when it is written somewhere")
  func hidden() throws {
    let password = try #require(Password("correct horse battery"))
    #expect("\(password)" == "(password)")
    #expect(!"\(password) \(Optional(password) as Any)".contains("horse"))
  }
}

@Suite("A cursor comes back as it left or not at all")
struct CursorTests {
  @Test(
    "parts round-trip, in characters that need no escape in a URL",
    arguments: [
      ["1788264000000", "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"], ["0", "1788264000000", "", "x"], ["-1"],
      [String(repeating: "x", count: 32)], ["??>>~~", "\u{1F3E0}"],
    ])
  func roundTrip(parts: [String]) {
    let cursor = Cursor(texts: parts)
    #expect(cursor.texts == parts)
    #expect(
      cursor.text.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 95
      })
    #expect((1...200).contains(cursor.text.utf8.count))
  }

  @Test(
    "text that no list returned has no parts",
    arguments: ["!", "a", "abcde", "====", "AA=A", "_w", "a b c d", "AAAA\n", "\u{E9}", "%41%41", "QQ==QQ=="])
  func hostile(text: String) {
    #expect(Cursor(text).texts == [])
  }

  @Test(
    "one of another list is refused",
    arguments: [
      ["1788264000000"], ["x", "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"], ["1788264000000", "x"],
      ["1788264000000", "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7", ""],
    ])
  func otherList(parts: [String]) throws {
    #expect(throws: Fault.badCursor) { try TimeKey(Cursor(texts: parts)) }
    let key = TimeKey(time: Instant(milliseconds: 1_788_264_000_000), id: .random())
    #expect(try TimeKey(key.cursor) == key && TimeKey.first < key && key < TimeKey.last)
  }

  @Test("an empty or an overlong one is refused before it is looked at", arguments: [0, 201, 1_000_000])
  func overlong(length: Int) {
    let body = Array(#"{"cursor":"\#(String(repeating: "A", count: length))"}"#.utf8)
    #expect(throws: Fault(.cursorBad, field: "cursor")) {
      try RequestDecoding.decode(Roomhub.ListTasks.self, body: body, params: [])
    }
  }

  @Test("a page holds 1 to 100", arguments: [(0, false), (1, true), (100, true), (101, false), (-1, false)])
  func limits(count: Int, isTaken: Bool) {
    #expect((PageLimit(count) != nil) == isTaken)
  }

  @Test("a page has a next one when one item more was read", arguments: [(0, false), (2, false), (3, true)])
  func pages(read: Int, hasNext: Bool) {
    let page = Page(Array(0..<read), limit: 2) { Cursor(of: Int64($0)) }
    #expect(page.items == Array((0..<read).prefix(2)))
    #expect(page.next == (hasNext ? Cursor(texts: ["1"]) : nil))
  }
}
