/// Announcements that staff and administrators post.
extension Campus {
  static let announcementRequests: [any Request.Type] = [
    ListAnnouncements.self, PostAnnouncement.self, ChangeAnnouncement.self, DeleteAnnouncement.self,
    SeeAnnouncement.self,
  ]
  static let announcementEvents: [any Event.Type] = [AnnouncementChanged.self]

  /// The limit of announcements that are kept; the oldest are deleted.
  package static let maxAnnouncements = 1000

  /// An announcement to everybody of the school.
  package struct Announcement: Codable, Hashable, Sendable {
    package let id: AnnouncementID
    package let title: AnnouncementTitle
    package let text: AnnouncementText
    /// The name of the person who posted it; absent once their account is deleted.
    package let author: String?
    /// The time at which it was posted.
    package let posted: Instant
    /// The time from which it is no longer shown.
    package let expires: Instant?
    /// The number of people who have seen it; only its author and administrators get it.
    package let seen: Int?
    /// True if the person has seen it.
    package let isSeen: Bool
    /// True if the person may change and delete it.
    package let isMine: Bool
    /// The version, which increases with each change.
    package let version: Int

    package init(
      id: AnnouncementID, title: AnnouncementTitle, text: AnnouncementText, author: String?, posted: Instant,
      expires: Instant?, seen: Int?, isSeen: Bool, isMine: Bool, version: Int
    ) {
      self.id = id
      self.title = title
      self.text = text
      self.author = author
      self.posted = posted
      self.expires = expires
      self.seen = seen
      self.isSeen = isSeen
      self.isMine = isMine
      self.version = version
    }
  }

  /// Lists the announcements that have not expired, the newest first.
  package struct ListAnnouncements: Request {
    package typealias Reply = Page<Announcement>
    package static let subject = "campus.announcement.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/announcements")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List the school's announcements."
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// Posts an announcement to everybody. Staff and administrators may do it.
  package struct PostAnnouncement: Request {
    package typealias Reply = Announcement
    package static let subject = "campus.announcement.post"
    package static let repeats = Repeats.stored
    package static let maxPerHour: Int? = 20
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/school/announcements", status: 201)
    package static let faults = [FaultCode.notAllowed, .expiryInPast]
    package static let summary = "Post an announcement to the school."
    package let title: AnnouncementTitle
    package let text: AnnouncementText
    /// The time from which it is no longer shown; never unless given.
    package let expires: Instant?

    package init(title: AnnouncementTitle, text: AnnouncementText, expires: Instant? = nil) {
      self.title = title
      self.text = text
      self.expires = expires
    }
  }

  /// Changes an announcement. Its author and administrators may do it. Nobody is notified again.
  package struct ChangeAnnouncement: Request {
    package typealias Reply = Announcement
    package static let subject = "campus.announcement.change"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/school/announcements/{id}")
    package static let faults = [FaultCode.notFound, .notAllowed, .expiryInPast, .changedElsewhere]
    package static let summary = "Change an announcement."
    package let id: AnnouncementID
    /// The version that was edited; a newer one refuses the change.
    package let version: Int?
    package let title: AnnouncementTitle?
    package let text: AnnouncementText?
    /// The time from which it is no longer shown; null is never.
    package let expires: Patch<Instant>

    package init(
      id: AnnouncementID, version: Int? = nil, title: AnnouncementTitle? = nil,
      text: AnnouncementText? = nil, expires: Patch<Instant> = .keep
    ) {
      self.id = id
      self.version = version
      self.title = title
      self.text = text
      self.expires = expires
    }
  }

  /// Deletes an announcement. It also succeeds for one that does not exist.
  package struct DeleteAnnouncement: Request {
    package typealias Reply = Empty
    package static let subject = "campus.announcement.delete"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/school/announcements/{id}", status: 204)
    package static let faults = [FaultCode.notAllowed]
    package static let summary = "Delete an announcement."
    package let id: AnnouncementID

    package init(id: AnnouncementID) {
      self.id = id
    }
  }

  /// Records that the person has seen an announcement.
  package struct SeeAnnouncement: Request {
    package typealias Reply = Empty
    package static let subject = "campus.announcement.see"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/school/announcements/{id}/seen", status: 204)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Mark an announcement as seen."
    package let id: AnnouncementID

    package init(id: AnnouncementID) {
      self.id = id
    }
  }

  /// An announcement was posted, changed or deleted.
  package struct AnnouncementChanged: Event {
    package static let topic = "campus.announcement.changed"
    package static let audience = AudienceKind.everyone
    package let id: AnnouncementID

    package init(id: AnnouncementID) {
      self.id = id
    }
  }

  /// The title of an announcement, 1 to 120 characters.
  package struct AnnouncementTitle: LimitedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 120
    package static let blank = FaultCode.titleBlank
    package static let sampleText = "Picture day is Thursday"
  }

  /// The text of an announcement, 1 to 4000 characters.
  package struct AnnouncementText: LimitedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 4000
    package static let allowsLines = true
    package static let blank = FaultCode.valueBlank
    package static let sampleText = "Meet in the gym with your class."
  }
}

extension FaultCode {
  package static let expiryInPast = FaultCode(
    .invalidArgument, "expiry_in_past", "Choose an end in the future.")
}
