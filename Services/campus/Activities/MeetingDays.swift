import Calendar
import Schema
import Store

/// A range of days on which activities may meet.
struct MeetingDays: Sendable {
  /// The days ahead in which the next meetings are looked for: longer than a summer without school.
  static let ahead: Int64 = 100
  /// The next meetings that an activity shows.
  static let maxNext = 3

  let days: [MeetingDay]
  let zone: Zone

  init(_ days: [SchoolDay], in zone: Zone) {
    self.days = days.map(MeetingDay.init)
    self.zone = zone
  }

  /// The next meetings, the one that is going on among them.
  func next(_ meets: [Campus.RegularMeeting], after now: Instant) -> [Campus.MeetingTime] {
    var found: [Campus.MeetingTime] = []
    for day in days where !meets.isEmpty {
      found += times(meets, on: day).filter { $0.ends > now }
      if found.count >= MeetingDays.maxNext { break }
    }
    return Array(found.prefix(MeetingDays.maxNext))
  }

  /// The meetings of a day by start, each once.
  func times(_ meets: [Campus.RegularMeeting], on day: MeetingDay) -> [Campus.MeetingTime] {
    let times = meets.compactMap { meeting -> Campus.MeetingTime? in
      guard let start = day.start(of: meeting) else { return nil }
      let starts = zone.instant(of: WallTime(date: day.date, time: start)).instant
      return Campus.MeetingTime(
        starts: starts, ends: starts.advanced(by: .seconds(meeting.minutes.count * 60)))
    }
    return Set(times).sorted { ($0.starts, $0.ends) < ($1.starts, $1.ends) }
  }
}

/// The facts that decide the meetings of a day.
struct MeetingDay: Sendable, Hashable {
  let date: CivilDate
  let state: Campus.DayState
  /// True if a term has the day, also one of a weekend.
  let isInTerm: Bool
  let dayType: DayTypeID?
  /// The beginning of each period that is held.
  let periods: [PeriodNumber: TimeOfDay]
  /// The beginning of lunch; with split lunches, of the first.
  let lunch: TimeOfDay?
  /// The end of the last slot.
  let dismissal: TimeOfDay?

  init(_ day: SchoolDay) {
    let slots = day.slots()
    date = day.date
    state = day.state
    isInTerm = day.term != nil
    dayType = day.dayType?.id
    periods = Dictionary(
      slots.compactMap { slot in slot.period.map { ($0, slot.starts) } }, uniquingKeysWith: min)
    lunch = slots.filter { $0.kind == .lunch }.map(\.starts).min()
    dismissal = slots.map(\.ends).max()
  }

  /// The time at which a meeting begins on this day; nil if it does not take place.
  ///
  /// A meeting at a fixed time of a weekday also takes place on a weekend of the term: teams train on
  /// Saturdays. All others need a day with school, and nothing takes place while the school is closed.
  func start(of meeting: Campus.RegularMeeting) -> TimeOfDay? {
    let isOn =
      state == .school
      || state == .noSchool && isInTerm && meeting.at == .fixed && meeting.weekday != nil
    guard isOn, meeting.weekday.map({ $0.count == date.weekday.rawValue }) ?? true,
      meeting.dayType == nil || meeting.dayType == dayType
    else { return nil }
    switch meeting.at {
    case .fixed: return meeting.starts
    case .afterSchool: return dismissal
    case .lunch: return lunch
    case .period: return meeting.period.flatMap { periods[$0] }
    }
  }
}

extension Campus.RegularMeeting {
  /// True if it has what its beginning needs, and not both a weekday and a day type.
  var isWhole: Bool {
    (weekday == nil || dayType == nil) && (starts != nil) == (at == .fixed)
      && (period != nil) == (at == .period)
  }
}

extension Database {
  /// The days in which the next meetings are looked for.
  func meetingDays(after now: Instant) throws -> MeetingDays {
    let zone = try schoolZone()
    // A meeting may go on past midnight.
    let today = zone.date(at: now)
    guard let first = today.adding(days: -1), let last = today.adding(days: MeetingDays.ahead) else {
      return MeetingDays([], in: zone)
    }
    return MeetingDays(try schoolDays(from: first, to: last), in: zone)
  }

  /// The meetings of a person's activities in a range of days, by start.
  func activityMeetings(
    of person: PersonID, from: CivilDate, to: CivilDate
  ) throws -> [Campus.ActivityMeeting] {
    let activities = try ownActivities(of: person).filter { !$0.meets.isEmpty }
    guard !activities.isEmpty else { return [] }
    let days = MeetingDays(try schoolDays(from: from, to: to), in: try schoolZone())
    var meetings: [Campus.ActivityMeeting] = []
    for day in days.days {
      let ofDay = activities.flatMap { activity in
        days.times(activity.meets, on: day).map { time in
          Campus.ActivityMeeting(
            activity: activity.id, name: activity.name, date: day.date, starts: time.starts,
            ends: time.ends, place: activity.place)
        }
      }
      meetings += ofDay.sorted { ($0.starts, $0.name.text) < ($1.starts, $1.name.text) }
      if meetings.count >= Campus.maxListedMeetings { break }
    }
    return Array(meetings.prefix(Campus.maxListedMeetings))
  }

  /// True for a day type that has not been deleted.
  func hasDayType(_ id: DayTypeID) throws -> Bool {
    try one("SELECT 1 AS known FROM day_type WHERE id = ? AND is_retired = 0", id.raw) { _ in true } ?? false
  }
}
