/// A person's training: the steps they have gone through, their quizzes, and what they agree to.
extension Guide {
  /// The number of questions that a quiz has and needs right to be passed.
  package static let quizQuestions = 6
  package static let quizPass = 5
  /// The time after which a person is reminded to refresh a training, in days.
  package static let refreshDays = 90
  /// The time for which a passed quiz counts, in days.
  package static let passedDays = 365

  /// Returns the person's own training.
  package struct GetTraining: Request {
    package typealias Reply = Training
    package static let subject = "guide.training.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/me/training")
    package static let summary = "Get your first-aid training."

    package init() {}
  }

  /// A person's training. It is no certificate.
  package struct Training: Codable, Hashable, Sendable {
    /// The ids of the training's steps that the person has gone through.
    package let steps: [String]
    /// The last quiz.
    package let last: QuizResult?
    /// The last quiz that was passed.
    package let passed: QuizResult?
    /// The time at which the person is reminded to refresh their training.
    package let refresh: Instant?
    /// True if the training counts in the figures of the person's courses and room.
    package let isCounted: Bool
    /// True if the person wants to be called to help in a crisis.
    package let isCalled: Bool

    package init(
      steps: [String], last: QuizResult?, passed: QuizResult?, refresh: Instant?, isCounted: Bool,
      isCalled: Bool
    ) {
      self.steps = steps
      self.last = last
      self.passed = passed
      self.refresh = refresh
      self.isCounted = isCounted
      self.isCalled = isCalled
    }
  }

  /// A quiz that a person has taken.
  package struct QuizResult: Codable, Hashable, Sendable {
    /// The time at which it was taken.
    package let at: Instant
    /// The number of right answers.
    package let right: Int
    /// The number of questions.
    package let questions: Int
    /// True from five right answers of six.
    package let isPassed: Bool

    package init(at: Instant, right: Int, questions: Int, isPassed: Bool) {
      self.at = at
      self.right = right
      self.questions = questions
      self.isPassed = isPassed
    }
  }

  /// Records that the person has gone through a step of the training.
  package struct RecordStep: Request {
    package typealias Reply = Training
    package static let subject = "guide.training.step"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/me/training/steps/{step}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Record a step of your training."
    /// The id of the step.
    package let step: TopicName

    package init(step: TopicName) {
      self.step = step
    }
  }

  /// Takes the quiz.
  package struct AnswerQuiz: Request {
    package typealias Reply = Training
    package static let subject = "guide.quiz.answer"
    package static let repeats = Repeats.stored
    package static let maxPerHour: Int? = 60
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/me/training/quizzes")
    package static let faults = [FaultCode.quizChanged]
    package static let summary = "Take the quiz of your training."
    /// The answer to each question of the quiz, each once.
    package let answers: QuizAnswers

    package init(answers: QuizAnswers) {
      self.answers = answers
    }
  }

  /// The answer to a question.
  package struct QuizAnswer: Codable, Hashable, Sendable, SchemaDescribed {
    /// The name of the question.
    package let question: TopicName
    /// The index of the chosen option.
    package let option: OptionIndex

    package init(question: TopicName, option: OptionIndex) {
      self.question = question
      self.option = option
    }

    package static var schema: JSONValue {
      [
        "type": "object",
        "properties": [
          "question": TopicName.schema.setting("description", "The name of the question."),
          "option": OptionIndex.schema.setting("description", "The index of the chosen option."),
        ],
        "required": ["question", "option"],
      ]
    }
    package static var sample: QuizAnswer { QuizAnswer(question: .sample, option: .sample) }
    package static var faults: [FaultCode] { TopicName.faults + OptionIndex.faults }
  }

  /// The answers of a quiz: one for each of its questions.
  package struct QuizAnswers: DistinctList {
    package let all: [QuizAnswer]
    package init(checked all: [QuizAnswer]) { self.all = all }
    package static let maxCount = 20
    package static let bad = FaultCode.quizAnswersBad
    package static let sample = QuizAnswers(checked: [.sample])
  }

  /// The index of an option, 0 to 9.
  package struct OptionIndex: CheckedNumber {
    package let count: Int
    package init(checked count: Int) { self.count = count }
    package static let limits = 0...9
    package static let bad = FaultCode.optionBad
    package static let sample = OptionIndex(checked: 0)
  }

  /// Changes what the person agrees to. Both are off until the person turns them on.
  package struct ChangeChoices: Request {
    package typealias Reply = Training
    package static let subject = "guide.training.choose"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/me/training")
    package static let summary = "Choose what your training is used for."
    /// True to count in the figures of the person's courses and room.
    package let isCounted: Bool?
    /// True to be called to help in a crisis.
    package let isCalled: Bool?

    package init(isCounted: Bool? = nil, isCalled: Bool? = nil) {
      self.isCounted = isCounted
      self.isCalled = isCalled
    }
  }
}

extension FaultCode {
  package static let quizChanged = FaultCode(
    .failedPrecondition, "quiz_changed", "The quiz has changed. Load it again.")
  package static let quizAnswersBad = FaultCode(
    .invalidArgument, "quiz_answers_bad", "Answer each question once.")
  package static let optionBad = FaultCode(
    .invalidArgument, "option_bad", "Choose an option from 0 to 9.")
}
