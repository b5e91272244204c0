import Schema
import Terminal

/// The text of a topic for one reader: for one patient, with or without breaths, by the site's guidelines.
struct AidReader {
  let patient: Guide.Patient
  let breaths: Bool
  let site: Guide.Site
  let facts: [Guide.Fact]

  /// The title, the numbered steps, and who stands behind them.
  func lines(of topic: Guide.Topic) -> [StyledText] {
    var lines = [StyledText(topic.title.en, .bold) + StyledText(", \(patient.rawValue)"), ""]
    for (index, step) in topic.steps.enumerated() {
      lines.append(StyledText("\(index + 1). \(filled(step.title.en))", .bold))
      if let text = step.text.first(where: holds)?.words.en {
        lines += filled(text).split(separator: "\n").map { StyledText("   \($0)") }
      }
    }
    return lines + ["", StyledText(review(of: topic)), StyledText(sources(of: topic), .dim)]
  }

  private func holds(_ text: Guide.Case) -> Bool {
    (text.patients?.contains(patient) ?? true) && (text.profiles?.contains(site.profile) ?? true)
      && (text.breaths ?? breaths) == breaths
  }

  private func filled(_ text: String) -> String {
    text.replacing("{number}", with: site.number.text)
  }

  private func review(of topic: Guide.Topic) -> String {
    guard
      let review = site.reviews.first(where: { $0.topic.text == topic.id && $0.version == topic.version })
    else { return "Not yet reviewed by a qualified person." }
    return "Reviewed by \(review.reviewer), \(review.qualification), on \(review.day)."
  }

  /// The guidelines that the shown texts follow.
  private func sources(of topic: Guide.Topic) -> String {
    let named = Set(topic.steps.compactMap { $0.text.first(where: holds) }.flatMap(\.facts))
    var guidelines: [String] = []
    for fact in facts where named.contains(fact.id) && !guidelines.contains(fact.guideline) {
      guidelines.append(fact.guideline)
    }
    let written = "Written \(topic.written)."
    return guidelines.isEmpty ? written : "\(written) Sources: \(guidelines.joined(separator: "; "))."
  }
}
