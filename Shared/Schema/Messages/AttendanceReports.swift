/// Attendance in numbers. A percentage is present and late of present, late and absent; excused, pending and
/// not enrolled do not count.
extension Attendance {
  /// The numbers of a student in a course.
  package struct StudentAttendance: Codable, Hashable, Sendable {
    package let person: PersonID
    /// The first name.
    package let firstName: String
    /// The last name.
    package let lastName: String
    package let tally: Tally
    /// The percentage of attendance to one decimal; absent while nothing counts.
    package let percent: Double?
    /// The absences in a row up to the last check-in that counts.
    package let absentInARow: Int
    /// True if it is below what the course warns of.
    package let isLow: Bool
    /// True if the student is no longer in the course.
    package let hasLeft: Bool

    package init(
      person: PersonID, firstName: String, lastName: String, tally: Tally, percent: Double?,
      absentInARow: Int, isLow: Bool, hasLeft: Bool
    ) {
      self.person = person
      self.firstName = firstName
      self.lastName = lastName
      self.tally = tally
      self.percent = percent
      self.absentInARow = absentInARow
      self.isLow = isLow
      self.hasLeft = hasLeft
    }
  }

  /// Lists the numbers of the students of a course by last name.
  package struct ListCourseAttendance: Request {
    package typealias Reply = Page<StudentAttendance>
    package static let subject = "attendance.report.course"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/courses/{id}/attendance")
    package static let faults = [FaultCode.notFound, .notAllowed, .cursorBad]
    package static let summary = "List the attendance of the students of a course you teach."
    package let id: CourseID
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(id: CourseID, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.id = id
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// The numbers of a course.
  package struct CourseAttendance: Codable, Hashable, Sendable {
    package let course: CourseID
    /// The name of the course.
    package let name: String
    /// The short name of the course, if it has one.
    package let code: String?
    /// The term of the course, if it has been given.
    package let term: String?
    /// The closed check-ins.
    package let checkIns: Int
    package let tally: Tally
    /// The percentage of attendance to one decimal; absent while nothing counts.
    package let percent: Double?
    /// True if an administrator has locked the term.
    package let isLocked: Bool

    package init(
      course: CourseID, name: String, code: String?, term: String?, checkIns: Int, tally: Tally,
      percent: Double?, isLocked: Bool
    ) {
      self.course = course
      self.name = name
      self.code = code
      self.term = term
      self.checkIns = checkIns
      self.tally = tally
      self.percent = percent
      self.isLocked = isLocked
    }
  }

  /// Lists the numbers of courses by name: those the person teaches, or all for administrators. For a
  /// student, the numbers are their own.
  package struct ListAttendance: Request {
    package typealias Reply = Page<CourseAttendance>
    package static let subject = "attendance.report.term"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/attendance")
    package static let faults = [FaultCode.notAllowed, .cursorBad]
    package static let summary = "List attendance by course, of one term or all."
    /// Only courses of this term.
    package let term: CourseTerm?
    /// True lists every course of the site, for administrators alone.
    package let all: Bool?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(term: CourseTerm? = nil, all: Bool? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.term = term
      self.all = all
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// Lists the records of a course by check-in and name, as rows for another program.
  package struct ListRecords: Request {
    package typealias Reply = Page<RecordRow>
    package static let subject = "attendance.record.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/courses/{id}/records")
    package static let faults = [FaultCode.notFound, .notAllowed, .cursorBad]
    package static let summary = "List every record of a course you teach."
    package let id: CourseID
    /// Only those of this check-in.
    package let checkIn: CheckInID?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(id: CourseID, checkIn: CheckInID? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.id = id
      self.checkIn = checkIn
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// A record as a row for another program.
  package struct RecordRow: Codable, Hashable, Sendable {
    package let checkIn: CheckInID
    /// The start of the class.
    package let starts: Instant
    /// The end of the check-in.
    package let ends: Instant
    package let person: PersonID
    /// The first name.
    package let firstName: String
    /// The last name.
    package let lastName: String
    package let status: Status
    package let means: Means
    /// The moment of the record.
    package let at: Instant
    /// True if an instructor changed the first status.
    package let isOverridden: Bool

    package init(
      checkIn: CheckInID, starts: Instant, ends: Instant, person: PersonID, firstName: String,
      lastName: String, status: Status, means: Means, at: Instant, isOverridden: Bool
    ) {
      self.checkIn = checkIn
      self.starts = starts
      self.ends = ends
      self.person = person
      self.firstName = firstName
      self.lastName = lastName
      self.status = status
      self.means = means
      self.at = at
      self.isOverridden = isOverridden
    }
  }

  /// Returns records of a course as CSV in UTF-8: start and end of the check-in, student, status, means, time
  /// and whether it was overridden. A status has the course's own name if there is one. Cells that a
  /// spreadsheet would take for a formula begin with an apostrophe. The first page has the line of headings.
  package struct ExportRecords: Request {
    package typealias Reply = RecordsPage
    package static let subject = "attendance.record.export"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/courses/{id}/records/export")
    package static let faults = [FaultCode.notFound, .notAllowed, .cursorBad]
    package static let summary = "Export the records of a course you teach as CSV."
    package let id: CourseID
    /// Only those of this check-in.
    package let checkIn: CheckInID?
    package let cursor: Cursor?

    package init(id: CourseID, checkIn: CheckInID? = nil, cursor: Cursor? = nil) {
      self.id = id
      self.checkIn = checkIn
      self.cursor = cursor
    }
  }

  /// Some lines of CSV.
  package struct RecordsPage: Codable, Hashable, Sendable {
    /// The lines, each with its end.
    package let csv: String
    /// The next page; absent on the last.
    package let next: Cursor?

    package init(csv: String, next: Cursor?) {
      self.csv = csv
      self.next = next
    }
  }

  /// Locks a term: nothing in its courses’ attendance can change any more.
  package struct LockTerm: Request {
    package typealias Reply = TermLock
    package static let subject = "attendance.term.lock"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/attendance/terms/{term}/lock")
    package static let faults = [FaultCode.tooManyTerms]
    package static let summary = "Lock the attendance of a term (administrators)."
    package let term: CourseTerm

    package init(term: CourseTerm) {
      self.term = term
    }
  }

  /// The lock of a term.
  package struct TermLock: Codable, Hashable, Sendable {
    package let term: CourseTerm
    /// The moment at which it was locked.
    package let locked: Instant

    package init(term: CourseTerm, locked: Instant) {
      self.term = term
      self.locked = locked
    }
  }

  package struct UnlockTerm: Request {
    package typealias Reply = Empty
    package static let subject = "attendance.term.unlock"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/attendance/terms/{term}/lock", status: 204)
    package static let summary = "Unlock the attendance of a term (administrators)."
    package let term: CourseTerm

    package init(term: CourseTerm) {
      self.term = term
    }
  }

  /// Sets what a course warns its students of. Without both numbers it warns of nothing.
  package struct SetWarnings: Request {
    package typealias Reply = Warnings
    package static let subject = "attendance.warning.set"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/courses/{id}/warnings")
    package static let faults = [FaultCode.notFound, .notAllowed, .warningBad]
    package static let summary = "Set below which attendance the students of a course are warned."
    package let id: CourseID
    /// The percentage below which a student is warned.
    package let below: WarnPercent?
    /// The number of absences in a row at which a student is warned.
    package let inARow: WarnAbsences?

    package init(id: CourseID, below: WarnPercent? = nil, inARow: WarnAbsences? = nil) {
      self.id = id
      self.below = below
      self.inARow = inARow
    }
  }

  package struct GetWarnings: Request {
    package typealias Reply = Warnings
    package static let subject = "attendance.warning.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/courses/{id}/warnings")
    package static let faults = [FaultCode.notFound, .notAllowed]
    package static let summary = "Get below which attendance the students of a course are warned."
    package let id: CourseID

    package init(id: CourseID) {
      self.id = id
    }
  }

  /// The limits from which on a course warns its students.
  package struct Warnings: Codable, Hashable, Sendable {
    /// The percentage below which a student is warned; absent if none is set.
    package let below: WarnPercent?
    /// The number of absences in a row at which a student is warned; absent if none is set.
    package let inARow: WarnAbsences?

    package init(below: WarnPercent?, inARow: WarnAbsences?) {
      self.below = below
      self.inARow = inARow
    }
  }
}

extension FaultCode {
  package static let tooManyTerms = FaultCode(
    .failedPrecondition, "too_many_terms", "This site has reached the limit of 100 locked terms.")
}
