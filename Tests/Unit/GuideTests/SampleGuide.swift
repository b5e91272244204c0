import Foundation
import Schema
import TestSupport

@testable import guide

/// A small guide in a folder: a training of six steps and a quiz of six questions.
enum SampleGuide {
  static let steps = ["check", "call", "breathe", "push", "continue", "aed"]
  static let questions = ["one", "two", "three", "four", "five", "six"]

  static func write(into folder: String, topic: String = training, version: Int = 1) throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/topics", withIntermediateDirectories: true)
    try save(fact, "\(folder)/facts.json")
    try save(quiz, "\(folder)/quiz.json")
    try save(
      topic.replacingOccurrences(of: "\"version\": 1", with: "\"version\": \(version)"),
      "\(folder)/topics/training.json")
  }

  static func save(_ text: String, _ path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  static let fact = """
    {"facts": [{"id": "rate", "statement": "100 to 120 a minute", "guideline": "AHA 2025", "section": "Rate",
      "year": 2025, "read": "a table", "firstHand": false, "checked": "2026-11-26"}]}
    """

  static let training = """
    {"id": "training", "mode": "training", "title": {\(inEach("Training"))},
      "summary": {\(inEach("Six steps"))}, "version": 1, "written": "2026-11-26",
      "steps": [\(steps.map(step).joined(separator: ", "))]}
    """

  static func step(_ id: String) -> String {
    """
    {"id": "\(id)", "title": {\(inEach("Push"))},
      "text": [{\(inEach("Push fast.")), "facts": ["rate"]}], "drawing": [],
      "action": null, "advance": {"kind": "tap"},
      "question": {"text": {\(inEach("How fast?"))}, "options": \(options), "answer": 1,
        "because": {\(inEach("It works."))}}}
    """
  }

  static var quiz: String {
    let all = questions.map { id in
      """
      {"id": "\(id)", "text": {\(inEach("How fast?"))}, "options": \(options), "answer": 1,
        "because": {\(inEach("It works."))}, "facts": ["rate"]}
      """
    }
    return "{\"questions\": [\(all.joined(separator: ", "))]}"
  }

  private static var options: String {
    "[\(["60", "110", "200"].map { "{\(inEach($0))}" }.joined(separator: ", "))]"
  }

  /// The members of a text in JSON: the same one in every language.
  static func inEach(_ text: String) -> String {
    Alerts.Language.allCases.map { "\"\($0.rawValue)\": \"\(text)\"" }.joined(separator: ", ")
  }

  /// The answers of somebody who knows this many of the six.
  static func answers(right: Int) throws -> Guide.QuizAnswers {
    guard
      let answers = Guide.QuizAnswers(
        questions.enumerated().map { index, id in
          Guide.QuizAnswer(
            question: TopicName(checked: id), option: OptionIndex(checked: index < right ? 1 : 0))
        })
    else { throw TestFailure("the answers are no list") }
    return answers
  }

  private typealias OptionIndex = Guide.OptionIndex
}
