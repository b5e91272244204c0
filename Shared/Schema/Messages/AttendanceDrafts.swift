package enum DraftRecord {}
/// The id of a drafted check-in.
package typealias DraftID = ID<DraftRecord>

/// Drafts of check-ins: the timetable says when a class meets, and its teacher opens a check-in for it by one
/// press.
extension Attendance {
  static let draftRequests: [any Request.Type] = [
    ListDrafts.self, OpenDraft.self, SkipDraft.self, UnskipDraft.self,
  ]

  /// A check-in that has been drafted from the timetable. Nobody but the instructors sees it.
  package struct Draft: Codable, Hashable, Sendable {
    package let id: DraftID
    package let course: CourseID
    /// The name of the course.
    package let courseName: String
    /// The short name of the course, if it has one.
    package let courseCode: String?
    /// The day of the meeting, in the zone of the school.
    package let date: CivilDate
    /// The bell at which the class begins.
    package let starts: Instant
    /// The bell at which the class ends.
    package let ends: Instant
    /// The block in which the class meets.
    package let block: Int
    /// The room by the timetable; absent if it has none.
    package let room: String?
    /// The mode in which it opens: that of the course's last check-in.
    package let mode: CheckInMode
    /// The minutes for which it will accept students.
    package let minutes: Int
    /// The saved place at which it will be held; absent without one.
    package let savedSpot: SpotID?

    package init(
      id: DraftID, course: CourseID, courseName: String, courseCode: String?, date: CivilDate,
      starts: Instant, ends: Instant, block: Int, room: String?, mode: CheckInMode, minutes: Int,
      savedSpot: SpotID?
    ) {
      self.id = id
      self.course = course
      self.courseName = courseName
      self.courseCode = courseCode
      self.date = date
      self.starts = starts
      self.ends = ends
      self.block = block
      self.room = room
      self.mode = mode
      self.minutes = minutes
      self.savedSpot = savedSpot
    }
  }

  /// The drafts of a person's courses.
  package struct Drafts: Codable, Hashable, Sendable {
    /// By time, at most 100.
    package let items: [Draft]
    /// The clock of the site, for counting down.
    package let now: Instant

    package init(items: [Draft], now: Instant) {
      self.items = items
      self.now = now
    }
  }

  /// Lists the drafts of the next 7 days that have not ended, of all courses the person teaches.
  /// Those that were opened or skipped are left out.
  package struct ListDrafts: Request {
    package typealias Reply = Drafts
    package static let subject = "attendance.draft.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/checkin-drafts")
    package static let summary = "List the check-ins drafted from the timetable of your classes."

    package init() {}
  }

  /// Opens a drafted check-in with the mode, limits and place of the course's last one. A class that began is
  /// opened from now, a later one is planned for its bell. A repeat returns the same check-in.
  package struct OpenDraft: Request {
    package typealias Reply = CheckIn
    package static let subject = "attendance.draft.open"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/checkin-drafts/{id}/open")
    package static let faults = [
      FaultCode.notFound, .notAllowed, .alreadyOpen, .draftOver, .startBad, .tooManyCheckIns, .termLocked,
    ]
    package static let summary = "Open a drafted check-in as the course's last one."
    package let id: DraftID

    package init(id: DraftID) {
      self.id = id
    }
  }

  /// Takes a draft off the list: nobody checks in at this meeting.
  package struct SkipDraft: Request {
    package typealias Reply = Empty
    package static let subject = "attendance.draft.skip"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/checkin-drafts/{id}/skip", status: 204)
    package static let faults = [FaultCode.notFound, .notAllowed]
    package static let summary = "Take a drafted check-in off the list."
    package let id: DraftID

    package init(id: DraftID) {
      self.id = id
    }
  }

  /// Puts a skipped draft back on the list.
  package struct UnskipDraft: Request {
    package typealias Reply = Empty
    package static let subject = "attendance.draft.unskip"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/checkin-drafts/{id}/skip", status: 204)
    package static let faults = [FaultCode.notFound, .notAllowed]
    package static let summary = "Put a skipped draft back on the list."
    package let id: DraftID

    package init(id: DraftID) {
      self.id = id
    }
  }

  /// The drafts of a course changed: fetch them again. Only its instructors receive it.
  package struct DraftsChanged: Event {
    package static let topic = "attendance.draft.changed"
    package static let audience = AudienceKind.people
    package let course: CourseID

    package init(course: CourseID) {
      self.course = course
    }
  }
}

extension FaultCode {
  package static let draftOver = FaultCode(
    .failedPrecondition, "draft_over", "This class is over. Add a check-in by hand instead.")
  package static let courseOfClass = FaultCode(
    .failedPrecondition, "course_of_class",
    "This course follows a class of the school. An administrator can change or delete the class.")
}
