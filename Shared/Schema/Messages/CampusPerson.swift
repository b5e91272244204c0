/// Export and erasure of everything stored about one person.
extension Campus {
  package struct ExportPerson: Request {
    package typealias Reply = PersonExport
    package static let subject = "campus.person.export"
    package static let scope: TokenScope? = nil
    package static let callers = [ProgramName.gateway]
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "Everything campus holds on a person."
    package let cursor: Cursor?

    package init(cursor: Cursor? = nil) {
      self.cursor = cursor
    }
  }

  package struct PersonExport: Codable, Sendable {
    /// The person's name.
    package let name: String?
    /// The person's schedules, the newest term first.
    package let schedules: [Schedule]
    /// The earlier versions of those schedules that are kept.
    package let earlier: [Schedule]
    /// The person's choices about the school day.
    package let school: MySchool
    /// The activities that the person belongs to.
    package let activities: [JoinedActivity]
    /// The person's own number in the directory.
    package let contact: OwnContact
    /// The person's calendar feeds.
    package let feeds: [FeedState]
    /// The sources of news that the person follows.
    package let sources: [FollowedSource]
    /// The announcements that the person posted, the newest first.
    package let announcements: [OwnAnnouncement]
    /// The announcements that the person has seen.
    package let seen: [SeenAnnouncement]
    package let next: Cursor?

    package init(
      name: String?, schedules: [Schedule], earlier: [Schedule], school: MySchool,
      activities: [JoinedActivity], contact: OwnContact, feeds: [FeedState],
      sources: [FollowedSource], announcements: [OwnAnnouncement], seen: [SeenAnnouncement], next: Cursor?
    ) {
      self.name = name
      self.schedules = schedules
      self.earlier = earlier
      self.school = school
      self.activities = activities
      self.contact = contact
      self.feeds = feeds
      self.sources = sources
      self.announcements = announcements
      self.seen = seen
      self.next = next
    }
  }

  /// An activity that a person belongs to.
  package struct JoinedActivity: Codable, Hashable, Sendable {
    package let activity: ActivityID
    /// The name of the activity.
    package let name: ActivityName
    /// The time at which the person joined.
    package let joined: Instant

    package init(activity: ActivityID, name: ActivityName, joined: Instant) {
      self.activity = activity
      self.name = name
      self.joined = joined
    }
  }

  package struct ErasePerson: PersonErasure {
    package typealias Reply = Empty
    package static let subject = "campus.person.erase"
    package static let access = Access.programs
    package static let callers = [ProgramName.auth]
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(10)
    package static let summary = "Forget a person."
    package let person: PersonID

    package init(person: PersonID) {
      self.person = person
    }
  }
}

/// The parts of the export about news.
extension Campus {
  /// A source that a person follows.
  package struct FollowedSource: Codable, Hashable, Sendable {
    package let source: SourceID
    /// The name of the source.
    package let title: SourceTitle
    /// The way the person is told of new items.
    package let delivery: NewsDelivery

    package init(source: SourceID, title: SourceTitle, delivery: NewsDelivery) {
      self.source = source
      self.title = title
      self.delivery = delivery
    }
  }

  /// An announcement that a person posted.
  package struct OwnAnnouncement: Codable, Hashable, Sendable {
    package let id: AnnouncementID
    package let title: AnnouncementTitle
    package let text: AnnouncementText
    /// The time at which it was posted.
    package let posted: Instant
    /// The time from which it is no longer shown.
    package let expires: Instant?

    package init(
      id: AnnouncementID, title: AnnouncementTitle, text: AnnouncementText, posted: Instant,
      expires: Instant?
    ) {
      self.id = id
      self.title = title
      self.text = text
      self.posted = posted
      self.expires = expires
    }
  }

  /// An announcement that a person has seen.
  package struct SeenAnnouncement: Codable, Hashable, Sendable {
    package let id: AnnouncementID
    /// The time at which the person saw it.
    package let at: Instant

    package init(id: AnnouncementID, at: Instant) {
      self.id = id
      self.at = at
    }
  }
}
