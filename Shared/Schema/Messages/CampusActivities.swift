/// Clubs, teams and other activities, and who belongs to them.
extension Campus {
  static let activityRequests: [any Request.Type] = [
    ListActivities.self, GetActivity.self, AddActivity.self, ChangeActivity.self, DeleteActivity.self,
    JoinActivity.self, LeaveActivity.self,
  ]
  static let activityEvents: [any Event.Type] = [ActivityChanged.self, MembershipChanged.self]

  /// The limit of activities of a school.
  package static let maxActivities = 300
  /// The limit of an activity's regular meetings.
  package static let maxMeetings = 10
  /// The limit of activities that a person belongs to.
  package static let maxMemberships = 30

  /// A club, a team or another activity.
  package struct Activity: Codable, Hashable, Sendable {
    package let id: ActivityID
    package let name: ActivityName
    /// The description.
    package let about: ActivityText?
    /// The name of the adviser.
    package let adviser: ActivityName?
    /// The place at which it meets.
    package let place: ActivityVenue?
    package let link: WebLink?
    /// The regular meetings.
    package let meets: [RegularMeeting]
    /// The next meetings, at most 3; days without school have none.
    package let next: [MeetingTime]
    /// The number of members.
    package let members: Int
    /// True if the reader is a member.
    package let isMember: Bool
    /// The version, which increases with each change.
    package let version: Int64

    package init(
      id: ActivityID, name: ActivityName, about: ActivityText?, adviser: ActivityName?, place: ActivityVenue?,
      link: WebLink?, meets: [RegularMeeting], next: [MeetingTime], members: Int, isMember: Bool,
      version: Int64
    ) {
      self.id = id
      self.name = name
      self.about = about
      self.adviser = adviser
      self.place = place
      self.link = link
      self.meets = meets
      self.next = next
      self.members = members
      self.isMember = isMember
      self.version = version
    }
  }

  /// A regular meeting: on a weekday, on the days of a day type, or else on every day with school.
  package struct RegularMeeting: Codable, Hashable, Sendable {
    /// The weekday. A meeting has this or a day type, or neither.
    package let weekday: WeekdayNumber?
    /// The day type.
    package let dayType: DayTypeID?
    /// The begin: at a time of the clock, or where the day's bell schedule puts it.
    package let at: MeetingStart
    /// The period, for a meeting at one.
    package let period: PeriodNumber?
    /// The time on the school's clock, for a fixed one.
    package let starts: TimeOfDay?
    package let minutes: MeetingMinutes

    package init(
      weekday: WeekdayNumber? = nil, dayType: DayTypeID? = nil, at: MeetingStart,
      period: PeriodNumber? = nil, starts: TimeOfDay? = nil, minutes: MeetingMinutes
    ) {
      self.weekday = weekday
      self.dayType = dayType
      self.at = at
      self.period = period
      self.starts = starts
      self.minutes = minutes
    }
  }

  /// The beginning of a meeting. All but `fixed` follow the bell schedule of each day.
  package enum MeetingStart: String, Choice {
    case fixed, afterSchool, lunch, period
  }

  /// A meeting on a certain day.
  package struct MeetingTime: Codable, Hashable, Sendable {
    /// The moment at which it begins.
    package let starts: Instant
    /// The moment at which it is over.
    package let ends: Instant

    package init(starts: Instant, ends: Instant) {
      self.starts = starts
      self.ends = ends
    }
  }

  /// Lists all activities by name.
  package struct ListActivities: Request {
    package typealias Reply = Activities
    package static let subject = "campus.activity.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/activities")
    package static let summary = "List the activities of the school."

