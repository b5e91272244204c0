/// Export and erasure of everything stored about one person.
extension Attendance {
  package struct ExportPerson: Request {
    package typealias Reply = PersonExport
    package static let subject = "attendance.person.export"
    package static let version = "1.4"
    package static let scope: TokenScope? = nil
    package static let callers = [ProgramName.gateway]
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "Everything attendance holds on a person."
    package let cursor: Cursor?

    package init(cursor: Cursor? = nil) {
      self.cursor = cursor
    }
  }

  package struct PersonExport: Codable, Sendable {
    /// The name that auth published; absent until the event has been applied.
    package let name: KnownName?
    package let courses: [CourseOfPerson]
    /// The courses that expect the person, who is in too many others; absent for none.
    package let expected: [ExpectedPerson]?
    /// The records of the person's attendance, the newest first.
    package let records: [MyRecord]?
    /// The person's excuses, the newest first.
    package let excuses: [Excuse]?
    /// The places that the person saved.
    package let spots: [SavedSpot]?
    package let next: Cursor?

    package init(
      name: KnownName?, courses: [CourseOfPerson], expected: [ExpectedPerson]?, records: [MyRecord],
      excuses: [Excuse], spots: [SavedSpot], next: Cursor?
    ) {
      self.name = name
      self.courses = courses
      self.expected = expected
      self.records = records
      self.excuses = excuses
      self.spots = spots
      self.next = next
    }
  }

  /// A person's name, as auth published it.
  package struct KnownName: Codable, Hashable, Sendable {
    /// The first name.
    package let firstName: String
    /// The last name.
    package let lastName: String

    package init(firstName: String, lastName: String) {
      self.firstName = firstName
      self.lastName = lastName
    }
  }

  package struct CourseOfPerson: Codable, Hashable, Sendable {
    package let id: CourseID
    package let name: String
    package let code: String?
    package let term: String?
    package let role: CourseRole
    package let joined: Instant
    /// The school's number of the person, if an import had one.
    package let studentNumber: String?
    /// The adviser, who is warned beside the person when attendance becomes low; absent for none.
    package let adviser: KnownName?

    package init(
      id: CourseID, name: String, code: String?, term: String?, role: CourseRole, joined: Instant,
      studentNumber: String? = nil, adviser: KnownName? = nil
    ) {
      self.id = id
      self.name = name
      self.code = code
      self.term = term
      self.role = role
      self.joined = joined
      self.studentNumber = studentNumber
      self.adviser = adviser
    }
  }

  package struct ErasePerson: PersonErasure {
    package typealias Reply = Empty
    package static let subject = "attendance.person.erase"
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
