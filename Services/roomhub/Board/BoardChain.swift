import Crypto
import Schema
import Store

/// The hash chain of a board. An hour that is over is closed: its messages are hashed together with the hash
/// of the previous hour, so anyone who keeps a hash can verify later that nothing was changed or removed.
enum BoardChain {
  /// The delay between the end of an hour and its closing, so that a message in flight is included.
  static let grace = Duration.seconds(300)

  struct Link: Hashable, Sendable {
    let id: MessageID
    let text: [UInt8]

    init(id: MessageID, text: String) {
      self.id = id
      self.text = BLAKE2b.hash(Array(text.utf8))
    }
  }

  /// BLAKE2b-256 over the previous hash (32 zero bytes for the first hour), the hour in big-endian
  /// milliseconds and, for each message in id order, the 16 bytes of its id and the hash of its text.
  static func hash(after previous: [UInt8]?, hour: Instant, _ links: [Link]) -> [UInt8] {
    var bytes = previous ?? [UInt8](repeating: 0, count: 32)
    let bits = UInt64(bitPattern: hour.milliseconds)
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    for link in links { bytes += link.id.raw.bytes + link.text }
    return BLAKE2b.hash(bytes)
  }
}

/// One hour of one board.
struct BoardHourKey: Hashable, Sendable {
  let room: RoomID
  let hour: Instant
}

/// A closed hour as stored.
struct ClosedHour: Sendable {
  let place: BoardHourKey
  let hash: [UInt8]
  let posted: Int64
}

extension Database {
  /// The messages of an hour in id order, as links of the chain.
  func links(_ place: BoardHourKey) throws -> [BoardChain.Link] {
    try all(
      "SELECT id, text FROM message WHERE room = ? AND hour = ? ORDER BY id LIMIT ?", place.room.raw,
      place.hour, Database.maxMessagesPerHour + 1
    ) { BoardChain.Link(id: MessageID(try $0.id("id")), text: try $0.text("text")) }
  }

  /// Open hours that began no later than `last`, oldest first, because a chain grows only at its end.
  func openHours(upTo last: Instant, limit: Int) throws -> [BoardHourKey] {
    try all(
      "SELECT room, hour FROM board_hour WHERE hash IS NULL AND hour <= ? ORDER BY hour, room LIMIT ?", last,
      limit
    ) { BoardHourKey(room: RoomID(try $0.id("room")), hour: try $0.instant("hour")) }
  }

  func closeHour(_ place: BoardHourKey) throws {
    let hash = BoardChain.hash(
      after: try hash(before: place), hour: place.hour, try links(place))
    try run(
      "UPDATE board_hour SET hash = ? WHERE room = ? AND hour = ? AND hash IS NULL", hash, place.room.raw,
      place.hour)
  }

  /// True if the messages of a closed hour still match its hash and its count.
  func isIntact(_ closed: ClosedHour) throws -> Bool {
    let links = try links(closed.place)
    let hash = BoardChain.hash(after: try hash(before: closed.place), hour: closed.place.hour, links)
    return hash == closed.hash && Int64(links.count) == closed.posted
  }

  private func hash(before place: BoardHourKey) throws -> [UInt8]? {
    try one(
      "SELECT hash FROM board_hour WHERE room = ? AND hour < ? ORDER BY hour DESC LIMIT 1", place.room.raw,
      place.hour
    ) { try $0.blob("hash") }
  }

  /// The closed hours of all boards after `place`, room by room.
  func closedHours(after place: BoardHourKey, limit: Int) throws -> [ClosedHour] {
    try all(
      """
      SELECT room, hour, hash, posted FROM board_hour
      WHERE (room, hour) > (?, ?) AND hash IS NOT NULL ORDER BY room, hour LIMIT ?
      """,
      place.room.raw, place.hour, limit
    ) { try ClosedHour($0) }
  }

  /// The closed hours of one board, newest first.
  func closedHours(_ room: RoomID, before hour: Instant, limit: Int) throws -> [ClosedHour] {
    try all(
      """
      SELECT room, hour, hash, posted FROM board_hour
      WHERE room = ? AND hour < ? AND hash IS NOT NULL ORDER BY hour DESC LIMIT ?
      """,
      room.raw, hour, limit
    ) { try ClosedHour($0) }
  }
}

extension ClosedHour {
  fileprivate init(_ row: borrowing Row) throws {
    self.init(
      place: BoardHourKey(room: RoomID(try row.id("room")), hour: try row.instant("hour")),
      hash: try row.blob("hash"),
      posted: try row.int("posted"))
  }
}