    package init() {}
  }

  /// The activities of the school.
  package struct Activities: Codable, Hashable, Sendable {
    /// The activities by name, at most 300.
    package let items: [Activity]

    package init(items: [Activity]) {
      self.items = items
    }
  }

  package struct GetActivity: Request {
    package typealias Reply = Activity
    package static let subject = "campus.activity.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/activities/{id}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get an activity of the school."
    package let id: ActivityID

    package init(id: ActivityID) {
      self.id = id
    }
  }

  /// Adds an activity. Administrators may send it.
  package struct AddActivity: Request {
    package typealias Reply = Activity
    package static let subject = "campus.activity.add"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/school/activities", status: 201)
    package static let faults = [
      FaultCode.meetingBad, .tooManyMeetings, .dayTypeUnknown, .activityNameTaken, .tooManyActivities,
    ]
    package static let summary = "Add an activity to the school."
    package let name: ActivityName
    /// The description.
    package let about: ActivityText?
    /// The name of the adviser.
    package let adviser: ActivityName?
    /// The place at which it meets.
    package let place: ActivityVenue?
    package let link: WebLink?
    /// The regular meetings, at most 10; none unless given.
    package let meets: [RegularMeeting]?

    package init(
      name: ActivityName, about: ActivityText? = nil, adviser: ActivityName? = nil,
      place: ActivityVenue? = nil, link: WebLink? = nil, meets: [RegularMeeting]? = nil
    ) {
      self.name = name
      self.about = about
      self.adviser = adviser
      self.place = place
      self.link = link
      self.meets = meets
    }
  }

  /// Changes an activity. An absent member keeps its value, null removes it.
  package struct ChangeActivity: Request {
    package typealias Reply = Activity
    package static let subject = "campus.activity.change"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/admin/school/activities/{id}")
    package static let faults = [
      FaultCode.notFound, .changedElsewhere, .meetingBad, .tooManyMeetings, .dayTypeUnknown,
      .activityNameTaken,
    ]
    package static let summary = "Change an activity of the school."
    package let id: ActivityID
    /// The version that was edited; a newer one refuses the change.
    package let version: Int64?
    /// The new name.
    package let name: ActivityName?
    /// The description.
    package let about: Patch<ActivityText>
    /// The name of the adviser.
    package let adviser: Patch<ActivityName>
    /// The place at which it meets.
    package let place: Patch<ActivityVenue>
    /// The link.
    package let link: Patch<WebLink>
    /// All regular meetings, at most 10; unchanged unless given.
    package let meets: [RegularMeeting]?

    package init(
      id: ActivityID, version: Int64? = nil, name: ActivityName? = nil, about: Patch<ActivityText> = .keep,
      adviser: Patch<ActivityName> = .keep, place: Patch<ActivityVenue> = .keep, link: Patch<WebLink> = .keep,
      meets: [RegularMeeting]? = nil
    ) {
      self.id = id
      self.version = version
      self.name = name
      self.about = about
      self.adviser = adviser
      self.place = place
      self.link = link
      self.meets = meets
    }
  }

  /// Deletes an activity with its members. It also succeeds for one that does not exist.
  package struct DeleteActivity: Request {
    package typealias Reply = Empty
    package static let subject = "campus.activity.delete"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(
      .delete, "/v1/admin/school/activities/{id}", status: 204)
    package static let summary = "Delete an activity of the school."
    package let id: ActivityID

    package init(id: ActivityID) {
      self.id = id
    }
  }

  /// Joins an activity: its meetings are in the person's calendar and activities feed from now on.
  package struct JoinActivity: Request {
    package typealias Reply = Activity
    package static let subject = "campus.activity.join"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/me/activities/{id}")
    package static let faults = [FaultCode.notFound, .tooManyMemberships]
    package static let summary = "Join an activity of the school."
    package let id: ActivityID

    package init(id: ActivityID) {
      self.id = id
    }
  }

  /// Leaves an activity. It also succeeds for a person who is no member.
  package struct LeaveActivity: Request {
    package typealias Reply = Empty
    package static let subject = "campus.activity.leave"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/me/activities/{id}", status: 204)
    package static let summary = "Leave an activity of the school."
    package let id: ActivityID

    package init(id: ActivityID) {
      self.id = id
    }
  }

  /// An activity was added, changed or deleted: fetch it again.
  package struct ActivityChanged: Event {
    package static let topic = "campus.activity.changed"
    package static let audience = AudienceKind.everyone
    package let id: ActivityID

    package init(id: ActivityID) {
      self.id = id
    }
  }

  /// A person joined or left an activity.
  package struct MembershipChanged: Event {
    package static let topic = "campus.membership.changed"
    package static let audience = AudienceKind.people
    package let activity: ActivityID
    /// True if the person is a member now.
    package let isMember: Bool

    package init(activity: ActivityID, isMember: Bool) {
      self.activity = activity
      self.isMember = isMember
    }
  }
}

extension Campus {
  /// The name of an activity or its adviser, 1 to 120 characters.
  package struct ActivityName: LimitedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 120
    package static let maxBytes = 120 * 8
    package static let blank = FaultCode.nameBlank
    package static let sampleText = "Robotics Club"
  }

  /// The description of an activity, 1 to 1,000 characters.
  package struct ActivityText: LimitedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 1000
    /// The maximum size, so that the whole list fits into one reply.
    package static let maxBytes = 1000 * 4
    package static let allowsLines = true
    package static let blank = FaultCode.valueBlank
    package static let sampleText = "We build a robot and take it to the state final."
  }

  /// The place of an activity or a date, 1 to 120 characters.
  package struct ActivityVenue: LimitedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 120
    package static let maxBytes = 120 * 3
    package static let blank = FaultCode.valueBlank
    package static let sampleText = "Room 214"
  }

  /// An address on the web: `https` or `http`, up to 500 characters of printable ASCII, without a user.
  package struct WebLink: WebAddress {
    package let text: String
    package static let bad = FaultCode.urlBad
    package static let sampleText = "https://hilltop.example/robotics"
    package static let maxLength = 500
    package init(checked text: String) { self.text = text }
  }

  /// The length of a meeting: 1 to 720 minutes.
  package struct MeetingMinutes: CheckedNumber {
    package let count: Int
    package init(checked count: Int) { self.count = count }
    package static let limits = 1...720
    package static let bad = FaultCode.meetingMinutesBad
    package static let sample = MeetingMinutes(checked: 60)
  }
}

extension FaultCode {
  package static let meetingBad = FaultCode(
    .invalidArgument, "meeting_bad",
    "Choose a weekday or a day type, not both. A fixed meeting needs a time, one in class a period.")
  package static let tooManyMeetings = FaultCode(
    .invalidArgument, "too_many_meetings", "An activity has at most 10 regular meetings.")
  package static let activityNameTaken = FaultCode(
    .alreadyExists, "activity_name_taken", "Another activity has this name. Choose a different one.")
  package static let tooManyActivities = FaultCode(
    .failedPrecondition, "too_many_activities", "This school has reached the limit of 300 activities.")
  package static let tooManyMemberships = FaultCode(
    .failedPrecondition, "too_many_memberships", "You're in 30 activities. Leave one first.")
  package static let meetingMinutesBad = FaultCode(
    .invalidArgument, "meeting_minutes_bad", "A meeting lasts 1 to 720 minutes.")
}
