import HTTPServer
import Testing

@Suite("Percent coding is undone exactly or not at all")
struct PercentCodingTests {
  @Test(
    "decodes what RFC 3986 and forms encode",
    arguments: [
      ("", ""), ("a%20b", "a b"), ("a+b", "a b"), ("%C3%A4", "ä"), ("%2f%2F", "//"), ("100%25", "100%"),
    ])
  func decodes(text: String, expected: String) {
    #expect(PercentCoding.decode(text, plusIsSpace: true) == expected)
  }

  @Test(
    "refuses what cannot be decoded",
    arguments: ["%", "%4", "%zz", "%ff", "a%00b", "%C3", "%+1", "%ED%A0%80"])
  func refuses(text: String) {
    #expect(PercentCoding.decode(text) == nil)
    #expect(PercentCoding.query("ok=1&x=\(text)") == nil)
  }

  @Test("a plus stays a plus outside of a query")
  func plus() {
    #expect(PercentCoding.decode("a+b") == "a+b")
  }

  @Test("encoding is undone by decoding", arguments: ["", "a/b?c=d&e", "ä€😀", "~._-", " +%\u{7f}\n"])
  func roundTrip(text: String) {
    #expect(PercentCoding.decode(PercentCoding.encode(text), plusIsSpace: true) == text)
  }

  @Test("a query keeps order, repeats and empty values")
  func query() throws {
    let pairs = try #require(PercentCoding.query("b=2&a=1&&b=x%3Dy=z&flag&=v"))
    #expect(pairs.map(\.name) == ["b", "a", "b", "flag", ""])
    #expect(pairs.map(\.value) == ["2", "1", "x=y=z", "", "v"])
  }
}

@Suite("A cookie is found by its exact name")
struct CookieTests {
  @Test(
    "reads the header browsers send",
    arguments: [
      ("sid=abc", "abc"), ("a=1; sid=abc; b=2", "abc"), ("sid=\"q\"", "q"), ("sid=a=b", "a=b"),
      ("xsid=1;sid=2", "2"), ("sid=first; sid=second", "first"), ("  sid = x ", "x"), ("sid=", ""),
    ])
  func finds(header: String, expected: String) {
    #expect(Cookies.value("sid", in: header) == expected)
  }

  @Test("a missing cookie is nil", arguments: ["", "SID=1", "sid", "ssid=1; si=2", ";;="])
  func misses(header: String) {
    #expect(Cookies.value("sid", in: header) == nil)
  }
}
