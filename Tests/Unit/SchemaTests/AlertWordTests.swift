import Foundation
import Schema
import Testing

@Suite("Alerts have one set of words, whole in every language")
struct AlertWordTests {
  @Test("every text and every reason has words", arguments: Alerts.Language.allCases)
  func keys(language: Alerts.Language) {
    let words = Alerts.Words.of(language)
    #expect(words.language == language)
    for key in Alerts.TextKey.allCases {
      #expect(words.texts[key] != nil, "\(language) lacks \(key.rawValue)")
    }
    for key in Alerts.ReasonKey.allCases {
      #expect(words.reasons[key] != nil, "\(language) lacks the reason \(key.rawValue)")
    }
  }

  @Test("a template has only values that its key has", arguments: Alerts.Language.allCases)
  func values(language: Alerts.Language) {
    let words = Alerts.Words.of(language)
    for (key, text) in words.texts {
      let all = text.title + text.note.flatMap { $0 } + text.reason
      for template in all {
        #expect(template.isWellFormed, "\(language) \(key.rawValue): \(template.source)")
        #expect(
          Set(template.names).isSubset(of: key.values), "\(language) \(key.rawValue): \(template.source)")
      }
    }
    for (key, reason) in words.reasons {
      for template in reason.sentence + reason.short {
        #expect(template.isWellFormed, "\(language) \(key.rawValue): \(template.source)")
        #expect(
          Set(template.names).isSubset(of: key.values), "\(language) \(key.rawValue): \(template.source)")
      }
    }
    #expect(words.lengths.allSatisfy { $0.words.isWellFormed && $0.words.names == ["count"] })
    #expect(words.lengths.map(\.minutes) == [10_080, 1440, 60, 1])
  }

  @Test("a title and a reason have words without any value, too", arguments: Alerts.Language.allCases)
  func fallbacks(language: Alerts.Language) {
    let words = Alerts.Words.of(language)
    let titles = words.texts.values.map(\.title) + [words.unknown.title]
    let reasons = words.reasons.values.flatMap { [$0.sentence, $0.short] } + [words.unknownReason]
    for alternatives in titles + reasons {
      #expect(alternatives.last?.names == [], "\(language): \(alternatives.map(\.source))")
    }
  }

  @Test(
    "a template that is none is named",
    arguments: ["{title", "title}", "{}", "{title:time}", "{count:one}", "{answer:yes=a|b}", "a|b", ""])
  func malformed(source: String) {
    #expect(!WordTemplate(stringLiteral: source).isWellFormed)
  }

  @Test("the words of every vector", arguments: AlertVector.all)
  func vectors(vector: AlertVector) throws {
    let wording = Alerts.Wording(try #require(Alerts.Language(rawValue: vector.language)), MarkedFormat())
    let text = Alerts.AlertText(key: vector.key, values: vector.values)
    #expect(wording.title(text) == vector.title)
    #expect(wording.note(text, isLate: vector.isLate) == vector.note)
    #expect(wording.reasons(vector.because, of: text) == vector.reasons)
    #expect(wording.shortReasons(vector.because) == vector.shorts)
  }

  @Test("the vectors have every key in every language, or another of the same words")
  func covered() {
    for language in Alerts.Language.allCases {
      let own = AlertVector.all.filter { $0.language == language.rawValue }
      #expect(Set(Alerts.TextKey.allCases.map(\.rawValue)).isSubset(of: own.map(\.key)), "\(language)")
      let reasons = own.flatMap { $0.because.map(\.key) }
      #expect(Set(Alerts.ReasonKey.allCases.map(\.rawValue)).isSubset(of: reasons), "\(language)")
    }
  }
}

/// A line of alert_vectors.json, which the web client runs, too (Tests/Browser/test_inbox.py).
struct AlertVector: Decodable, Sendable, CustomTestStringConvertible {
  let claim: String
  let language: String
  let key: String
  let values: [Alerts.AlertValue]
  let because: [Alerts.AlertReason]
  let isLate: Bool
  let title: String
  let note: String
  let reasons: [String]
  let shorts: [String]

  var testDescription: String { "\(claim) (\(language))" }

  static let all: [AlertVector] = {
    let place = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "alert_vectors.json")
    do { return try JSONDecoder().decode([AlertVector].self, from: Data(contentsOf: place)) } catch {
      Issue.record("\(error)")
      return []
    }
  }()
}

/// Values between brackets, so that a vector shows what became a date.
private struct MarkedFormat: AlertFormat {
  func moment(_ instant: Instant, zone: ZoneName?) -> String {
    "[\(instant)\(zone.map { " \($0.text)" } ?? "")]"
  }
  func date(of instant: Instant, zone: ZoneName?) -> String {
    "[date \(instant)\(zone.map { " \($0.text)" } ?? "")]"
  }
  func date(_ date: CivilDate) -> String { "[date \(date)]" }
  func list(_ items: [String]) -> String { "[\(items.joined(separator: "|"))]" }
}
