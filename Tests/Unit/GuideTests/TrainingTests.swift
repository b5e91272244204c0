import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import guide

@Suite("A person's training")
struct TrainingTests {
  @Test("a guide without a quiz says that the quiz has changed, and a step that is not there is not found")
  func noContent() async throws {
    try await Program.with(GuideService.self, answers: []) { program in
      let ada = TestPerson()
      let answers = try #require(Guide.QuizAnswers([.sample]))
      await refuses("quiz_changed") {
        try await program.ask(Guide.AnswerQuiz(answers: answers), as: ada)
      }
    }
  }
}
