extension Auth {
  /// A card of the page Today.
  package enum TodayCard: String, Choice {
    case checkin, `class`, room, event, tasks, board, inbox, courses
  }

  /// Some cards of Today, each once.
  package struct TodayCards: DistinctList {
    package let all: [TodayCard]
    package init(checked all: [TodayCard]) { self.all = all }
    package static let minCount = 0
    package static let maxCount = TodayCard.allCases.count
    package static let bad = FaultCode.cardsBad
    package static let sample = TodayCards(checked: [.tasks, .event])
  }

  /// The cards of the page Today as a person arranged them.
  package struct TodayArrangement: Codable, Hashable, Sendable {
    /// The cards from the top. A missing one has its place in the standard order.
    package let order: TodayCards
    /// The cards that are not shown.
    package let hidden: TodayCards

    package init(order: TodayCards, hidden: TodayCards) {
      self.order = order
      self.hidden = hidden
    }
  }

  /// Stores the order of the cards on the page Today, and which of them are hidden, for all devices of the
  /// person. The last arrangement counts, so it needs no version.
  package struct ArrangeToday: Request {
    package typealias Reply = TodayArrangement
    package static let subject = "auth.today.arrange"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/me/today")
    package static let summary = "Order and hide the cards of the page Today."
    /// The cards from the top. A missing one has its place in the standard order.
    package let order: TodayCards
    /// The cards that are not shown.
    package let hidden: TodayCards

    package init(order: TodayCards, hidden: TodayCards) {
      self.order = order
      self.hidden = hidden
    }
  }

  /// A person arranged the page Today on one of their devices.
  package struct TodayArranged: Event {
    package static let topic = "auth.today.arranged"
    package static let audience = AudienceKind.people
    /// The arrangement from now on.
    package let today: TodayArrangement

    package init(today: TodayArrangement) {
      self.today = today
    }
  }
}

extension FaultCode {
  package static let cardsBad = FaultCode(.invalidArgument, "cards_bad", "Name each card once.")
}
