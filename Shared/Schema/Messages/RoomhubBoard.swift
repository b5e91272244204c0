extension Roomhub {
  /// The board keeps no author in any form, and no time of posting beyond the hour.
  package struct ListMessages: Request {
    package typealias Reply = Page<Message>
    package static let subject = "roomhub.message.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/messages")
    package static let faults = [FaultCode.noRoom, .cursorBad]
    package static let summary = "List the anonymous messages of your room, newest hour first."
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.cursor = cursor
      self.limit = limit
    }
  }

  package struct Message: Codable, Hashable, Sendable {
    /// UUIDv4: tells nothing of when in the hour.
    package let id: MessageID
    package let text: String
    package let hour: Instant

    package init(id: MessageID, text: String, hour: Instant) {
      self.id = id
      self.text = text
      self.hour = hour
    }
  }

  package struct PostMessage: Request {
    package typealias Reply = Message
    package static let subject = "roomhub.message.post"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/messages", status: 201)
    package static let faults = [FaultCode.noRoom]
    package static let isUnlinkable = true
    package static let summary = "Post an anonymous message to your room. It can not be changed afterwards."
    package let text: MessageText

    package init(text: MessageText) {
      self.text = text
    }
  }

  /// Says only that there is something new; told to every member, the writer too.
  package struct MessagePosted: Event {
    package static let topic = "roomhub.message.posted"
    package static let audience = AudienceKind.people
    package static let isUnlinkable = true

    package init() {}
  }
}
