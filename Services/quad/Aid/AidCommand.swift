import GatewayClient
import Schema
import SiteCommands
import Terminal

/// `quad aid`: the first-aid guide in the terminal, and one's own training.
enum AidCommand: Command {
  static let name = "aid"
  static let summary = "First aid, step by step"
  static let verbs = [
    Verb.person(
      "", "[TOPIC|training]",
      "Show the steps of a topic, or your own training; without a topic, list the topics",
      options: [
        .value(
          "patient", "WHO", is: "Who needs help: adult (the default), child or infant",
          choices: Guide.Patient.allCases.map(\.rawValue)),
        .flag("breaths", "With rescue breaths (the default for a child or infant)"),
        .flag("hands-only", "Without rescue breaths (the default for an adult)"),
      ],
      run: run)
  ]
  static let notes = """
    In an emergency, call first. TOPIC is the name of a topic, such as crisis or choking, or its beginning.
    The topics need no sign-in. A child is 1 year old to puberty, an infant is under 1 year. Training and quiz
    are on the site, under First aid; neither is a certificate.
    """

  @Sendable private static func run(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    if visit.arguments.words == ["training"] { return try await training(visit) }
    try await show(visit)
  }

  // MARK: - Topics

  private static func show(_ visit: Visit) async throws {
    let arguments = visit.arguments
    let patient: Guide.Patient? = try visit.choice("patient")
    guard !(arguments.has("breaths") && arguments.has("hands-only")) else {
      throw UsageError("use either --breaths or --hands-only")
    }
    let content = try await visit.send(Guide.GetContent())
    guard let bundle = content.bundle else { throw Failure("the site sent no guide") }
    // The training's steps teach with drawings and questions; here the same six are those of the crisis.
    let topics = bundle.topics.filter { $0.mode != .training }
    guard let word = arguments.words.first else {
      return try await visit.show(topics) { list(topics, content.site) }
    }
    let topic = try named(word, in: topics)
    try await visit.show(topic) {
      let patient = patient ?? .adult
      let breaths = arguments.has("breaths") || (patient != .adult && !arguments.has("hands-only"))
      let reader = AidReader(patient: patient, breaths: breaths, site: content.site, facts: bundle.facts)
      for line in reader.lines(of: topic) { Output.say(line) }
    }
  }

  private static func named(_ word: String, in topics: [Guide.Topic]) throws -> Guide.Topic {
    let name = word.lowercased()
    if let exact = topics.first(where: { $0.id == name }) { return exact }
    let fitting = topics.filter { $0.id.hasPrefix(name) }
    guard fitting.count == 1 else {
      throw UsageError("unknown topic \"\(word)\"", choices: topics.map { Plain.line($0.id) })
    }
    return fitting[0]
  }

  private static func list(_ topics: [Guide.Topic], _ site: Guide.Site) {
    guard !topics.isEmpty else { return Output.say("The guide is empty.") }
    var table = Table([.left("TOPIC"), .text("TITLE"), .text("ABOUT")])
    for topic in topics {
      table.add([
        StyledText(topic.id), StyledText(topic.title.en), StyledText(topic.summary.en, .dim),
      ])
    }
    Output.say(table.filled)
    Output.say("Emergency number: \(site.number)")
  }

  // MARK: - Training

  private static func training(_ visit: Visit) async throws {
    let training = try await visit.send(Guide.GetTraining())
    let content = visit.wantsJSON ? nil : try await visit.send(Guide.GetContent())
    try await visit.show(training) {
      for line in lines(of: training, content?.bundle) { Output.say(line) }
    }
  }

  private static func lines(of training: Guide.Training, _ bundle: Guide.Bundle?) -> [StyledText] {
    let steps = bundle?.topics.first { $0.mode == .training }?.steps ?? []
    let seen = Set(training.steps)
    var lines = steps.map { step in
      seen.contains(step.id)
        ? StyledText("done  ", .green) + StyledText(step.title.en)
        : StyledText("      \(step.title.en)")
    }
    if lines.isEmpty { lines.append(StyledText(Phrases.counted(Int64(seen.count), "step") + " done")) }
    lines.append(quiz(training))
    if let refresh = training.refresh {
      lines.append(StyledText("Refresh: \(ShownTime.exact(refresh).prefix(10))"))
    }
    lines.append(StyledText("Counted in your courses and room: \(training.isCounted ? "yes" : "no")"))
    lines.append(StyledText("Called to help in a crisis: \(training.isCalled ? "yes" : "no")"))
    lines.append(StyledText("This is not a certificate.", .dim))
    return lines
  }

  private static func quiz(_ training: Guide.Training) -> StyledText {
    guard let last = training.last else { return "Quiz: not taken yet" }
    let score = "\(last.right) of \(last.questions) right"
    let day = ShownTime.exact(last.at).prefix(10)
    guard !last.isPassed else { return StyledText("Quiz: passed on \(day), \(score)", .green) }
    let earlier = training.passed.map { ", passed on \(ShownTime.exact($0.at).prefix(10))" } ?? ""
    return StyledText("Quiz: not passed on \(day), \(score)\(earlier)")
  }
}
