import Schema
import ServiceKit
import Store

/// A reader of a board and how far they have read.
struct BoardReader: Sendable {
  let person: PersonID
  let room: RoomID
  let mark: ReadMark
  /// The number of messages in the marked hour.
  let posted: Int64
}

/// The anonymous board. It stores no author in any form, no time finer than the hour, and only ids that do
/// not reveal the order.
extension Database {
  /// Guards against a runaway client. A person may post five messages an hour.
  static var maxMessagesPerHour: Int { 10_000 }

  func boardReader(_ person: PersonID) throws -> BoardReader {
    let found = try one(
      """
      SELECT member.room, joined_at, read_mark.hour, seen FROM member
      LEFT JOIN read_mark ON read_mark.person = member.person AND read_mark.room = member.room
      WHERE member.person = ?
      """,
      person.raw
    ) { row in
      var mark = ReadMark.movedIn(at: try row.instant("joined_at"))
      if let hour = try row.instantOrNil("hour") {
        mark = mark.further(ReadMark(hour: hour, seen: try row.int("seen")))
      }
      return (room: RoomID(try row.id("room")), mark: mark)
    }
    guard let found else { throw Fault(.noRoom) }
    return try boardReader(person, in: found.room, mark: found.mark)
  }

  private func boardReader(_ person: PersonID, in room: RoomID, mark: ReadMark) throws -> BoardReader {
    let posted = try one(
      "SELECT posted FROM board_hour WHERE room = ? AND hour = ?", room.raw, mark.hour,
      map: { try $0.int("posted") }
    )
    return BoardReader(person: person, room: room, mark: mark, posted: posted ?? 0)
  }

  /// Messages, newest hour first, then by random id within an hour.
  func messages(
    _ reader: BoardReader, after key: TimeKey, limit: Int
  ) throws -> [Roomhub.Message] {
    try all(
      """
      SELECT \(messageColumns) WHERE message.room = ? AND (message.hour < ? OR (message.hour = ? AND id > ?))
      ORDER BY message.hour DESC, id LIMIT ?
      """,
      reader.person.raw, reader.room.raw, key.time, key.time, key.id, limit
    ) { try Roomhub.Message($0, for: reader) }
  }

  /// A message of the reader's board. Any other id throws `not_found`, as if the message did not exist.
  func message(_ id: MessageID, _ reader: BoardReader) throws -> Roomhub.Message {
    let message = try one(
      "SELECT \(messageColumns) WHERE id = ? AND message.room = ?", reader.person.raw, id.raw, reader.room.raw
    ) { try Roomhub.Message($0, for: reader) }
    guard let message else { throw Fault(.notFound) }
    return message
  }

  /// The hour for a message posted at `now`. It is never a closed hour, even if the clock was set back.
  func postingHour(_ room: RoomID, now: Instant) throws -> Instant {
    let closed = try one(
      "SELECT hour FROM board_hour WHERE room = ? AND hash IS NOT NULL ORDER BY hour DESC LIMIT 1", room.raw
    ) { try $0.instant("hour") }
    guard let closed else { return now.hour }
    return max(now.hour, closed.advanced(by: .seconds(3600)))
  }

  func insert(_ message: Roomhub.PostedMessage, in room: RoomID) throws {
    try run(
      "INSERT INTO message(room, hour, id, text) VALUES (?, ?, ?, ?)", room.raw, message.hour, message.id.raw,
      message.text)
    try run(
      """
      INSERT INTO board_hour(room, hour, posted) VALUES (?, ?, 1)
      ON CONFLICT(room, hour) DO UPDATE SET posted = board_hour.posted + 1
      """,
      room.raw, message.hour)
    let posted = try one(
      "SELECT posted FROM board_hour WHERE room = ? AND hour = ?", room.raw, message.hour,
      map: { try $0.int("posted") })
    guard (posted ?? 0) <= Database.maxMessagesPerHour else { throw Fault(.slowDown) }
  }

  func countMembers(of room: RoomID) throws -> Int {
    Int(
      try one("SELECT count(*) AS count FROM member WHERE room = ?", room.raw, map: { try $0.int("count") })
        ?? 0)
  }

  /// The number of messages the reader has not read.
  func unread(_ reader: BoardReader) throws -> Int {
    let later = try one(
      "SELECT CAST(coalesce(sum(posted), 0) AS bigint) AS later FROM board_hour WHERE room = ? AND hour > ?",
      reader.room.raw, reader.mark.hour, map: { try $0.int("later") })
    return Int(reader.mark.unread(later: later ?? 0, posted: reader.posted))
  }

  /// Advances the reader's mark, but never past the messages that exist.
  /// - Returns: the reader with the current mark.
  func markRead(_ reader: BoardReader, _ seen: Int, of hour: Instant) throws -> BoardReader {
    let newest = try one(
      "SELECT hour, posted FROM board_hour WHERE room = ? AND hour <= ? ORDER BY hour DESC LIMIT 1",
      reader.room.raw, hour
    ) { ReadMark.Hour(hour: try $0.instant("hour"), posted: try $0.int("posted")) }
    guard let newest else { return reader }
    let mark = reader.mark.further(.reaching(Int64(seen), of: hour, newest: newest))
    guard mark != reader.mark else { return reader }
    try run(
      """
      INSERT INTO read_mark(person, room, hour, seen) VALUES (?, ?, ?, ?)
      ON CONFLICT(person) DO UPDATE SET room = excluded.room, hour = excluded.hour, seen = excluded.seen
      """,
      reader.person.raw, reader.room.raw, mark.hour, mark.seen)
    return try boardReader(reader.person, in: reader.room, mark: mark)
  }
}

private let messageColumns = """
  id, text, message.hour, CASE WHEN state = 'hidden' THEN 1 ELSE 0 END AS is_hidden,
    CASE WHEN EXISTS (SELECT 1 FROM report WHERE report.message = id AND person = ? AND counts = 1)
      THEN 1 ELSE 0 END AS is_reported
  FROM message LEFT JOIN reported ON reported.message = id
  """

extension Roomhub.Message {
  fileprivate init(_ row: borrowing Row, for reader: BoardReader) throws {
    let hour = try row.instant("hour")
    let isHidden = try row.bool("is_hidden")
    self.init(
      id: MessageID(try row.id("id")), text: isHidden ? nil : try row.text("text"), hour: hour,
      isHidden: isHidden,
      isUnread: reader.mark.isUnread(hour, posted: reader.posted), isReported: try row.bool("is_reported"))
  }
}
