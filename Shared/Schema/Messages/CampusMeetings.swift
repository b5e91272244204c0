/// Classes, who takes them and when they meet, for other programs. Attendance keeps a course per class.
extension Campus {
  static let meetingRequests: [any Request.Type] = []
  static let meetingEvents: [any Event.Type] = [
    ClassChanged.self, ClassListed.self, ClassRemoved.self, RosterChanged.self, MeetingsChanged.self,
  ]

  /// A class of the catalogue was added, changed or removed: fetch it again.
  package struct ClassChanged: Event {
    package static let topic = "campus.class.changed"
    package static let audience = AudienceKind.everyone
    package let id: ClassID

    package init(id: ClassID) {
      self.id = id
    }
  }

  /// A class of the catalogue as it is now. The snapshot lists every class.
  package struct ClassListed: RowEvent {
    package static let topic = "campus.class.listed"
    package static let audience = AudienceKind.programs
    /// The class.
    package let id: ClassID
    /// The full name of the class: `Biology`.
    package let name: CourseName
    /// The short name of the class, if it has one.
    package let code: CourseCode?
    /// The teacher's account; absent if the teacher has none.
    package let teacher: PersonID?
    /// The course that administrators chose for the class; absent if attendance makes one.
    package let course: CourseID?

    package init(
      id: ClassID, name: CourseName, code: CourseCode?, teacher: PersonID?, course: CourseID?
    ) {
      self.id = id
      self.name = name
      self.code = code
      self.teacher = teacher
      self.course = course
    }

    package var row: RowName { RowName("class", id.description) }
  }

  /// A class is no longer in the catalogue. No separate event is published for its students and meetings.
  package struct ClassRemoved: RowEvent {
    package static let topic = "campus.class.removed"
    package static let audience = AudienceKind.programs
    /// The class that was removed.
    package let id: ClassID

    package init(id: ClassID) {
      self.id = id
    }

    package var row: RowName { RowName("class", id.description) }
  }

  /// Students chose a class for the term that runs, or dropped it. The snapshot lists each student of each
  /// class with one such event, keyed by class and person.
  package struct RosterChanged: Event {
    package static let topic = "campus.roster.changed"
    package static let audience = AudienceKind.programs
    /// The limit of people in each list; a larger change is several events.
    package static let maxPeople = 500
    /// The class.
    package let id: ClassID
    /// The students who take it from now on, at most 500.
    package let added: [PersonID]
    /// The students who no longer take it, at most 500.
    package let removed: [PersonID]

    package init(id: ClassID, added: [PersonID], removed: [PersonID]) {
      self.id = id
      self.added = added
      self.removed = removed
    }
  }

  /// The meetings of a class on one day, all of them. It is published for the next 14 days, and only where
  /// something changed; a day without a meeting has an empty list. The snapshot lists days with meetings.
  package struct MeetingsChanged: RowEvent {
    package static let topic = "campus.meetings.changed"
    package static let audience = AudienceKind.programs
    /// The days ahead for which meetings are published, today included.
    package static let days = 14
    /// The limit of meetings of a class on one day: each period twice.
    package static let maxMeetings = 24
    /// The class.
    package let id: ClassID
    /// The day, in the zone of the school.
    package let date: CivilDate
    /// The meetings in order; at most 24.
    package let meetings: [Meeting]

    package init(id: ClassID, date: CivilDate, meetings: [Meeting]) {
      self.id = id
      self.date = date
      self.meetings = meetings
    }

    package var row: RowName { RowName("meetings", id.description, date.description) }
  }

  /// A meeting of a class.
  package struct Meeting: Codable, Hashable, Sendable {
    /// The bell at which it begins.
    package let starts: Instant
    /// The bell at which it ends.
    package let ends: Instant
    /// The block in which the class meets.
    package let block: Int
    /// The room, changed for the day if a notice says so; absent if none was given.
    package let room: String?

    package init(starts: Instant, ends: Instant, block: Int, room: String?) {
      self.starts = starts
      self.ends = ends
      self.block = block
      self.room = room
    }
  }
}
