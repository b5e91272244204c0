/// Export and erasure of everything stored about one person.
extension Guide {
  package struct ExportPerson: Request {
    package typealias Reply = PersonExport
    package static let subject = "guide.person.export"
    package static let scope: TokenScope? = nil
    package static let callers = [ProgramName.gateway]
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "Everything guide holds on a person."
    package let cursor: Cursor?

    package init(cursor: Cursor? = nil) {
      self.cursor = cursor
    }
  }

  package struct PersonExport: Codable, Sendable {
    /// The person's name.
    package let name: String?
    /// The person's room, as roomhub told it.
    package let room: RoomID?
    /// The courses whose roster has the person, as attendance told it.
    package let courses: [CourseID]
    /// The person's training; absent if they have none.
    package let training: Training?
    /// The quizzes that the person has taken, the newest first.
    package let quizzes: [QuizResult]
    /// The crisis alerts that the person sent or received within a year, the newest first.
    package let crises: [Crisis]
    package let next: Cursor?

    package init(
      name: String?, room: RoomID?, courses: [CourseID], training: Training?, quizzes: [QuizResult],
      crises: [Crisis],
      next: Cursor?
    ) {
      self.name = name
      self.room = room
      self.courses = courses
      self.training = training
      self.quizzes = quizzes
      self.crises = crises
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
