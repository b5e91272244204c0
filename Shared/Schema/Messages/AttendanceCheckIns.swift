/// Check-ins: an instructor opens one for a course, at a spot and for a time.
extension Attendance {
  /// The place at which a check-in is held. It is deleted 24 hours after the check-in has closed.
  package struct Spot: Codable, Hashable, Sendable {
    /// The name of the place; absent if none was given.
    package let name: SpotName?
    package let latitude: Latitude
    package let longitude: Longitude
    /// The accuracy of the position if a device measured it; absent for a pin that somebody set by hand.
    package let accuracy: PositionAccuracy?

    package init(name: SpotName?, latitude: Latitude, longitude: Longitude, accuracy: PositionAccuracy?) {
      self.name = name
      self.latitude = latitude
      self.longitude = longitude
      self.accuracy = accuracy
    }
  }

  /// The numbers of a check-in by status.
  package struct Tally: Codable, Hashable, Sendable {
    /// Students who were there in time.
    package let present: Int
    /// Students who came late.
    package let late: Int
    /// Students with an accepted excuse, or excused by an instructor.
    package let excused: Int
    /// Students who were not there.
    package let absent: Int
    /// Waiting for an instructor.
    package let pending: Int
    /// Not marked yet; 0 once the check-in has closed.
    package let unmarked: Int

    package init(present: Int, late: Int, excused: Int, absent: Int, pending: Int, unmarked: Int) {
      self.present = present
      self.late = late
      self.excused = excused
      self.absent = absent
      self.pending = pending
      self.unmarked = unmarked
    }
  }

  /// A check-in as a person of its course sees it.
  package struct CheckIn: Codable, Hashable, Sendable {
    package let id: CheckInID
    package let course: CourseID
    /// The name of the course.
    package let courseName: String
    /// The short name of the course, if it has one.
    package let courseCode: String?
    /// The course's own names of statuses; absent if it has the usual ones.
    package let statusNames: StatusNames?
    /// The role of the person who asks; absent for an administrator who is not on the roster.
    package let role: CourseRole?
    package let mode: CheckInMode
    package let state: CheckInState
    /// The start of the class.
    package let starts: Instant
    /// From this moment it accepts students.
    package let opens: Instant
    /// Until this moment it accepts students.
    package let closes: Instant
    /// The time limit in minutes from the start, for instructors; `closes` is earlier if somebody closed it.
    package let minutes: Int?
    /// From this moment a student counts as late; absent if nobody does.
    package let lateFrom: Instant?
    /// The range in meters, for instructors; absent without a place.
    package let range: CheckInRange?
    /// The place, for instructors, until 24 hours after it has closed.
    package let spot: Spot?
    /// The saved place it was taken from; for instructors.
    package let savedSpot: SpotID?
    /// The name of the place, for everyone; absent if none was given.
    package let spotName: String?
    /// The numbers by status, for instructors.
    package let tally: Tally?
    /// The record of the student who asks; absent for others, and before there is one.
    package let mine: Receipt?
    /// True if an administrator has locked the term: nothing can change any more.
    package let isLocked: Bool
    /// The number of edits; an edit names the version that it began from.
    package let version: Int64

    package init(
      id: CheckInID, course: CourseID, courseName: String, courseCode: String?,
      statusNames: StatusNames?, role: CourseRole?,
      mode: CheckInMode, state: CheckInState, starts: Instant, opens: Instant, closes: Instant,
      minutes: Int?, lateFrom: Instant?, range: CheckInRange?, spot: Spot?, savedSpot: SpotID?,
      spotName: String?, tally: Tally?, mine: Receipt?, isLocked: Bool, version: Int64
    ) {
      self.id = id
      self.course = course
      self.courseName = courseName
      self.courseCode = courseCode
      self.statusNames = statusNames
      self.role = role
      self.mode = mode
      self.state = state
      self.starts = starts
      self.opens = opens
      self.closes = closes
      self.minutes = minutes
      self.lateFrom = lateFrom
      self.range = range
      self.spot = spot
      self.savedSpot = savedSpot
      self.spotName = spotName
      self.tally = tally
      self.mine = mine
      self.isLocked = isLocked
      self.version = version
    }
  }

  /// The record of a student in one check-in, as the student may keep it.
  package struct Receipt: Codable, Hashable, Sendable {
    /// The id of the record.
    package let id: ReceiptID
    package let status: Status
    /// The moment of the record, by the clock of the site.
    package let at: Instant
    package let means: Means

    package init(id: ReceiptID, status: Status, at: Instant, means: Means) {
      self.id = id
      self.status = status
      self.at = at
      self.means = means
    }
  }

