import Schema
import Store

/// The anonymous board: no author in any form, no time beyond the hour, and ids that tell nothing of the
/// order.
extension Database {
  /// Newest hour first; within an hour by random id.
  func messages(
    _ room: RoomID, before hour: Instant, after id: RawUUID, limit: Int
  ) throws -> [Roomhub.Message] {
    try all(
      """
      SELECT id, text, hour FROM message
      WHERE room = ? AND (hour < ? OR (hour = ? AND id > ?)) ORDER BY hour DESC, id LIMIT ?
      """,
      room.raw, hour, hour, id, limit
    ) { row in
      Roomhub.Message(
        id: MessageID(try row.id(0)), text: try row.text(1), hour: try row.instant(2),
        isHidden: false, isUnread: false, isReported: false)
    }
  }

  func insert(_ message: Roomhub.PostedMessage, in room: RoomID) throws {
    try run(
      "INSERT INTO message(room, hour, id, text) VALUES (?, ?, ?, ?)", room.raw, message.hour, message.id.raw,
      message.text)
  }
}
