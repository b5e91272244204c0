import Calendar
import Crypto
import Schema
import Store

/// A feed that a calendar reads.
struct ReadFeed: Sendable {
  let person: PersonID
  let lastRead: Instant?
}

/// The person, circles and time that a feed is built from.
struct FeedList: Sendable {
  let person: PersonID
  /// Events that others share with these circles are in the feed.
  let circles: [EventCircle]
  let now: Instant

  static let past = Duration.seconds(31 * 86_400)
  static let ahead = Duration.seconds(366 * 86_400)
  /// The limit of other people's events in a feed.
  static let maxShared = 1000

  var start: Instant { now.advanced(by: .zero - FeedList.past) }
  var end: Instant { now.advanced(by: FeedList.ahead) }
}

/// An event in one of its states.
struct EventMark: Sendable, Hashable {
  let id: RawUUID
  let sequence: Int64

  init(id: RawUUID, sequence: Int64) {
    self.id = id
    self.sequence = sequence
  }

  init(_ event: EventRow) { self.init(id: event.id.raw, sequence: event.sequence) }
}

/// The state of a feed: its events, and the sequence of each. Every change to the text changes the state,
/// whatever causes it (an edit, a move to another room or zone, time that passes). Nothing else does: not
/// answers, to-dos, or the move of a repeating event to its next time.
enum FeedState {
  /// The version of the format. It changes whenever the same events produce a different text.
  static let form: UInt8 = 2

  /// The state as a tag of 43 characters.
  static func tag(of marks: [EventMark]) -> String {
    var bytes: [UInt8] = [form] + Array((ZoneFolder.system.release() ?? "").utf8) + [0]
    bytes.reserveCapacity(bytes.count + marks.count * 24)
    for mark in marks {
      bytes += mark.id.bytes
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: mark.sequence >> Int64(shift)))
      }
    }
    return Base64URL.encode(BLAKE2b.hash(bytes))
  }
}

extension Database {
  func feed(of person: PersonID) throws -> Events.FeedState? {
    try one("SELECT made_at, read_at FROM feed WHERE person = ?", person.raw) {
      Events.FeedState(isOn: true, made: try $0.instant("made_at"), lastRead: try $0.instantOrNil("read_at"))
    }
  }

  func feed(tokenHash: [UInt8]) throws -> ReadFeed? {
    try one("SELECT person, read_at FROM feed WHERE token_hash = ?", tokenHash) {
      ReadFeed(person: PersonID(try $0.id("person")), lastRead: try $0.instantOrNil("read_at"))
    }
  }

  func makeFeed(of person: PersonID, tokenHash: [UInt8], at now: Instant) throws {
    try run(
      """
      INSERT INTO feed(person, token_hash, made_at) VALUES (?, ?, ?)
      ON CONFLICT(person) DO UPDATE SET
        token_hash = excluded.token_hash, made_at = excluded.made_at, read_at = NULL
      """,
      person.raw, tokenHash, now)
  }

  func endFeed(of person: PersonID) throws -> Empty {
    try run("DELETE FROM feed WHERE person = ?", person.raw)
    return Empty()
  }

  func noteFeedRead(tokenHash: [UInt8], at now: Instant) throws {
    let minute = now.milliseconds - now.milliseconds % 60_000
    try run("UPDATE feed SET read_at = ? WHERE token_hash = ?", Instant(milliseconds: minute), tokenHash)
  }

  /// The events of a feed by id: those in its time range, and all repeating ones that are not over.
  func marks(of list: FeedList) throws -> [EventMark] {
    let own = try all(
      """
      SELECT id, sequence FROM event
      WHERE owner = ? AND deleted_at IS NULL AND last_at > ? AND (next_at < ? OR recurrence IS NOT NULL)
      ORDER BY last_at LIMIT ?
      """,
      list.person.raw, list.start, list.end, Database.maxEvents
    ) { EventMark(id: try $0.id("id"), sequence: try $0.int("sequence")) }
    return (own + (try sharedMarks(of: list))).sorted { ($0.id.high, $0.id.low) < ($1.id.high, $1.id.low) }
  }

  private func sharedMarks(of list: FeedList) throws -> [EventMark] {
    var found: [EventMark] = []
    for circle in list.circles where found.count < FeedList.maxShared {
      found += try all(
        """
        SELECT id, sequence FROM event
        WHERE \(circle.column) = ? AND owner <> ? AND deleted_at IS NULL AND last_at > ?
          AND (next_at < ? OR recurrence IS NOT NULL)
        ORDER BY last_at LIMIT ?
        """,
        circle.raw, list.person.raw, list.start, list.end, FeedList.maxShared - found.count
      ) { EventMark(id: try $0.id("id"), sequence: try $0.int("sequence")) }
    }
    return found
  }

  /// The person's own events first: a copy of one that others share is left out by its uid.
  func events(of list: FeedList, _ marks: [EventMark]) throws -> [EventRow] {
    let found = try marks.compactMap { try storedEvent(EventID($0.id)) }
    return found.filter { $0.owner == list.person } + found.filter { $0.owner != list.person }
  }
}
