import Schema
import ServiceKit
import Store

/// A person's own training.
extension GuideService {
  func registerTraining(in handlers: inout Handlers) {
    handlers.on(Guide.GetTraining.self, getTraining)
    handlers.on(Guide.RecordStep.self, recordStep)
    handlers.on(Guide.AnswerQuiz.self, answerQuiz)
    handlers.on(Guide.ChangeChoices.self, changeChoices)
  }

  func getTraining(_ request: Guide.GetTraining, _ call: Call) async throws -> Guide.Training {
    let person = try call.person
    return try await call.read { db in try db.training(of: person) }
  }

  func recordStep(
    _ request: Guide.RecordStep, _ call: Call
  ) async throws -> EncodedReply<Guide.Training> {
    let person = try call.person
    guard content.trainingSteps.contains(request.step.text) else { throw Fault(.notFound) }
    return try await call.write { db in
      try db.begin(person)
      try db.run(
        """
        INSERT INTO training_step(person, step, seen_at) VALUES (?, ?, ?)
        ON CONFLICT(person, step) DO NOTHING
        """,
        person.raw, request.step.text, call.now)
      return try db.training(of: person)
    }
  }

  /// The program counts the right answers, whatever a client shows. A passed quiz plans the reminder to
  /// refresh the training in the same transaction.
  func answerQuiz(
    _ request: Guide.AnswerQuiz, _ call: Call
  ) async throws -> EncodedReply<Guide.Training> {
    let person = try call.person
    let answers = Dictionary(
      request.answers.all.map { ($0.question.text, $0.option.count) }, uniquingKeysWith: { first, _ in first }
    )
    let quiz = content.bundle.quiz
    guard !quiz.isEmpty, answers.count == request.answers.all.count,
      Set(answers.keys) == Set(quiz.map(\.id))
    else { throw Fault(.quizChanged, field: "answers") }
    let right = quiz.count { answers[$0.id] == $0.answer }
    let result = Guide.QuizResult(
      at: call.now, right: right, questions: quiz.count, isPassed: right >= Guide.quizPass)
    return try await call.write { db in
      try db.begin(person)
      try db.add(result, of: person)
      if result.isPassed {
        let refresh = Refresher(person: person, passed: call.now)
        try db.run(
          "UPDATE training SET passed_at = ?, refresh_at = ? WHERE person = ?", call.now, refresh.at,
          person.raw)
        try db.publish(refresh.alert, to: .programs, call)
      }
      return try db.training(of: person)
    }
  }

  func changeChoices(
    _ request: Guide.ChangeChoices, _ call: Call
  ) async throws -> EncodedReply<Guide.Training> {
    let person = try call.person
    return try await call.write { db in
      try db.begin(person)
      if let counted = request.isCounted {
        try db.run("UPDATE training SET is_counted = ? WHERE person = ?", counted ? 1 : 0, person.raw)
      }
      if let called = request.isCalled {
        try db.run("UPDATE training SET is_called = ? WHERE person = ?", called ? 1 : 0, person.raw)
      }
      return try db.training(of: person)
    }
  }
}

extension Database {
  /// The quizzes that are kept of a person; older ones are deleted.
  static let maxQuizzes = 20

  /// Makes sure that the person has a row.
  func begin(_ person: PersonID) throws {
    try run("INSERT INTO training(person) VALUES (?) ON CONFLICT(person) DO NOTHING", person.raw)
  }

  func training(of person: PersonID) throws -> Guide.Training {
    let steps = try all(
      "SELECT step FROM training_step WHERE person = ? ORDER BY seen_at, step LIMIT ?", person.raw,
      GuideFiles.maxTopics * GuideFiles.maxSteps
    ) { try $0.text("step") }
    let quizzes = try quizzes(of: person)
    let row = try one(
      "SELECT is_counted, is_called, passed_at, refresh_at FROM training WHERE person = ?", person.raw
    ) { row in
      (
        counted: try row.int("is_counted") == 1, called: try row.int("is_called") == 1,
        passed: try row.instantOrNil("passed_at"), refresh: try row.instantOrNil("refresh_at")
      )
    }
    return Guide.Training(
      steps: steps, last: quizzes.first, passed: try passedQuiz(of: person), refresh: row?.refresh,
      isCounted: row?.counted ?? false, isCalled: row?.called ?? false)
  }

  /// The newest first.
  func quizzes(of person: PersonID) throws -> [Guide.QuizResult] {
    try all(
      """
      SELECT at, right_answers, questions, is_passed FROM quiz WHERE person = ?
      ORDER BY at DESC, id DESC LIMIT ?
      """,
      person.raw, Database.maxQuizzes, map: Guide.QuizResult.init(row:))
  }

  private func passedQuiz(of person: PersonID) throws -> Guide.QuizResult? {
    try one(
      """
      SELECT at, right_answers, questions, is_passed FROM quiz WHERE person = ? AND is_passed = 1
      ORDER BY at DESC, id DESC LIMIT 1
      """,
      person.raw, map: Guide.QuizResult.init(row:))
  }

  /// Adds a quiz. The oldest beyond the limit go, but never the last that was passed.
  fileprivate func add(_ result: Guide.QuizResult, of person: PersonID) throws {
    try run(
      "INSERT INTO quiz(id, person, at, right_answers, questions, is_passed) VALUES (?, ?, ?, ?, ?, ?)",
      RawUUID.timed(result.at), person.raw, result.at, result.right, result.questions,
      result.isPassed ? 1 : 0)
    try run(
      """
      DELETE FROM quiz WHERE person = ?
        AND id NOT IN (SELECT id FROM quiz WHERE person = ? ORDER BY at DESC, id DESC LIMIT ?)
        AND id NOT IN (
          SELECT id FROM quiz WHERE person = ? AND is_passed = 1 ORDER BY at DESC, id DESC LIMIT 1)
      """,
      person.raw, person.raw, Database.maxQuizzes, person.raw)
  }
}

extension Guide.QuizResult {
  fileprivate init(row: borrowing Row) throws {
    self.init(
      at: try row.instant("at"), right: Int(try row.int("right_answers")),
      questions: Int(try row.int("questions")), isPassed: try row.int("is_passed") == 1)
  }
}
