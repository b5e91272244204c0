/// Events in the calendars of other programs: the private feed, the file of one event, import.
extension Events {
  static let calendars: [any Request.Type] = [
    GetFeed.self, MakeFeed.self, EndFeed.self, ReadFeed.self, GetCalendarFile.self, ImportCalendar.self,
  ]

  package struct GetFeed: Request {
    package typealias Reply = FeedState
    package static let subject = "events.feed.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/event-feed")
    package static let summary = "Get the state of your calendar feed."

    package init() {}
  }

  /// The state of a person's calendar feed.
  package struct FeedState: Codable, Hashable, Sendable {
    /// True while the feed has an address.
    package let isOn: Bool
    /// The moment at which the present address was created.
    package let made: Instant?
    /// The last time a calendar read the feed, to the minute; absent before the first time.
    package let lastRead: Instant?

    package init(isOn: Bool, made: Instant?, lastRead: Instant?) {
      self.isOn = isOn
      self.made = made
      self.lastRead = lastRead
    }
  }

  /// Creates the address of your feed; an earlier address stops working.
  package struct MakeFeed: Request {
    package typealias Reply = MadeFeed
    package static let subject = "events.feed.make"
    /// No API token may send this: the address outlives any token, and reads more than a token with a write
    /// scope may.
    package static let scope: TokenScope? = nil
    package static let repeats = Repeats.secretReply
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/event-feed", status: 201)
    package static let summary = "Create the secret address of your calendar feed."

    package init() {}
  }

  /// The new address of a calendar feed.
  package struct MadeFeed: Codable, Hashable, Sendable {
    /// The secret, shown once: only its hash is stored.
    package let token: String
    /// The path at which calendars read the feed.
    package let path: String

    package init(token: String, path: String) {
      self.token = token
      self.path = path
    }
  }

  package struct EndFeed: Request {
    package typealias Reply = Empty
    package static let subject = "events.feed.end"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/event-feed", status: 204)
    package static let summary = "Turn off your calendar feed."

    package init() {}
  }

  /// Returns the feed to everyone who has its address, as calendars cannot sign in.
  package struct ReadFeed: Request {
    package typealias Reply = FeedCalendar
    package static let subject = "events.feed.read"
    package static let access = Access.anyone
    package static let guessesSecrets = true
    package static let stateMember: String? = "state"
    package static let deadline = Duration.seconds(5)
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/feeds/{token}")
    package static let faults = [FaultCode.feedUnknown, .zoneUnusable]
    package static let summary = "Read a calendar feed: the events from a month ago to a year ahead."
    package let token: FeedToken
    /// The state that the calendar has already.
    package let state: StateTag?

    package init(token: FeedToken, state: StateTag? = nil) {
      self.token = token
      self.state = state
    }
  }

  /// A calendar feed in the iCalendar format, RFC 5545.
  package struct FeedCalendar: DocumentReply {
    package static let form = DocumentType.calendar
    package static let fileName: String? = "quad.ics"
    package let etag: String
    /// The calendar. Absent if the caller has this state already.
    package let text: String?

    package init(etag: String, text: String?) {
      self.etag = etag
      self.text = text
    }
  }

  /// Returns an event as a calendar file, with a reminder an hour before. Everyone who sees the event may
  /// read it.
  package struct GetCalendarFile: Request {
    package typealias Reply = EventCalendar
    package static let subject = "events.event.calendar"
    package static let version = "1.1"
    package static let stateMember: String? = "state"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/events/{id}/calendar")
    package static let faults = [FaultCode.notFound, .zoneUnusable]
    package static let summary = "Get an event as a calendar file."
    package let id: EventID
    package let state: StateTag?

    package init(id: EventID, state: StateTag? = nil) {
      self.id = id
      self.state = state
    }
  }

  /// An event as a file in the iCalendar format, RFC 5545.
  package struct EventCalendar: DocumentReply {
    package static let form = DocumentType.calendar
    package static let fileName: String? = "event.ics"
    package let etag: String
    /// The calendar file. Absent if the caller has this state already.
    package let text: String?
    /// The event's title, which becomes the file's name. Absent if the caller has this state already.
    package let title: String?

    package init(etag: String, text: String?) { self.init(etag: etag, text: text, title: nil) }

    package init(etag: String, text: String?, title: String?) {
      self.etag = etag
      self.text = text
      self.title = title
    }
  }

  /// Imports the events of a calendar file of at most 1 MiB. Each event is identified by its UID, so
  /// importing the same file again adds nothing.
  package struct ImportCalendar: Request {
    package typealias Reply = ImportedCalendar
    package static let subject = "events.calendar.import"
    package static let version = "1.1"
    package static let repeats = Repeats.natural
    package static let documentMember: DocumentMember? = DocumentMember(
      "calendar", .calendar, encoding: "encoding")
    package static let bodyLimit = 4 * 1024 * 1024
    package static let deadline = Duration.seconds(20)
    package static let maxPerHour: Int? = 60
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events/import")
    package static let faults = [FaultCode.calendarBad, .calendarTooLarge, .zoneUnusable]
    package static let summary = "Import the events of a calendar file."
    package let calendar: CalendarFile
    /// The encoding that the file was in; absent for UTF-8.
    package let encoding: TextEncoding?

    package init(calendar: CalendarFile, encoding: TextEncoding? = nil) {
      self.calendar = calendar
      self.encoding = encoding
    }
  }

  /// The result of an import: each event of the file is counted once.
  package struct ImportedCalendar: Codable, Hashable, Sendable {
    /// The number of events that are new.
    package let added: Int
    /// The number of events that an earlier import had added and this one changed.
    package let updated: Int
    /// The number of events that were the same as at an earlier import.
    package let unchanged: Int
    /// The number of entries that were left out; `problems` says why.
    package let skipped: Int
    /// The problems, sorted by line; the first 200.
    package let problems: [ImportProblem]
    /// The number of further problems.
    package let moreProblems: Int

    package init(
      added: Int, updated: Int, unchanged: Int, skipped: Int, problems: [ImportProblem], moreProblems: Int
    ) {
      self.added = added
      self.updated = updated
      self.unchanged = unchanged
      self.skipped = skipped
      self.problems = problems
      self.moreProblems = moreProblems
    }
  }

  /// A part of the file that could not be imported.
  package struct ImportProblem: Codable, Hashable, Sendable {
    /// The line number, from 1; for a problem of an event, the line where the event begins.
    package let line: Int
    /// The stable code of the problem.
    package let code: String
    /// The problem in one sentence for people.
    package let message: String

    package init(line: Int, code: String, message: String) {
      self.line = line
      self.code = code
      self.message = message
    }
  }
}

