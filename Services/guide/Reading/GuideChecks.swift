import Schema

/// The rules for the guide's files. The program does not start with a guide that breaks one, because a step
/// without a text is worse than no guide.
extension GuideFiles {
  static let nameRule = "needs a name of a-z, 0-9 and -"
  static let maxTopics = 40
  static let maxSteps = 12
  static let maxItems = 200
  static let maxFacts = 500
  static let maxVideos = 40
  static let maxText = 400
  static let maxTitle = 60
  static let maxAlt = 200
  /// The number of steps of the training and of the crisis.
  static let fixedSteps = 6

  /// - Throws: `GuideProblem` naming the first mistake.
  func check() throws {
    try checkSizes()
    let known = Set(facts.map(\.id))
    for fact in facts { try check(fact) }
    for topic in topics { try check(topic, known) }
    for item in items { try check(item, known) }
    try checkQuiz(known)
    for drawing in drawings { try check(drawing) }
  }

  private func checkSizes() throws {
    for (count, limit, what) in [
      (topics.count, GuideFiles.maxTopics, "topics"), (items.count, GuideFiles.maxItems, "items"),
      (facts.count, GuideFiles.maxFacts, "facts"), (videos.count, GuideFiles.maxVideos, "videos"),
    ] where count > limit {
      throw GuideProblem("the guide", "has \(count) \(what); \(limit) are the limit")
    }
    for mode in [Guide.Mode.training, .crisis] where topics.filter({ $0.mode == mode }).count > 1 {
      throw GuideProblem("the guide", "has two topics of the mode \(mode.rawValue)")
    }
  }

  private func check(_ fact: Guide.Fact) throws {
    for (text, what) in [
      (fact.statement, "statement"), (fact.guideline, "guideline"), (fact.section, "section"),
      (fact.read, "source"), (fact.checked, "date"),
    ] where Text.trim(text).isEmpty {
      throw GuideProblem("the fact \(fact.id)", "has no \(what)")
    }
  }

  private func check(_ topic: Guide.Topic, _ known: Set<String>) throws {
    let name = "the topic \(topic.id)"
    guard TopicName(topic.id) != nil else { throw GuideProblem(name, GuideFiles.nameRule) }
    guard (1...GuideFiles.maxSteps).contains(topic.steps.count) else {
      throw GuideProblem(name, "needs 1 to \(GuideFiles.maxSteps) steps")
    }
    guard topic.mode == .help || topic.steps.count == GuideFiles.fixedSteps else {
      throw GuideProblem(name, "needs \(GuideFiles.fixedSteps) steps")
    }
    guard Set(topic.steps.map(\.id)).count == topic.steps.count else {
      throw GuideProblem(name, "has two steps of one id")
    }
    for step in topic.steps {
      let place = "the step \(step.id) of \(topic.id)"
      guard TopicName(step.id) != nil else {
        throw GuideProblem(place, GuideFiles.nameRule)
      }
      try check(step.title, GuideFiles.maxTitle, place)
      try check(step.text, place, known)
      if let speech = step.speech { try check(speech, place, known) }
      try check(step.drawing, place)
      guard (step.advance.kind == .timer) == (step.advance.seconds != nil) else {
        throw GuideProblem(place, "needs seconds for a timer, and for nothing else")
      }
      if let question = step.question {
        try check(question.options.count, question.answer, place)
      } else if topic.mode == .training {
        throw GuideProblem(place, "needs a question")
      }
    }
  }

  private func check(_ words: Guide.Words, _ limit: Int, _ place: String) throws {
    for text in Alerts.Language.allCases.compactMap({ words[$0] })
    where Text.trim(text).isEmpty || text.count > limit {
      throw GuideProblem(place, "needs texts of 1 to \(limit) characters in each language")
    }
  }

  private func check(_ cases: [Guide.Case], _ place: String, _ known: Set<String>) throws {
    guard let last = cases.last, last.patients == nil, last.profiles == nil, last.breaths == nil else {
      throw GuideProblem(place, "needs a last text without conditions")
    }
    for text in cases {
      try check(text.words, GuideFiles.maxText, place)
      try check(text.facts, place, known)
    }
  }

  private func check(_ ids: [String], _ place: String, _ known: Set<String>) throws {
    guard !ids.isEmpty else { throw GuideProblem(place, "has a text without a fact") }
    if let missing = ids.first(where: { !known.contains($0) }) {
      throw GuideProblem(place, "names a fact that is not there: \(missing)")
    }
  }

  private func check(_ cases: [Guide.DrawingCase], _ place: String) throws {
    let names = Set(drawings.map(\.name))
    for drawing in cases {
      guard names.contains(drawing.name) else {
        throw GuideProblem(place, "names a drawing that is not there: \(drawing.name)")
      }
      try check(drawing.alt, GuideFiles.maxAlt, place)
    }
    if let last = cases.last {
      guard last.patients == nil, last.profiles == nil, last.breaths == nil else {
        throw GuideProblem(place, "needs a last drawing without conditions")
      }
    }
  }

  private func check(_ options: Int, _ answer: Int, _ place: String) throws {
    guard (2...10).contains(options), (0..<options).contains(answer) else {
      throw GuideProblem(place, "needs 2 to 10 options, and one of them as the answer")
    }
  }

  private func checkQuiz(_ known: Set<String>) throws {
    guard quiz.isEmpty || quiz.count == Guide.quizQuestions else {
      throw GuideProblem("the quiz", "needs \(Guide.quizQuestions) questions")
    }
    guard Set(quiz.map(\.id)).count == quiz.count else {
      throw GuideProblem("the quiz", "has two questions of one id")
    }
    for question in quiz {
      let place = "the question \(question.id)"
      guard TopicName(question.id) != nil else {
        throw GuideProblem(place, GuideFiles.nameRule)
      }
      try check(question.options.count, question.answer, place)
      try check(question.facts, place, known)
    }
  }

  private func check(_ item: Guide.Item, _ known: Set<String>) throws {
    let place = "the item \(item.id)"
    guard TopicName(item.id) != nil else {
      throw GuideProblem(place, GuideFiles.nameRule)
    }
    try check(item.title, GuideFiles.maxTitle, place)
    switch item.kind {
    case .article: try check(item.facts ?? [], place, known)
    case .link:
      guard item.address?.hasPrefix("https://") == true else {
        throw GuideProblem(place, "needs an address that begins with https://")
      }
    case .video:
      guard item.video != nil || item.address?.hasPrefix("https://") == true else {
        throw GuideProblem(place, "needs a video, or an address that begins with https://")
      }
      // Devices keep the guide, which is small, and no videos.
      guard !item.offline else { throw GuideProblem(place, "is a video, so it is not there offline") }
    }
  }

  /// Browsers show a drawing as a picture, in which no script runs. A script in it is still a mistake.
  private func check(_ drawing: Guide.Drawing) throws {
    let text = drawing.svg.lowercased()
    guard text.contains("<svg") else { throw GuideProblem("the drawing \(drawing.name)", "is not an SVG") }
    for forbidden in ["<script", "<foreignobject", "<!entity", "@import"] where text.contains(forbidden) {
      throw GuideProblem("the drawing \(drawing.name)", "holds \(forbidden)")
    }
  }
}
