/// Export and erasure of everything stored about one person.
extension Guide {
  package struct ExportPerson: Request {
    package typealias Reply = PersonExport
    package static let subject = "guide.person.export"
    package static let scope: TokenScope? = nil
    package static let callers = [ProgramName.gateway]
    package static let summary = "Everything guide holds on a person."
    package let cursor: Cursor?

    package init(cursor: Cursor? = nil) {
      self.cursor = cursor
    }
  }

  package struct PersonExport: Codable, Sendable {
    /// The person's training; absent if they have none.
    package let training: Training?
    /// The quizzes that the person has taken, the newest first.
    package let quizzes: [QuizResult]
    package let next: Cursor?

    package init(training: Training?, quizzes: [QuizResult], next: Cursor?) {
      self.training = training
      self.quizzes = quizzes
      self.next = next
    }
  }

  package struct ErasePerson: PersonErasure {
    package typealias Reply = Empty
    package static let subject = "guide.person.erase"
    package static let access = Access.programs
    package static let callers = [ProgramName.auth]
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(10)
    package static let summary = "Forget a person."
    package let person: PersonID

    package init(person: PersonID) {
      self.person = person
    }
  }
}