  /// Lists the check-ins of a course, the newest first. A student sees their own record in each.
  package struct ListCheckIns: Request {
    package typealias Reply = Page<CheckIn>
    package static let subject = "attendance.checkin.list"
    package static let version = "1.1"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/courses/{id}/checkins")
    package static let faults = [FaultCode.notFound, .cursorBad]
    package static let summary = "List the check-ins of a course, the newest first."
    package let id: CourseID
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(id: CourseID, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.id = id
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// Lists the check-ins that are open or open within a day, in all courses of the person: those to check in
  /// first.
  package struct ListOpenCheckIns: Request {
    package typealias Reply = OpenCheckIns
    package static let subject = "attendance.checkin.current"
    package static let version = "1.1"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/checkins")
    package static let summary = "List the check-ins that are open or open soon in your courses."

    package init() {}
  }

  /// The check-ins that are open or open soon.
  package struct OpenCheckIns: Codable, Hashable, Sendable {
    /// Open ones first, then by time; at most one for each of the 50 courses.
    package let items: [CheckIn]
    /// The clock of the site, for counting down.
    package let now: Instant

    package init(items: [CheckIn], now: Instant) {
      self.items = items
      self.now = now
    }
  }

  /// Creates a check-in for a course. It opens at once unless it has a later start. A start in the past, up
  /// to 14 days ago, is for a roll on paper that is entered later; its mode is `manual`, and it accepts marks
  /// for the given minutes from now.
  package struct OpenCheckIn: Request {
    package typealias Reply = CheckIn
    package static let subject = "attendance.checkin.open"
    package static let version = "1.1"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/courses/{id}/checkins", status: 201)
    package static let faults = [
      FaultCode.notFound, .notAllowed, .alreadyOpen, .spotNeeded, .spotInaccurate, .startBad,
      .checkInLimitBad, .lateBad, .rangeBad, .tooManyCheckIns, .termLocked,
    ]
    package static let summary = "Create a check-in for a course you teach."
    package let id: CourseID
    package let mode: CheckInMode
    /// The start of the class; now unless given.
    package let starts: Instant?
    /// The minutes from the start for which it accepts students; 10 unless given.
    package let minutes: CheckInMinutes?
    /// The minutes before the start at which it opens; 0 unless given.
    package let early: EarlyMinutes?
    /// The minutes after the start from which students are late; nobody is late unless given.
    package let lateAfter: LateMinutes?
    /// The range in meters; 100 feet unless given. Only with a place.
    package let range: CheckInRange?
    /// The place; needed if the mode asks for it, unless `savedSpot` is given.
    package let spot: Spot?
    /// A saved place, instead of `spot`.
    package let savedSpot: SpotID?

    package init(
      id: CourseID, mode: CheckInMode, starts: Instant? = nil, minutes: CheckInMinutes? = nil,
      early: EarlyMinutes? = nil, lateAfter: LateMinutes? = nil, range: CheckInRange? = nil,
      spot: Spot? = nil, savedSpot: SpotID? = nil
    ) {
      self.id = id
      self.mode = mode
      self.starts = starts
      self.minutes = minutes
      self.early = early
      self.lateAfter = lateAfter
      self.range = range
      self.spot = spot
      self.savedSpot = savedSpot
    }
  }

  package struct GetCheckIn: Request {
    package typealias Reply = CheckIn
    package static let subject = "attendance.checkin.get"
    package static let version = "1.1"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/checkins/{id}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get a check-in of a course you teach or take."
    package let id: CheckInID

    package init(id: CheckInID) {
      self.id = id
    }
  }

  /// Changes a check-in that has not closed: its time, range or place. More minutes extend it.
  package struct EditCheckIn: Request {
    package typealias Reply = CheckIn
    package static let subject = "attendance.checkin.edit"
    package static let version = "1.1"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/checkins/{id}")
    package static let faults = [
      FaultCode.notFound, .notAllowed, .changedElsewhere, .checkInClosed, .spotNeeded, .spotInaccurate,
      .lateBad, .checkInLimitBad, .termLocked,
    ]
    package static let summary = "Change or extend a check-in that has not closed."
    package let id: CheckInID
    /// The version that the edit began from.
    package let version: Int64
    /// The minutes from its start for which it accepts students.
    package let minutes: CheckInMinutes?
    package let lateAfter: Patch<LateMinutes>
    package let range: CheckInRange?
    package let mode: CheckInMode?
    package let spot: Spot?

    package init(
      id: CheckInID, version: Int64, minutes: CheckInMinutes? = nil, lateAfter: Patch<LateMinutes> = .keep,
      range: CheckInRange? = nil, mode: CheckInMode? = nil, spot: Spot? = nil
    ) {
      self.id = id
      self.version = version
      self.minutes = minutes
      self.lateAfter = lateAfter
      self.range = range
      self.mode = mode
      self.spot = spot
    }
  }

  /// Closes a check-in now. Students without a mark are absent, or excused if an instructor has accepted
  /// their excuse.
  package struct CloseCheckIn: Request {
    package typealias Reply = CheckIn
    package static let subject = "attendance.checkin.close"
    package static let version = "1.1"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/checkins/{id}/close")
    package static let faults = [FaultCode.notFound, .notAllowed, .termLocked]
    package static let summary = "Close a check-in: unmarked students become absent."
    package let id: CheckInID

    package init(id: CheckInID) {
      self.id = id
    }
  }

  /// Opens a closed check-in again for some minutes from now. Those whom its closing made absent are unmarked
  /// again.
  package struct ReopenCheckIn: Request {
    package typealias Reply = CheckIn
    package static let subject = "attendance.checkin.reopen"
    package static let version = "1.1"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/checkins/{id}/reopen")
    package static let faults = [
      FaultCode.notFound, .notAllowed, .alreadyOpen, .checkInNotClosed, .checkInLimitBad, .termLocked,
    ]
    package static let summary = "Open a closed check-in again for some minutes."
    package let id: CheckInID
    package let minutes: CheckInMinutes

    package init(id: CheckInID, minutes: CheckInMinutes) {
      self.id = id
      self.minutes = minutes
    }
  }

  /// Deletes a check-in with its records. It can be restored for 30 days.
  package struct DeleteCheckIn: Request {
    package typealias Reply = Empty
    package static let subject = "attendance.checkin.delete"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/checkins/{id}", status: 204)
    package static let faults = [FaultCode.notFound, .notAllowed, .termLocked]
    package static let summary = "Delete a check-in; it can be restored for 30 days."
    package let id: CheckInID

    package init(id: CheckInID) {
      self.id = id
    }
  }

  package struct RestoreCheckIn: Request {
    package typealias Reply = CheckIn
    package static let subject = "attendance.checkin.restore"
    package static let version = "1.1"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/checkins/{id}/restore")
    package static let faults = [FaultCode.notFound, .notAllowed, .alreadyOpen, .termLocked]
    package static let summary = "Restore a deleted check-in within 30 days."
    package let id: CheckInID

    package init(id: CheckInID) {
      self.id = id
    }
  }

  /// A check-in was created, changed, closed, deleted or restored: fetch it again.
  package struct CheckInChanged: Event {
    package static let topic = "attendance.checkin.changed"
    package static let audience = AudienceKind.people
    package let course: CourseID
    package let checkIn: CheckInID
    /// The change.
    package let change: CheckInChange

    package init(course: CourseID, checkIn: CheckInID, change: CheckInChange) {
      self.course = course
      self.checkIn = checkIn
      self.change = change
    }
  }

  /// The kind of a change.
  package enum CheckInChange: String, Choice {
    case created, edited, opened, closed, reopened, deleted, restored
  }
}

extension FaultCode {
  package static let alreadyOpen = FaultCode(
    .alreadyExists, "already_open", "This course already has a check-in at that time. Close it first.")
  package static let spotNeeded = FaultCode(
    .invalidArgument, "spot_needed", "Set the place of the check-in first.")
  package static let spotInaccurate = FaultCode(
    .invalidArgument, "spot_inaccurate",
    "Your position is only accurate to more than 50 m. Set the pin by hand, or choose a saved place.")
  package static let startBad = FaultCode(
    .invalidArgument, "start_bad",
    "A check-in can start within the next 7 days. A manual one can also be entered up to 14 days later.")
  package static let tooManyCheckIns = FaultCode(
    .failedPrecondition, "too_many_checkins", "This course has reached the limit of 1,000 check-ins.")
  package static let checkInClosed = FaultCode(
    .failedPrecondition, "closed", "This check-in has closed.")
  package static let checkInNotClosed = FaultCode(
    .failedPrecondition, "not_closed", "This check-in is still open.")
  package static let noCode = FaultCode(
    .failedPrecondition, "no_code", "This check-in has no code.")
  package static let termLocked = FaultCode(
    .permissionDenied, "term_locked", "This term is locked. An administrator can unlock it.")
}
