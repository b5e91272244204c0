import Schema

/// The languages of the texts. The guide that Quad ships has all of the list; a site's own texts need English
/// alone, which readers of another language get.
extension GuideFiles {
  /// - Throws: `GuideProblem` naming the first text that lacks a language.
  func checkLanguages() throws {
    for (place, words) in texts {
      for language in Alerts.Language.allCases {
        guard let text = words[language], !Text.trim(text).isEmpty else {
          throw GuideProblem(place, "has no text in `\(language.rawValue)` for: \(words.en)")
        }
      }
    }
  }

  /// Each text with its place.
  private var texts: [(place: String, words: Guide.Words)] {
    let steps = topics.flatMap { topic in
      [topic.title, topic.summary].map { ("the topic \(topic.id)", $0) }
        + topic.steps.flatMap { step in step.texts.map { ("the step \(step.id) of \(topic.id)", $0) } }
    }
    let questions = quiz.flatMap { question in
      ([question.text, question.because] + question.options).map { ("the question \(question.id)", $0) }
    }
    return steps + questions
      + items.flatMap { item in [item.title, item.text].map { ("the item \(item.id)", $0) } }
  }
}

extension Guide.Step {
  fileprivate var texts: [Guide.Words] {
    let asked = question.map { [$0.text, $0.because] + $0.options } ?? []
    return [title] + text.map(\.words) + (speech ?? []).map(\.words) + drawing.map(\.alt) + asked
  }
}
