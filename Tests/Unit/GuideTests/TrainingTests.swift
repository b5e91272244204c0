import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import guide

@Suite("A person's training is theirs, and a passed quiz plans its refreshment")
struct TrainingTests {
  /// A program with the sample guide.
  private func with(
    _ body: @Sendable (ProgramInProcess<GuideService>) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      try SampleGuide.write(into: folder)
      try await Program.with(GuideService.self, settings: ["QUAD_GUIDE_CONTENT": folder], body)
    }
  }

  /// Sends a request that the program refuses.
  private func refusal<R: Request>(
    _ request: R, as person: TestPerson, _ program: ProgramInProcess<GuideService>
  ) async -> FaultCode? {
    do {
      _ = try await program.ask(request, as: person)
      return nil
    } catch let fault as Fault {
      return FaultCode(fault.kind, fault.code, fault.message)
    } catch { return nil }
  }

  @Test("a step counts once, and one that is not there is not found")
  func steps() async throws {
    try await with { program in
      let ada = TestPerson()
      for _ in 1...2 {
        _ = try await program.ask(Guide.RecordStep(step: TopicName(checked: "push")), as: ada)
      }
      let training = try await program.ask(Guide.GetTraining(), as: ada)
      #expect(training.steps == ["push"] && training.last == nil && !training.isCounted && !training.isCalled)
      #expect(
        await refusal(Guide.RecordStep(step: TopicName(checked: "dance")), as: ada, program) == .notFound)
      #expect(try await program.ask(Guide.GetTraining(), as: TestPerson()).steps == [])
    }
  }

  @Test("five right answers of six pass, four do not", arguments: [(4, false), (5, true), (6, true)])
  func quiz(right: Int, isPassed: Bool) async throws {
    try await with { program in
      let ada = TestPerson()
      let training = try await program.ask(
        Guide.AnswerQuiz(answers: try SampleGuide.answers(right: right)), as: ada)
      #expect(training.last?.right == right && training.last?.isPassed == isPassed)
      #expect((training.passed != nil) == isPassed)
      let planned = try program.published(Alerts.AlertPlanned.self)
      #expect(planned.map(\.person) == (isPassed ? [ada.id] : []))
      #expect(
        planned.allSatisfy {
          $0.at == Program.start.advanced(by: .seconds(90 * 86_400)) && $0.at == training.refresh
        })
    }
  }

  @Test("a quiz that fails later leaves the earlier pass, and a new pass moves the reminder")
  func again() async throws {
    try await with { program in
      let ada = TestPerson()
      _ = try await program.ask(Guide.AnswerQuiz(answers: try SampleGuide.answers(right: 6)), as: ada)
      try program.move(to: Program.start.advanced(by: .seconds(60)))
      let failed = try await program.ask(
        Guide.AnswerQuiz(answers: try SampleGuide.answers(right: 1)), as: ada)
      #expect(failed.last?.isPassed == false && failed.passed?.right == 6 && failed.refresh != nil)
      try program.move(to: Program.start.advanced(by: .seconds(120)))
      _ = try await program.ask(Guide.AnswerQuiz(answers: try SampleGuide.answers(right: 5)), as: ada)
      let planned = try program.published(Alerts.AlertPlanned.self)
      #expect(planned.count == 2 && Set(planned.map(\.key)).count == 1)
    }
  }

  @Test("answers to other questions, or to some, are those of another quiz")
  func changed() async throws {
    try await with { program in
      let all = try SampleGuide.answers(right: 6).all
      let some = try #require(Guide.QuizAnswers(Array(all.dropLast())))
      let other = try #require(Guide.QuizAnswers(all.dropLast() + [.sample]))
      for answers in [some, other] {
        #expect(
          await refusal(Guide.AnswerQuiz(answers: answers), as: TestPerson(), program) == .quizChanged)
      }
    }
  }

  @Test("at most 20 quizzes are kept, and always the last that was passed")
  func limit() async throws {
    try await with { program in
      let ada = TestPerson()
      _ = try await program.ask(Guide.AnswerQuiz(answers: try SampleGuide.answers(right: 6)), as: ada)
      for minute in 1...25 {
        try program.move(to: Program.start.advanced(by: .seconds(60 * minute)))
        _ = try await program.ask(Guide.AnswerQuiz(answers: try SampleGuide.answers(right: 0)), as: ada)
      }
      let training = try await program.ask(Guide.GetTraining(), as: ada)
      #expect(training.passed?.right == 6 && training.last?.right == 0)
      let export = try await program.ask(Guide.ExportPerson(), as: ada)
      #expect(export.quizzes.count == 20)
    }
  }

  @Test("a review counts for the present version, and an administrator alone records one")
  func reviews() async throws {
    try await with { program in
      let (ruth, ada) = (TestPerson([.admin]), TestPerson())
      func review(_ version: Int, _ day: String) throws -> Guide.RecordReview {
        Guide.RecordReview(
          topic: TopicName(checked: "training"), version: version, reviewer: .sample, qualification: .sample,
          day: try #require(CivilDate(day)))
      }
      #expect(await refusal(try review(2, "2026-10-01"), as: ruth, program) == .versionNotCurrent)
      #expect(await refusal(try review(1, "2026-10-18"), as: ruth, program) == .dateInFuture)
      #expect(await refusal(try review(1, "2026-10-01"), as: ada, program) == .notAllowed)
      _ = try await program.ask(try review(1, "2026-10-01"), as: ruth)
      _ = try await program.ask(try review(1, "2026-10-01"), as: ruth)
      let content = try await program.ask(Guide.GetContent(), as: ada)
      #expect(content.site.reviews.map(\.topic.text) == ["training"] && content.bundle != nil)
      #expect(try program.published(Guide.Audited.self).map(\.entry.action) == [.topicReviewed])
      let known = try await program.ask(Guide.GetContent(known: content.hash), as: ada)
      #expect(known.bundle == nil && known.hash == content.hash)
      let removal = Guide.RemoveReview(topic: TopicName(checked: "training"))
      _ = try await program.ask(removal, as: ruth)
      #expect(await refusal(removal, as: ruth, program) == .notFound)
    }
  }

  @Test("the number is that of the guidelines until an administrator says another")
  func site() async throws {
    try await with { program in
      let ruth = TestPerson([.admin])
      #expect(try await program.ask(Guide.GetContent(), as: ruth).site.number.text == "911")
      let europe = try await program.ask(Guide.ChangeSite(profile: .erc2025), as: ruth)
      #expect(europe.number.text == "112" && europe.address == nil)
      let own = try await program.ask(
        Guide.ChangeSite(number: EmergencyNumber(checked: "555 0100"), address: .set(.sample)),
        as: ruth)
      #expect(own.number.text == "555 0100" && own.address == .sample && own.profile == .erc2025)
      #expect(try await program.ask(Guide.ChangeSite(address: .clear), as: ruth).address == nil)
    }
  }
}
