import Schema
import Testing

@testable import events

@Suite("W11: a public link has a title and a description for its preview")
struct SharedEventHeadTests {
  private func head(
    _ when: String, title: String = "Dinner", place: String? = nil, _ language: Alerts.Language = .english
  ) throws -> SharedEventHead {
    var event = try EventSample.row(EventSample.time(when), title: title)
    event.place = place
    return SharedEventHead(event, next: event.next, language)
  }

  @Test("what, when and where, in the site's language")
  func says() throws {
    #expect(
      try head("2026-12-12T19:00:00", place: "Old gym").description
        == "Saturday, December 12 at 19:00 (New York) · Old gym")
    #expect(try head("2026-12-12").description == "Saturday, December 12")
    #expect(
      try head("2026-12-12T19:00:00", .german).description
        == "Samstag, 12. Dezember um 19:00 (New York)")
    let html = try head("2026-12-12", place: "Old gym").html
    #expect(html.hasPrefix("<title>Dinner · Quad</title>\n"))
    for line in [
      #"<meta name="description" content="Saturday, December 12 · Old gym">"#,
      #"<meta name="robots" content="noindex">"#, #"<meta property="og:title" content="Dinner">"#,
      #"<meta property="og:description" content="Saturday, December 12 · Old gym">"#,
    ] {
      #expect(html.contains(line))
    }
  }

  @Test(
    "no text leaves its element or its attribute",
    arguments: [
      "\"><script>alert(1)</script>", "</title><img src=x>", "a\"\u{301} onmouseover=x \"", "<\u{338}b>",
      "' & &lt; '", "a\u{0}b\u{1b}c",
    ])
  func escapes(text: String) throws {
    let lines = try head("2026-12-12", title: text, place: text).html.split(separator: "\n")
    let plain = try head("2026-12-12", title: "x", place: "x").html.split(separator: "\n")
    #expect(lines.count == plain.count)
    for (line, usual) in zip(lines, plain) {
      for mark in "<>\"'".unicodeScalars {
        #expect(line.unicodeScalars.count { $0 == mark } == usual.unicodeScalars.count { $0 == mark })
      }
      #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
  }
}
