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
    "anything else is none",
    arguments: [
      "", "quad.example", "ftp://quad.example", "https://", "https://quad.example/app", "https://a b",
      "https://quad.example#x", "https://quad.example?x", "https://u@quad.example", "javascript:alert(1)",
      "https://" + String(repeating: "x", count: 93),
    ])
  func noOrigins(_ text: String) {
    #expect(SiteOrigin(text) == nil)
  }
}
