/// The register of a check-in, and the marks of its instructors.
extension Attendance {
  /// Lists the students of a check-in with their state, by last name. Those who have left the course since
  /// stay listed if they have a record.
  package struct ListRegister: Request {
    package typealias Reply = Page<RegisterRow>
    package static let subject = "attendance.register.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/checkins/{id}/register")
    package static let faults = [FaultCode.notFound, .notAllowed, .cursorBad]
    package static let summary = "List the register of a check-in you teach, by last name."
    package let id: CheckInID
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(id: CheckInID, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.id = id
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// A student in the register of a check-in.
  package struct RegisterRow: Codable, Hashable, Sendable {
    package let person: PersonID
    /// The first name.
    package let firstName: String
    /// The last name.
    package let lastName: String
    package let status: Status
    /// The moment of the record; absent without one.
    package let at: Instant?
    package let means: Means?
    /// The first status, if an instructor has changed it since.
    package let original: Status?
    /// The instructor who set the mark; absent if nobody did.
    package let by: KnownName?
    /// The reason for the last change.
    package let reason: String?
    /// Something to look at.
    package let flags: [RecordFlag]
    /// The distance to the place in feet, rounded up to the next 50; absent without a position.
    package let distanceFeet: Int?
    /// The accuracy of the position in whole meters.
    package let accuracy: Int?
    /// True if the student is no longer in the course.
    package let hasLeft: Bool
    /// The excuse for that day, if the student has filed one.
    package let excuse: ExcuseState?

    package init(
      person: PersonID, firstName: String, lastName: String, status: Status, at: Instant?, means: Means?,
      original: Status?, by: KnownName?, reason: String?, flags: [RecordFlag], distanceFeet: Int?,
      accuracy: Int?, hasLeft: Bool, excuse: ExcuseState?
    ) {
      self.person = person
      self.firstName = firstName
      self.lastName = lastName
      self.status = status
      self.at = at
      self.means = means
      self.original = original
      self.by = by
      self.reason = reason
      self.flags = flags
      self.distanceFeet = distanceFeet
      self.accuracy = accuracy
      self.hasLeft = hasLeft
      self.excuse = excuse
    }
  }

  /// Marks a student. Changing what the student did, or a mark after the check-in has closed, needs a reason,
  /// which the student sees; confirming a pending record does not. The first status is kept.
  package struct SetMark: Request {
    package typealias Reply = RegisterRow
    package static let subject = "attendance.mark.set"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/checkins/{id}/records/{person}")
    package static let faults = [
      FaultCode.notFound, .notAllowed, .personUnknown, .reasonMissing, .marksFull, .termLocked,
    ]
    package static let summary = "Mark a student in a check-in you teach."
    package let id: CheckInID
    /// The student.
    package let person: PersonID
    package let status: Mark
    package let reason: MarkReason?

    package init(id: CheckInID, person: PersonID, status: Mark, reason: MarkReason? = nil) {
      self.id = id
      self.person = person
      self.status = status
      self.reason = reason
    }
  }

  /// Lists the changes of a record, the newest first.
  package struct ListMarks: Request {
    package typealias Reply = Page<MarkChange>
    package static let subject = "attendance.mark.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/checkins/{id}/records/{person}/marks")
    package static let faults = [FaultCode.notFound, .notAllowed, .cursorBad]
    package static let summary = "List the changes of a student’s record."
    package let id: CheckInID
    /// The student.
    package let person: PersonID
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(id: CheckInID, person: PersonID, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.id = id
      self.person = person
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// A change of a record.
  package struct MarkChange: Codable, Hashable, Sendable {
    /// The moment of the change.
    package let at: Instant
    /// The instructor; absent if the student or the closing did it, or the account is gone.
    package let by: KnownName?
    /// The status before; absent for the first.
    package let before: Status?
    package let after: Status
    package let means: Means
    /// The reason, if one was given.
    package let reason: String?

    package init(at: Instant, by: KnownName?, before: Status?, after: Status, means: Means, reason: String?) {
      self.at = at
      self.by = by
      self.before = before
      self.after = after
      self.means = means
      self.reason = reason
    }
  }

  /// Lists what is recorded of the person who asks, the newest first.
  package struct ListMyRecords: Request {
    package typealias Reply = Page<MyRecord>
    package static let subject = "attendance.record.mine"
    package static let version = "1.1"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/me/attendance")
    package static let faults = [FaultCode.notFound, .cursorBad]
    package static let summary = "List everything recorded about your attendance, the newest first."
    /// Only those of this course.
    package let course: CourseID?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(course: CourseID? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.course = course
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// A record of the person who asks, with everything that is stored.
  package struct MyRecord: Codable, Hashable, Sendable {
    package let receipt: Receipt
    package let checkIn: CheckInID
    package let course: CourseID
    /// The name of the course.
    package let courseName: String
    /// The course's own names of statuses; absent if it has the usual ones.
    package let statusNames: StatusNames?
    /// The start of the class.
    package let starts: Instant
    /// The first status, if an instructor has changed it since.
    package let original: Status?
    /// The instructor who set the mark; absent if nobody did.
    package let by: KnownName?
    /// The reason for the last change.
    package let reason: String?
    /// Something that the instructor may want to look at.
    package let flags: [RecordFlag]
    /// The distance to the place in feet, rounded up to the next 50.
    package let distanceFeet: Int?
    /// The accuracy of the position in whole meters.
    package let accuracy: Int?

    package init(
      receipt: Receipt, checkIn: CheckInID, course: CourseID, courseName: String,
      statusNames: StatusNames?, starts: Instant, original: Status?, by: KnownName?, reason: String?,
      flags: [RecordFlag], distanceFeet: Int?,
      accuracy: Int?
    ) {
      self.receipt = receipt
      self.checkIn = checkIn
      self.course = course
      self.courseName = courseName
      self.statusNames = statusNames
      self.starts = starts
      self.original = original
      self.by = by
      self.reason = reason
      self.flags = flags
      self.distanceFeet = distanceFeet
      self.accuracy = accuracy
    }
  }
}

extension FaultCode {
  package static let marksFull = FaultCode(
    .failedPrecondition, "marks_full", "This record has reached the limit of 20 changes.")
}
