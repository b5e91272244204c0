/// The school's feeds for other calendars: each kind has an address of its own, so that one can be passed on
/// without the others.
extension Campus {
  static let feedRequests: [any Request.Type] = [
    ListFeeds.self, ReplaceFeeds.self, EndFeed.self, ReadFeed.self,
  ]

  /// The content of a feed: the day type of each day, own classes, own activities, or lunch.
  package enum FeedKind: String, Choice {
    case cycle, classes, activities, lunch
  }

  package struct ListFeeds: Request {
    package typealias Reply = FeedStates
    package static let subject = "campus.feed.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/me/school/feeds")
    package static let summary = "List your calendar links of the school."

    package init() {}
  }

  /// A person's feeds.
  package struct FeedStates: Codable, Hashable, Sendable {
    /// One of each kind that has an address.
    package let items: [FeedState]

    package init(items: [FeedState]) {
      self.items = items
    }
  }

  /// A feed that has an address.
  package struct FeedState: Codable, Hashable, Sendable {
    package let kind: FeedKind
    /// The moment at which the address was created.
    package let made: Instant
    /// The last time a calendar read the feed, to the minute; absent before the first time.
    package let lastRead: Instant?

    package init(kind: FeedKind, made: Instant, lastRead: Instant?) {
      self.kind = kind
      self.made = made
      self.lastRead = lastRead
    }
  }

  /// Creates new addresses; earlier ones stop working.
  package struct ReplaceFeeds: Request {
    package typealias Reply = MadeFeeds
    package static let subject = "campus.feed.replace"
    package static let scope: TokenScope? = nil
    package static let repeats = Repeats.secretReply
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/me/school/feeds/replace")
    package static let summary = "Create your secret calendar links of the school."
    /// The only feed that gets a new address; all unless given.
    package let kind: FeedKind?

    package init(kind: FeedKind? = nil) {
      self.kind = kind
    }
  }

  /// The paths at which calendars read the feeds. They hold secrets and are shown once: only hashes are
  /// stored.
  package struct MadeFeeds: Codable, Hashable, Sendable {
    /// The path of the day types.
    package let cycle: String?
    /// The path of the own classes.
    package let classes: String?
    /// The path of the own activities.
    package let activities: String?
    /// The path of the menus.
    package let lunch: String?

    package init(cycle: String?, classes: String?, activities: String?, lunch: String?) {
      self.cycle = cycle
      self.classes = classes
      self.activities = activities
      self.lunch = lunch
    }
  }

  /// Turns off a feed. It also succeeds for one that has no address.
  package struct EndFeed: Request {
    package typealias Reply = Empty
    package static let subject = "campus.feed.end"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/me/school/feeds/{kind}", status: 204)
    package static let summary = "Turn off a calendar link of the school."
    package let kind: FeedKind

    package init(kind: FeedKind) {
      self.kind = kind
    }
  }

  /// Returns a feed to everyone who has its address, as calendars cannot sign in.
  package struct ReadFeed: Request {
    package typealias Reply = FeedCalendar
    package static let subject = "campus.feed.read"
    package static let access = Access.anyone
    package static let guessesSecrets = true
    package static let stateMember: String? = "state"
    package static let deadline = Duration.seconds(5)
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/feeds/{token}")
    package static let faults = [FaultCode.feedUnknown, .zoneUnusable]
    package static let summary = "Read a calendar feed of the school."
    package let token: FeedToken
    /// The state that the calendar has already.
    package let state: StateTag?

    package init(token: FeedToken, state: StateTag? = nil) {
      self.token = token
      self.state = state
    }
  }

  /// A feed in the iCalendar format, RFC 5545.
  package struct FeedCalendar: DocumentReply {
    package static let form = DocumentType.calendar
    package static let fileName: String? = "school.ics"
    package let etag: String
    /// The calendar. Absent if the caller has this state already.
    package let text: String?

    package init(etag: String, text: String?) {
      self.etag = etag
      self.text = text
    }
  }
}
