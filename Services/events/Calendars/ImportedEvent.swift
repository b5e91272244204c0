import Crypto
import Schema

/// An event of a calendar file, converted to Quad's terms.
struct ImportedEvent: Sendable {
  /// The line on which the event begins in the file.
  let line: Int
  let uid: String
  let sequence: Int64
  let title: String
  let notes: String?
  let place: String?
  let when: EventTime
  /// The start of a single event that the file gives in UTC, without a zone.
  let moment: Instant?
  let minutes: EventMinutes
  let recurrence: RecurrenceText?
  let exceptions: EventExceptions
  let leads: LeadTimes?
  /// BLAKE2b-256 of all imported values. The same digest again changes nothing, even if the event was edited
  /// since.
  let digest: [UInt8]
}

/// A value in a file that Quad's events cannot hold, or the reason why an event was left out.
enum ImportProblemKind: String, Sendable {
  case encodingAssumed = "encoding_assumed"
  case titleBlank = "title_blank"
  case titleLong = "title_long"
  case notesLong = "notes_long"
  case placeLong = "place_long"
  case lengthBad = "length_bad"
  case alarmLate = "alarm_late"
  case exceptionsMany = "exceptions_many"
  case occurrenceSingle = "occurrence_single"
  case occurrenceDiffers = "occurrence_differs"
  case occurrenceTime = "occurrence_time"
  case datesNone = "dates_none"
  case eventCancelled = "event_cancelled"
  case eventTwice = "event_twice"
  case eventOlder = "event_older"
  case eventShared = "event_shared"
  case tooManyEvents = "too_many_events"

  var message: String {
    switch self {
    case .encodingAssumed: "The file is not in UTF-8. From here on it was read as windows-1252."
    case .titleBlank: "This event has no title; it was left out."
    case .titleLong: "The title is longer than \(EventTitle.maxLength) characters; the rest was left out."
    case .notesLong:
      "The description is longer than \(EventNotes.maxLength) characters; the rest was left out."
    case .placeLong: "The place is longer than \(EventPlace.maxLength) characters; the rest was left out."
    case .lengthBad: "This event is longer than 366 days; it was left out."
    case .alarmLate: "A reminder comes after the event has begun, or far ahead of it; it was left out."
    case .exceptionsMany:
      "More than \(Events.DateException.maxCount) dates of this event are skipped or moved. The earliest "
        + "of them follow the rule."
    case .occurrenceSingle:
      "This date belongs to no date of its event. It was imported as an event of its own."
    case .occurrenceDiffers:
      "Title, place, notes or reminders differ on this date. Only its time was imported."
    case .occurrenceTime:
      "This date is all day and its event is not, or the reverse. Only its date was imported."
    case .datesNone: "The file skips every date of this event; it was left out."
    case .eventCancelled: "This event is cancelled; it was left out."
    case .eventTwice: "The file holds a newer copy of this event, or the same again; this one was left out."
    case .eventOlder: "You have a newer copy of this event; this one was left out."
    case .eventShared: "This event is shared with you already; it was left out."
    case .tooManyEvents: "You keep 5,000 events, the most there can be; those from here on were left out."
    }
  }
}

/// The problems of an import, with their lines.
struct ImportProblems: Sendable {
  /// The limit of listed problems; further ones are only counted.
  static let maxCount = 200

  private(set) var all: [Events.ImportProblem] = []
  private(set) var more = 0

  mutating func add(_ line: Int, _ kind: ImportProblemKind) { add(line, kind.rawValue, kind.message) }

  mutating func add(_ line: Int, _ code: String, _ message: String) {
    guard all.count < ImportProblems.maxCount else {
      more += 1
      return
    }
    all.append(Events.ImportProblem(line: line, code: code, message: message))
  }

  mutating func leaveOut(_ count: Int) { more += count }

  var byLine: [Events.ImportProblem] { all.sorted { $0.line < $1.line } }
}
