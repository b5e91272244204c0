extension Attendance {
  /// Lists the instructors and students of a course by last name, for its instructors and administrators.
  package struct ListRoster: Request {
    package typealias Reply = Page<RosterEntry>
    package static let subject = "attendance.roster.list"
    package static let version = "1.2"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/courses/{id}/roster")
    package static let faults = [FaultCode.notFound, .notAllowed, .cursorBad]
    package static let summary = "List the roster of a course you teach, by last name."
    package let id: CourseID
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(id: CourseID, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.id = id
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// A person on the roster of a course.
  package struct RosterEntry: Codable, Hashable, Sendable {
    /// The person on the roster.
    package let person: PersonID
    /// The person's first name.
    package let firstName: String
    /// The person's last name.
    package let lastName: String
    package let role: CourseRole
    /// The moment at which the person was put on the roster.
    package let joined: Instant
    /// The school's number of the person, if an import had one.
    package let studentNumber: String?
    /// The adviser, who is warned beside the student when attendance becomes low; absent for none.
    package let adviser: KnownName?

    package init(
      person: PersonID, firstName: String, lastName: String, role: CourseRole, joined: Instant,
      studentNumber: String? = nil, adviser: KnownName? = nil
    ) {
      self.person = person
      self.firstName = firstName
      self.lastName = lastName
      self.role = role
      self.joined = joined
      self.studentNumber = studentNumber
      self.adviser = adviser
    }
  }

  /// Puts a person on the roster by email address. An instructor can find out by it who has that address, so
  /// it has a limit: two whole rosters an hour are enough.
  package struct Enroll: Request {
    package typealias Reply = RosterEntry
    package static let subject = "attendance.roster.enroll"
    package static let version = "1.2"
    package static let repeats = Repeats.natural
    package static let maxPerHour: Int? = 1000
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/courses/{id}/roster", status: 201)
    package static let faults = [
      FaultCode.notFound, .notAllowed, .personUnknown, .rosterFull, .coursesFull, .lastInstructor,
    ]
    package static let summary = "Add a person to the roster of a course you teach, by email address."
    package let id: CourseID
    /// The email address of the person's account, in any case.
    package let email: EmailAddress
    package let role: CourseRole

    package init(id: CourseID, email: EmailAddress, role: CourseRole) {
      self.id = id
      self.email = email
      self.role = role
    }
  }

  /// Puts a person on the roster, or changes their role there.
  package struct SetRosterRole: Request {
    package typealias Reply = RosterEntry
    package static let subject = "attendance.roster.set"
    package static let version = "1.2"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/courses/{id}/roster/{person}")
    package static let faults = [
      FaultCode.notFound, .notAllowed, .personUnknown, .rosterFull, .coursesFull, .lastInstructor,
    ]
    package static let summary = "Add a person to the roster of a course you teach, or change their role."
    package let id: CourseID
    /// The person to put on the roster, or whose role changes.
    package let person: PersonID
    package let role: CourseRole

    package init(id: CourseID, person: PersonID, role: CourseRole) {
      self.id = id
      self.person = person
      self.role = role
    }
  }

  package struct RemoveFromRoster: Request {
    package typealias Reply = Empty
    package static let subject = "attendance.roster.remove"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(
      .delete, "/v1/courses/{id}/roster/{person}", status: 204)
    package static let faults = [FaultCode.notFound, .notAllowed, .lastInstructor]
    package static let summary = "Remove a person from the roster of a course you teach."
    package let id: CourseID
    /// The person to take off the roster.
    package let person: PersonID

    package init(id: CourseID, person: PersonID) {
      self.id = id
      self.person = person
    }
  }

  /// A person joined a roster or got another role. Of people, only the instructors and the person receive it:
  /// students do not see the roster.
  package struct RosterJoined: Event {
    package static let topic = "attendance.roster.joined"
    package static let audience = AudienceKind.people
    package let course: CourseID
    /// The person on the roster.
    package let person: PersonID
    package let role: CourseRole

    package init(course: CourseID, person: PersonID, role: CourseRole) {
      self.course = course
      self.person = person
      self.role = role
    }
  }

  /// A person is no longer on the roster of a course.
  package struct RosterLeft: Event {
    package static let topic = "attendance.roster.left"
    package static let audience = AudienceKind.people
    package let course: CourseID
    /// The person who was on the roster.
    package let person: PersonID
    /// The person's former role in the course.
    package let role: CourseRole

    package init(course: CourseID, person: PersonID, role: CourseRole) {
      self.course = course
      self.person = person
      self.role = role
    }
  }
}
