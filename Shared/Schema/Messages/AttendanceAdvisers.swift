extension Attendance {
  /// Sets a student's adviser in a course: who is warned, beside the student, when attendance becomes low.
  /// Like enrolling, it has a limit, because it shows who has an address.
  package struct SetAdviser: Request {
    package typealias Reply = RosterEntry
    package static let subject = "attendance.adviser.set"
    package static let repeats = Repeats.natural
    package static let maxPerHour: Int? = 1000
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/courses/{id}/roster/{person}/adviser")
    package static let faults = [FaultCode.notFound, .notAllowed, .personUnknown, .adviserBad]
    package static let summary = "Set who is warned beside a student of a course you teach."
    package let id: CourseID
    /// The student.
    package let person: PersonID
    /// The email address of the adviser's account, in any case.
    package let email: EmailAddress

    package init(id: CourseID, person: PersonID, email: EmailAddress) {
      self.id = id
      self.person = person
      self.email = email
    }
  }

  package struct RemoveAdviser: Request {
    package typealias Reply = Empty
    package static let subject = "attendance.adviser.remove"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(
      .delete, "/v1/courses/{id}/roster/{person}/adviser", status: 204)
    package static let faults = [FaultCode.notFound, .notAllowed]
    package static let summary = "Remove the adviser of a student of a course you teach."
    package let id: CourseID
    /// The student.
    package let person: PersonID

    package init(id: CourseID, person: PersonID) {
      self.id = id
      self.person = person
    }
  }

  /// Lists the attendance of those students of a course whose adviser the caller is, and nothing else of it.
  /// An adviser is warned of them and need not teach the course.
  package struct ListAdvised: Request {
    package typealias Reply = Advised
    package static let subject = "attendance.advised.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/courses/{id}/advised")
    package static let faults = [FaultCode.notFound]
    package static let summary = "List the attendance of the students of a course whose adviser you are."
    package let id: CourseID

    package init(id: CourseID) {
      self.id = id
    }
  }

  /// The students of a course that a person advises.
  package struct Advised: Codable, Hashable, Sendable {
    package let course: CourseID
    /// The name of the course.
    package let name: String
    /// The short name of the course, if it has one.
    package let code: String?
    /// The students by last name, at least one.
    package let students: [StudentAttendance]

    package init(course: CourseID, name: String, code: String?, students: [StudentAttendance]) {
      self.course = course
      self.name = name
      self.code = code
      self.students = students
    }
  }
}

extension FaultCode {
  package static let adviserBad = FaultCode(
    .invalidArgument, "adviser_bad", "Someone else than the student has to be the adviser.")
}
