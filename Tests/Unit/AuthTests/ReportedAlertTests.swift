import JSON
import Schema
import Testing

@testable import auth

@Suite("An alert of the site's monitoring becomes a notification")
struct ReportedAlertTests {
  private static func alert(_ json: String) throws -> Auth.ReportedAlert {
    let whole = """
      {"status": "firing", "fingerprint": "B5d8f5", "startsAt": "2026-09-01T19:00:00.123456789+02:00",
       \(json)}
      """
    return try JSONCoding.decode(Auth.ReportedAlert.self, from: Array(whole.utf8))
  }

  @Test("summary, name, severity, advice and start are its values; other members are ignored")
  func values() throws {
    let alert = try Self.alert(
      """
      "labels": {"alertname": "QuadStorageFull", "severity": "Page", "program": "auth"},
      "generatorURL": "x",
      "annotations": {"summary": "auth refuses writes.", "do": "Make room.", "description": "Long.",
       "url": "y"}
      """)
    let values = Dictionary(uniqueKeysWithValues: alert.text.values.map { ($0.name, $0.text) })
    #expect(
      values == [
        "summary": "auth refuses writes.", "alert": "QuadStorageFull", "severity": "page",
        "do": "Make room.", "start": "2026-09-01T17:00:00.123Z",
      ])
    #expect(alert.fingerprint.text == "b5d8f5" && alert.importance == .crisis)
    #expect(alert.text.key == "site.alert")
    #expect(Set(values.keys) == Set(Alerts.TextKey.siteAlert.values))
    #expect(alert.resolvedText.values.map(\.name) == Alerts.TextKey.siteResolved.values)
  }

  @Test(
    "only page and critical ignore quiet hours",
    arguments: [
      ("page", .crisis), ("CRITICAL", .crisis), ("ticket", .high), ("warning", .high), ("p1", .high),
      ("", .high), ("info", .normal), ("none", .normal),
    ] as [(String, Alerts.AlertImportance)])
  func severity(word: String, importance: Alerts.AlertImportance) throws {
    #expect(try Self.alert("\"labels\": {\"severity\": \"\(word)\"}").importance == importance)
    #expect(try Self.alert("\"labels\": null").importance == .high)
  }

  @Test(
    "a text is cleaned and shortened, never rejected",
    arguments: [
      ("two\nlines\tand  spaces ", "two lines and spaces"), ("a\u{202E}b\u{0}c", "ab c"),
      ("\u{200B} \u{7}", ""),
      ("e\u{301}", "\u{E9}"),
      (String(repeating: "x", count: 201), String(repeating: "x", count: 199) + "…"),
      (String(repeating: "👩‍👩‍👧", count: 200), String(repeating: "👩‍👩‍👧", count: 199) + "…"),
    ])
  func texts(input: String, text: String) {
    let line = ReportedText(input).text
    #expect(line.count <= ReportedText.maxLength)
    if input.unicodeScalars.count < 1000 { #expect(line == text) }
  }

  @Test("a flood of marks is read to a limit")
  func flood() {
    let line = ReportedText("a" + String(repeating: "\u{301}", count: 1_000_000)).text
    #expect(line.unicodeScalars.count <= ReportedText.maxLength * 8)
  }
}