/// The last part of a feed's address: 43 characters of unpadded base64url, with or without `.ics`, which some
/// calendars require.
package struct FeedToken: CheckedText {
  /// The token without `.ics`.
  package let text: String
  package static let bad = FaultCode.feedUnknown
  package static let sampleText = "dGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIGE"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    let token = input.hasSuffix(".ics") ? String(input.dropLast(4)) : input
    guard token.utf8.count == 43 else { return nil }
    text = token
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 43, "maxLength": 47] }
}

/// The text of a calendar file, which the program parses.
package struct CalendarFile: CheckedText {
  package let text: String
  package static let bad = FaultCode.calendarTooLarge
  package static let sampleText = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"
  /// The maximum size in UTF-8: 1 MiB.
  package static let maxBytes = 1 << 20
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count <= CalendarFile.maxBytes else { return nil }
    text = input
  }

  package static var schema: JSONValue { ["type": "string", "maxLength": .int(Int64(maxBytes))] }
}

extension FaultCode {
  package static let feedUnknown = FaultCode(
    .notFound, "feed_unknown", "This calendar link doesn't work. Ask its owner for a new one.")
  package static let calendarTooLarge = FaultCode(
    .invalidArgument, "calendar_too_large", "This file is too large. The limit is 1 MB.")
  package static let calendarBad = FaultCode(
    .invalidArgument, "calendar_bad",
    "This isn't a calendar file: it has no BEGIN:VCALENDAR. Choose an .ics file.")
}
