extension Attendance {
  /// Lists the courses that you teach or take, by name.
  package struct ListCourses: Request {
    package typealias Reply = Page<Course>
    package static let subject = "attendance.course.list"
    package static let version = "1.3"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/courses")
    package static let faults = [FaultCode.cursorBad, .notAllowed]
    package static let summary = "List the courses you teach or take, by name."
    /// True lists every course of the site, for administrators alone.
    package let all: Bool?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(all: Bool? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.all = all
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// A course as seen by a person who may see it.
  package struct Course: Codable, Hashable, Sendable {
    package let id: CourseID
    /// The full name of the course: `Introduction to Statistics`.
    package let name: String
    /// The short name of the course, `STAT 101`, if it has one.
    package let code: String?
    /// The term in which the course is taught, if it has been given.
    package let term: String?
    /// The role of the person who asks; absent for an administrator who is not on the roster.
    package let role: CourseRole?
    /// The number of students on the roster; absent for students.
    package let students: Int?
    /// The names of those who teach it, by last name, the first five; absent on a site of an older release.
    package let instructors: [KnownName]?
    /// The course's own names of statuses; absent if it has the usual ones.
    package let statusNames: StatusNames?
    /// The class of the school that it follows; absent if it follows none.
    package let schoolClass: ClassID?
    /// The moment at which the course was added.
    package let added: Instant
    /// The number of edits; an edit names the version that it began from.
    package let version: Int64

    package init(
      id: CourseID, name: String, code: String?, term: String?, role: CourseRole?, students: Int?,
      instructors: [KnownName]?, statusNames: StatusNames?, schoolClass: ClassID?, added: Instant,
      version: Int64
    ) {
      self.id = id
      self.name = name
      self.code = code
      self.term = term
      self.role = role
      self.students = students
      self.instructors = instructors
      self.statusNames = statusNames
      self.schoolClass = schoolClass
      self.added = added
      self.version = version
    }
  }

  /// Adds a course. Staff and administrators may send it; the sender becomes the first instructor.
  package struct AddCourse: Request {
    package typealias Reply = Course
    package static let subject = "attendance.course.add"
    package static let version = "1.3"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/courses", status: 201)
    package static let faults = [FaultCode.notAllowed, .tooManyCourses, .coursesFull]
    package static let summary = "Add a course that you teach (staff and administrators)."
    package let name: CourseName
    package let code: CourseCode?
    package let term: CourseTerm?
    /// The course's own names of statuses; without them, the usual ones.
    package let statusNames: StatusNames?

    package init(
      name: CourseName, code: CourseCode? = nil, term: CourseTerm? = nil, statusNames: StatusNames? = nil
    ) {
      self.name = name
      self.code = code
      self.term = term
      self.statusNames = statusNames
    }
  }

  package struct GetCourse: Request {
    package typealias Reply = Course
    package static let subject = "attendance.course.get"
    package static let version = "1.3"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/courses/{id}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get a course you teach or take."
    package let id: CourseID

    package init(id: CourseID) {
      self.id = id
    }
  }

  /// Changes the given members and keeps the others; `null` clears a member.
  package struct EditCourse: Request {
    package typealias Reply = Course
    package static let subject = "attendance.course.edit"
    package static let version = "1.3"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/courses/{id}")
    package static let faults = [
      FaultCode.notFound, .notAllowed, .changedElsewhere, .nameBlank, .courseOfClass,
    ]
    package static let summary = "Edit a course you teach."
    package let id: CourseID
    /// The version that the edit began from.
    package let version: Int64
    package let name: Patch<CourseName>
    package let code: Patch<CourseCode>
    package let term: Patch<CourseTerm>
    /// All names of statuses, which replace the earlier ones.
    package let statusNames: Patch<StatusNames>

    package init(
      id: CourseID, version: Int64, name: Patch<CourseName> = .keep, code: Patch<CourseCode> = .keep,
      term: Patch<CourseTerm> = .keep, statusNames: Patch<StatusNames> = .keep
    ) {
      self.id = id
      self.version = version
      self.name = name
      self.code = code
      self.term = term
      self.statusNames = statusNames
    }
  }

  /// Deletes a course with its roster for good. Objects shared with the course become private to their owners
  /// again.
  package struct DeleteCourse: Request {
    package typealias Reply = Empty
    package static let subject = "attendance.course.delete"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/courses/{id}", status: 204)
    package static let faults = [FaultCode.notFound, .notAllowed, .courseOfClass]
    package static let summary = "Delete a course you teach."
    package let id: CourseID

    package init(id: CourseID) {
      self.id = id
    }
  }

  /// A course was added. The body has only its id.
  package struct CourseAdded: Event {
    package static let topic = "attendance.course.added"
    package static let audience = AudienceKind.people
    package let id: CourseID

    package init(id: CourseID) {
      self.id = id
    }
  }

  /// A course got another name, code, term or names of statuses: fetch it again.
  package struct CourseChanged: Event {
    package static let topic = "attendance.course.changed"
    package static let audience = AudienceKind.people
    package let id: CourseID

    package init(id: CourseID) {
      self.id = id
    }
  }

  /// A course was deleted with its whole roster. No separate event is published for the people on it.
  package struct CourseDeleted: Event {
    package static let topic = "attendance.course.deleted"
    package static let audience = AudienceKind.people
    package let id: CourseID

    package init(id: CourseID) {
      self.id = id
    }
  }
}
