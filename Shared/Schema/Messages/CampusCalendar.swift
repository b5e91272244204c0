/// The calendar of the school, and its feeds for other calendars.
extension Campus {
  static let calendarRequests: [any Request.Type] =
    [
      GetCalendar.self, AddEntry.self, ChangeEntry.self, DeleteEntry.self,
    ] + feedRequests
  static let calendarEvents: [any Event.Type] = [EntryChanged.self]

  /// The limit of entries that begin in a year.
  package static let maxEntriesPerYear = 2000
  /// The limit of entries in a range.
  package static let maxListedEntries = 4000
  /// The limit of meetings in a range.
  package static let maxListedMeetings = 4000
  /// The limit of a range in days, both ends counted.
  package static let maxCalendarDays = 400

  /// An entry of the calendar: on whole days, or at a time on the school's clock.
  package struct Entry: Codable, Hashable, Sendable {
    package let id: EntryID
    package let title: EntryTitle
    /// The first day.
    package let starts: CivilDate
    /// The last day, the same as the first for one day.
    package let ends: CivilDate
    /// The time on the first day; absent for whole days.
    package let time: TimeOfDay?
    /// The time on the last day at which it is over.
    package let until: TimeOfDay?
    package let kind: EntryKind
    /// The grades that it is for; empty for all.
    package let grades: [Grade]
    /// The place.
    package let place: ActivityVenue?
    /// The version, which increases with each change.
    package let version: Int64

    package init(
      id: EntryID, title: EntryTitle, starts: CivilDate, ends: CivilDate, time: TimeOfDay?,
      until: TimeOfDay?, kind: EntryKind, grades: [Grade], place: ActivityVenue?, version: Int64
    ) {
      self.id = id
      self.title = title
      self.starts = starts
      self.ends = ends
      self.time = time
      self.until = until
      self.kind = kind
      self.grades = grades
      self.place = place
      self.version = version
    }
  }

  /// The kind of an entry, which pages filter by.
  package enum EntryKind: String, Choice {
    case event, holiday, exam, deadline, sport, arts, meeting
  }

  /// Returns the calendar of a range of days: its entries, and the reader's own activities.
  package struct GetCalendar: Request {
    package typealias Reply = SchoolCalendar
    package static let subject = "campus.calendar.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/calendar")
    package static let faults = [FaultCode.calendarRangeBad]
    package static let summary = "Get the school's calendar of a range of days."
    /// The first day.
    package let from: CivilDate
    /// The last day, at most 399 days later.
    package let to: CivilDate

