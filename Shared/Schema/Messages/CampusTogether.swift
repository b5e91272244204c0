/// Free blocks and lunches that chosen people have in common.
extension Campus {
  static let togetherRequests: [any Request.Type] = [FindTogether.self]
  static let togetherEvents: [any Event.Type] = []

  /// Finds the times at which you and the given people are free or at lunch. People who don't share their
  /// free times are left out, and listed in the reply.
  package struct FindTogether: Request {
    package typealias Reply = TogetherTimes
    package static let subject = "campus.together.find"
    package static let maxPerHour: Int? = 300
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/school/together")
    package static let faults = [FaultCode.noTerm]
    package static let summary = "Find free times that you have in common."
    /// The other people, at most 20.
    package let people: TogetherPeople
    /// The first date; today without it.
    package let from: CivilDate?
    /// The number of dates, 7 without it.
    package let days: TogetherDays?

    package init(people: TogetherPeople, from: CivilDate? = nil, days: TogetherDays? = nil) {
      self.people = people
      self.from = from
      self.days = days
    }
  }

  /// The times that the chosen people have in common.
  package struct TogetherTimes: Codable, Hashable, Sendable {
    /// The times in order.
    package let items: [TogetherTime]
    /// The people who don't share their free times or have no schedule. The times say nothing about them.
    package let hidden: [PersonID]

    package init(items: [TogetherTime], hidden: [PersonID]) {
      self.items = items
      self.hidden = hidden
    }
  }

  /// A time at which everybody is free or at lunch.
  package struct TogetherTime: Codable, Hashable, Sendable {
    package let date: CivilDate
    /// The time from which everybody is free.
    package let starts: Instant
    /// The time until which everybody is free.
    package let ends: Instant
    package let kind: TogetherKind

    package init(date: CivilDate, starts: Instant, ends: Instant, kind: TogetherKind) {
      self.date = date
      self.starts = starts
      self.ends = ends
      self.kind = kind
    }
  }

  /// The kind of a common time.
  package enum TogetherKind: String, Choice {
    /// At least one of the people has a free block.
    case free
    /// Everybody has lunch.
    case lunch
  }

  /// The number of dates to look at, 1 to 14.
  package struct TogetherDays: CheckedNumber {
    package let count: Int
    package init(checked count: Int) { self.count = count }
    package static let limits = 1...14
    package static let bad = FaultCode.togetherDaysBad
    package static let standard = TogetherDays(checked: 7)
    package static let sample = standard
  }

  /// Different people, 1 to 20.
  package struct TogetherPeople: DistinctList {
    package let all: [PersonID]
    package init(checked all: [PersonID]) { self.all = all }
    package static let maxCount = 20
    package static let bad = FaultCode.togetherPeopleBad
    package static let sample = TogetherPeople(checked: [.sample])
  }
}

extension FaultCode {
  package static let togetherDaysBad = FaultCode(
    .invalidArgument, "together_days_bad", "Choose 1 to 14 days.")
  package static let togetherPeopleBad = FaultCode(
    .invalidArgument, "together_people_bad", "Choose 1 to 20 people, each once.")
}
