extension Roomhub {
  /// Lists the messages of the board. The board stores no author in any form, and no time of posting beyond
  /// the hour.
  package struct ListMessages: Request {
    package typealias Reply = Page<Message>
    package static let subject = "roomhub.message.list"
    package static let version = "2.0"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/messages")
    package static let faults = [FaultCode.noRoom, .cursorBad]
    package static let summary = "List the messages on your room's anonymous board, newest hour first."
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// A message on the anonymous board.
  package struct Message: Codable, Hashable, Sendable {
    /// A UUIDv4, which does not reveal the time within the hour.
    package let id: MessageID
    /// The text; absent once it was hidden by members' reports or by an administrator.
    package let text: String?
    /// The beginning of the hour in which it was posted.
    package let hour: Instant
    /// True if the message is hidden after reports.
    package let isHidden: Bool
    /// True if it is unread. In the hour up to which the reader has read, all messages count as unread if one
    /// came since.
    package let isUnread: Bool
    /// True if the reader has reported it.
    package let isReported: Bool

    package init(
      id: MessageID, text: String?, hour: Instant, isHidden: Bool, isUnread: Bool, isReported: Bool
    ) {
      self.id = id
      self.text = text
      self.hour = hour
      self.isHidden = isHidden
      self.isUnread = isUnread
      self.isReported = isReported
    }
  }

  package struct GetMessage: Request {
    package typealias Reply = Message
    package static let subject = "roomhub.message.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/messages/{id}")
    package static let faults = [FaultCode.noRoom, .notFound]
    package static let summary = "Get a message on your room's board."
    package let id: MessageID

    package init(id: MessageID) {
      self.id = id
    }
  }

  /// Posts a message, at most five an hour for each person. The gateway counts them in memory and stores no
  /// name.
  package struct PostMessage: Request {
    package typealias Reply = PostedMessage
    package static let subject = "roomhub.message.post"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/messages", status: 201)
    package static let faults = [FaultCode.noRoom, .slowDown]
    package static let isUnlinkable = true
    package static let maxPerHour: Int? = 5
    package static let summary = "Post an anonymous message to your room. You can't edit or delete it."
    package let text: MessageText

    package init(text: MessageText) {
      self.text = text
    }
  }

  /// A message as it was posted.
  package struct PostedMessage: Codable, Hashable, Sendable {
    package let id: MessageID
    /// The text as it was stored.
    package let text: String
    /// The beginning of the hour in which it was posted.
    package let hour: Instant

    package init(id: MessageID, text: String, hour: Instant) {
      self.id = id
      self.text = text
      self.hour = hour
    }
  }

  package struct GetBoard: Request {
    package typealias Reply = BoardState
    package static let subject = "roomhub.board.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/board")
    package static let faults = [FaultCode.noRoom]
    package static let summary =
      "Get the state of your board: how anonymous it is, and what is unread."

    package init() {}
  }

  /// The state of the board for the person.
  package struct BoardState: Codable, Hashable, Sendable {
    /// The number of people in the room. The fewer they are, the easier it is to guess who wrote a message.
    package let members: Int
    /// True with fewer than 3 members, who could guess the author: warn the person before sending.
    package let isGuessable: Bool
    /// The number of messages that the person has not read.
    package let unread: Int
    /// The number of reports that hide a message.
    package let reportsToHide: Int

    package init(members: Int, isGuessable: Bool, unread: Int, reportsToHide: Int) {
      self.members = members
      self.isGuessable = isGuessable
      self.unread = unread
      self.reportsToHide = reportsToHide
    }
  }

  /// Marks the first `seen` messages of `hour` and all earlier ones as read. The mark is stored per person
  /// and hour, without a time.
  package struct MarkBoardRead: Request {
    package typealias Reply = BoardState
    package static let subject = "roomhub.board.markRead"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/board/read")
    package static let faults = [FaultCode.noRoom, .seenBad]
    package static let summary = "Mark the messages up to an hour as read."
    /// The hour of the newest message seen.
    package let hour: Instant
    /// The number of messages of that hour that were seen: 1 to 1,000,000.
    package let seen: Int

    package init(hour: Instant, seen: Int) {
      self.hour = hour
      self.seen = seen
    }
  }

  /// Lists the closed hours of the board, each hashed over the one before. A stored hash later reveals
  /// whether a message was changed or removed.
  package struct ListBoardHours: Request {
    package typealias Reply = Page<BoardHour>
    package static let subject = "roomhub.board.hours"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/board/hours")
    package static let faults = [FaultCode.noRoom, .cursorBad]
    package static let summary = "List the hash chain of your room's board, newest hour first."
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// A closed hour. `hash` = BLAKE2b-256(previous hash or 32 zero bytes, hour as big-endian milliseconds,
  /// then for each message in id order its 16-byte id and BLAKE2b-256 of its text in UTF-8). Hashes are in
  /// base64url.
  package struct BoardHour: Codable, Hashable, Sendable {
    /// The beginning of the hour.
    package let hour: Instant
    /// The hash of the hour, in base64url.
    package let hash: String
    /// The messages of the hour in the order of their ids, with the hash of each text.
    package let messages: [MessageHash]

    package init(hour: Instant, hash: String, messages: [MessageHash]) {
      self.hour = hour
      self.hash = hash
      self.messages = messages
    }
  }

  /// A message of a closed hour with the hash of its text.
  package struct MessageHash: Codable, Hashable, Sendable {
    package let id: MessageID
    /// BLAKE2b-256 of the text in UTF-8, in base64url.
    package let text: String

    package init(id: MessageID, text: String) {
      self.id = id
      self.text = text
    }
  }

  /// A message was posted. The body is empty, and every member receives it, including the author.
  package struct MessagePosted: Event {
    package static let topic = "roomhub.message.posted"
    package static let audience = AudienceKind.people
    package static let isUnlinkable = true

    package init() {}
  }

  /// A message was hidden or shown again.
  package struct MessageHidden: Event {
    package static let topic = "roomhub.message.hidden"
    package static let audience = AudienceKind.people
    package let message: MessageID
    /// True if the message was hidden, false if it is shown again.
    package let isHidden: Bool

    package init(message: MessageID, isHidden: Bool) {
      self.message = message
      self.isHidden = isHidden
    }
  }
}

extension FaultCode {
  package static let seenBad = FaultCode(
    .invalidArgument, "seen_bad", "Enter the hour of a message and how many messages of that hour were seen.")
}
