import ServiceKit
import Testing

@Suite("The address of a site is a scheme and a host")
struct SiteOriginTests {
  @Test(
    "with or without a port, and a slash at its end is dropped",
    arguments: [
      "http://quad.example:81", "https://quad.example", "https://quad.example/", "http://[::1]",
    ])
  func origins(_ text: String) {
    #expect(SiteOrigin(text)?.text == (text.hasSuffix("/") ? String(text.dropLast()) : text))
  }

  @Test(
    "the port that the scheme has anyway is dropped",
    arguments: [
      ("https://quad.example:443/", "https://quad.example"),
      ("http://quad.example:80", "http://quad.example"),
      ("https://[2001:db8::1]:443", "https://[2001:db8::1]"),
      ("https://quad.example:80", "https://quad.example:80"),
      ("http://quad.example:8080", "http://quad.example:8080"),
    ])
  func ports(_ text: String, _ origin: String) {
    #expect(SiteOrigin(text)?.text == origin)
  }

  @Test(
    "anything else is none",
    arguments: [
      "", "quad.example", "ftp://quad.example", "https://", "https://quad.example/app", "https://a b",
      "https://quad.example#x", "https://quad.example?x", "https://u@quad.example", "javascript:alert(1)",
      "https://" + String(repeating: "x", count: 93), "https://:443",
    ])
  func noOrigins(_ text: String) {
    #expect(SiteOrigin(text) == nil)
  }
}
