/// The search in what the school shows to everybody.
extension Campus {
  /// Finds classes, activities, contacts, dishes of the menus and entries of the calendar by words, without
  /// regard to case and accents. Menus count from a week ago, the calendar from a month ago.
  package struct SearchSchool: Request {
    package typealias Reply = FoundInSchool
    package static let subject = "campus.school.search"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/search/school")
    package static let faults = [FaultCode.queryBad]
    package static let summary = "Find classes, activities, contacts, dishes and calendar entries by words."
    /// The words, 2 to 100 characters. The last one may be the beginning of a word.
    package let q: SearchWords

    package init(q: SearchWords) { self.q = q }
  }

  /// The results of a search.
  package struct FoundInSchool: Codable, Hashable, Sendable {
    /// At most 60, at most 12 of a kind, by kind; the best matches of a kind first.
    package let items: [FoundOfSchool]
    /// True if nothing has the words as they were typed, and these have them with one typing error.
    package let isNear: Bool

    package init(items: [FoundOfSchool], isNear: Bool) {
      self.items = items
      self.isNear = isNear
    }
  }

  /// A class, an activity, a contact, a dish or an entry of the calendar.
  package struct FoundOfSchool: Codable, Hashable, Sendable {
    package let kind: FoundKind
    /// The id of the class or activity; absent for what has no page of its own.
    package let id: String?
    /// The name or the title.
    package let title: String
    /// The teacher, the place, the role or the station; absent without one.
    package let note: String?
    /// The day of a dish, or the first day of a calendar entry; absent for other kinds.
    package let date: CivilDate?

    package init(kind: FoundKind, id: String?, title: String, note: String?, date: CivilDate?) {
      self.kind = kind
      self.id = id
      self.title = title
      self.note = note
      self.date = date
    }
  }

  /// The kinds of what a search in the school finds.
  package enum FoundKind: String, Choice {
    case schoolClass = "class"
    case activity, contact, dish, entry
  }
}
