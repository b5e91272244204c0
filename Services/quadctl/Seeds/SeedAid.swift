import Bus
import Schema

extension Seeds {
  struct AED: Codable, Sendable {
    let by: String
    let at: RelativeTime
    let building: AEDName
    let floor: AEDFloor?
    let words: AEDLocation?
    let german: AEDLocation?
    let hours: AEDHours?
    let latitude: Latitude
    let longitude: Longitude
    let checked: RelativeTime?
  }

  /// A person who has passed the quiz, with the choices that they made.
  struct Trained: Codable, Sendable {
    let by: String
    let at: RelativeTime
    let isCounted: Bool
    let isCalled: Bool
  }
}

/// First aid in the seeds: AEDs, which administrators add, and people who have passed the quiz.
extension SeedLoader {
  func addAid() async throws {
    for (index, aed) in seeds.aeds.enumerated() {
      let row = SeedRow.aed(index)
      try await signIn(aed.by, row)
      let request = Guide.AddAED(
        building: aed.building, floor: aed.floor, words: aed.words, german: aed.german, hours: aed.hours,
        position: Guide.AEDPosition(latitude: aed.latitude, longitude: aed.longitude),
        checked: aed.checked.map { $0.instant(now: now).siteDate })
      _ = try await send(request, as: aed.by, at: aed.at.instant(now: now), aed, row)
    }
    guard let first = seeds.trained.first else { return }
    let content = try await bus.call(Guide.GetContent(), row: SeedRow.trained(first))
    guard let answers = content.bundle.flatMap({ SeedLoader.rightAnswers($0.quiz) }) else { return }
    for trained in seeds.trained {
      let row = SeedRow.trained(trained)
      let at = trained.at.instant(now: now)
      try await signIn(trained.by, row)
      _ = try await send(Guide.AnswerQuiz(answers: answers), as: trained.by, at: at, trained, row)
      let choices = Guide.ChangeChoices(isCounted: trained.isCounted, isCalled: trained.isCalled)
      _ = try await send(choices, as: trained.by, at: at, trained, row)
      try await signOut(trained.by)
    }
  }

  /// Nil for a guide without a quiz.
  private static func rightAnswers(_ quiz: [Guide.QuizQuestion]) -> Guide.QuizAnswers? {
    Guide.QuizAnswers(
      quiz.compactMap { question in
        guard let name = TopicName(question.id), let option = Guide.OptionIndex(question.answer) else {
          return nil
        }
        return Guide.QuizAnswer(question: name, option: option)
      })
  }
}

extension SeedRow {
  fileprivate static func aed(_ index: Int) -> String { "aid.json: AED \(index + 1)" }
  fileprivate static func trained(_ trained: Seeds.Trained) -> String { "aid.json: \(trained.by)" }
}