    package init(from: CivilDate, to: CivilDate) {
      self.from = from
      self.to = to
    }
  }

  /// The calendar of a range of days.
  package struct SchoolCalendar: Codable, Hashable, Sendable {
    /// The entries that touch the range, by start, at most 4,000.
    package let entries: [Entry]
    /// The meetings of the reader's own activities, by start, at most 4,000.
    package let activities: [ActivityMeeting]

    package init(entries: [Entry], activities: [ActivityMeeting]) {
      self.entries = entries
      self.activities = activities
    }
  }

  /// A meeting of one of the reader's activities.
  package struct ActivityMeeting: Codable, Hashable, Sendable {
    package let activity: ActivityID
    package let name: ActivityName
    /// The day on the school's clock.
    package let date: CivilDate
    /// The moment at which it begins.
    package let starts: Instant
    /// The moment at which it is over.
    package let ends: Instant
    /// The place at which it meets.
    package let place: ActivityVenue?

    package init(
      activity: ActivityID, name: ActivityName, date: CivilDate, starts: Instant, ends: Instant,
      place: ActivityVenue?
    ) {
      self.activity = activity
      self.name = name
      self.date = date
      self.starts = starts
      self.ends = ends
      self.place = place
    }
  }

  /// Adds an entry to the calendar. Administrators may send it.
  package struct AddEntry: Request {
    package typealias Reply = Entry
    package static let subject = "campus.entry.add"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(
      .post, "/v1/admin/school/calendar/entries", status: 201)
    package static let faults = [FaultCode.entryTimesBad, .entryTwice, .tooManyEntries]
    package static let summary = "Add an entry to the school's calendar."
    package let title: EntryTitle
    /// The first day.
    package let starts: CivilDate
    /// The last day; the first unless given.
    package let ends: CivilDate?
    /// The time on the first day; whole days unless given.
    package let time: TimeOfDay?
    /// The time on the last day at which it is over; it needs `time`.
    package let until: TimeOfDay?
    /// The kind; an event unless given.
    package let kind: EntryKind?
    /// The grades that it is for; all unless given.
    package let grades: EntryGrades?
    /// The place.
    package let place: ActivityVenue?

    package init(
      title: EntryTitle, starts: CivilDate, ends: CivilDate? = nil, time: TimeOfDay? = nil,
      until: TimeOfDay? = nil, kind: EntryKind? = nil, grades: EntryGrades? = nil,
      place: ActivityVenue? = nil
    ) {
      self.title = title
      self.starts = starts
      self.ends = ends
      self.time = time
      self.until = until
      self.kind = kind
      self.grades = grades
      self.place = place
    }
  }

  /// Changes an entry. An absent member keeps its value, null removes it.
  package struct ChangeEntry: Request {
    package typealias Reply = Entry
    package static let subject = "campus.entry.change"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/admin/school/calendar/entries/{id}")
    package static let faults = [
      FaultCode.notFound, .changedElsewhere, .entryTimesBad, .entryTwice, .tooManyEntries,
    ]
    package static let summary = "Change an entry of the school's calendar."
    package let id: EntryID
    /// The version that was edited; a newer one refuses the change.
    package let version: Int64?
    /// The new title.
    package let title: EntryTitle?
    /// The new first day. Without `ends` the length stays.
    package let starts: CivilDate?
    /// The new last day.
    package let ends: CivilDate?
    /// The time on the first day.
    package let time: Patch<TimeOfDay>
    /// The time on the last day.
    package let until: Patch<TimeOfDay>
    /// The new kind.
    package let kind: EntryKind?
    /// The grades that it is for.
    package let grades: Patch<EntryGrades>
    /// The place.
    package let place: Patch<ActivityVenue>

    package init(
      id: EntryID, version: Int64? = nil, title: EntryTitle? = nil, starts: CivilDate? = nil,
      ends: CivilDate? = nil, time: Patch<TimeOfDay> = .keep, until: Patch<TimeOfDay> = .keep,
      kind: EntryKind? = nil, grades: Patch<EntryGrades> = .keep, place: Patch<ActivityVenue> = .keep
    ) {
      self.id = id
      self.version = version
      self.title = title
      self.starts = starts
      self.ends = ends
      self.time = time
      self.until = until
      self.kind = kind
      self.grades = grades
      self.place = place
    }
  }

  /// Deletes an entry. It also succeeds for one that does not exist.
  package struct DeleteEntry: Request {
    package typealias Reply = Empty
    package static let subject = "campus.entry.delete"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(
      .delete, "/v1/admin/school/calendar/entries/{id}", status: 204)
    package static let summary = "Delete an entry from the school's calendar."
    package let id: EntryID

    package init(id: EntryID) {
      self.id = id
    }
  }

  /// An entry was added, changed or deleted: fetch the calendar again.
  package struct EntryChanged: Event {
    package static let topic = "campus.entry.changed"
    package static let audience = AudienceKind.everyone
    package let id: EntryID

    package init(id: EntryID) {
      self.id = id
    }
  }

  /// The title of an entry, 1 to 120 characters.
  package struct EntryTitle: LimitedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 120
    /// The maximum size, so that a whole range fits into one reply.
    package static let maxBytes = 120 * 3
    package static let blank = FaultCode.titleBlank
    package static let sampleText = "Fall concert"
  }

  /// The grades of an entry, each once.
  package struct EntryGrades: DistinctList {
    package let all: [Grade]
    package init(checked all: [Grade]) { self.all = all }
    package static let minCount = 0
    package static let maxCount = 13
    package static let bad = FaultCode.entryGradesBad
    package static let sample = EntryGrades(checked: [.sample])
  }
}

extension FaultCode {
  package static let calendarRangeBad = FaultCode(
    .invalidArgument, "calendar_range_bad", "Choose a range of 1 to 400 days.")
  package static let entryTimesBad = FaultCode(
    .invalidArgument, "entry_times_bad",
    "An entry ends on or after its first day, at most 399 days later, and an end time needs a start time.")
  package static let entryTwice = FaultCode(
    .alreadyExists, "entry_twice", "The calendar has an entry with this title on this day already.")
  package static let tooManyEntries = FaultCode(
    .failedPrecondition, "too_many_entries", "This year has reached the limit of 2,000 entries.")
  package static let entryGradesBad = FaultCode(
    .invalidArgument, "entry_grades_bad", "Choose grades from 1 to 13, each once.")
}
