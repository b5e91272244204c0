import Schema
import ServiceKit
import Store

/// The numbers of the administrators' start page that roomhub keeps.
extension Database {
  func counts(at now: Instant) throws -> [Control.Count: Int] {
    var counts = try rooms()
    counts[.dorms] = try one("SELECT count(*) AS count FROM dorm") { Int(try $0.int("count")) }
    counts[.joinRequests] = try one("SELECT count(*) AS count FROM join_request WHERE decision IS NULL") {
      Int(try $0.int("count"))
    }
    counts[.reports] = try one("SELECT count(*) AS count FROM reported WHERE state = 'waiting'") {
      Int(try $0.int("count"))
    }
    // The board knows only hours; the sum does not show who wrote where.
    counts[.messages] = try one(
      "SELECT CAST(coalesce(sum(posted), 0) AS bigint) AS count FROM board_hour WHERE hour > ?",
      now.advanced(by: .seconds(-24 * 3600))
    ) { Int(try $0.int("count")) }
    return counts
  }

  private func rooms() throws -> [Control.Count: Int] {
    try one(
      """
      SELECT count(*) AS rooms,
        count(CASE WHEN lived_in.members >= coalesce(room.capacity, dorm.room_capacity) THEN 1 END)
          AS full_rooms
      FROM room JOIN dorm ON dorm.id = room.dorm
        JOIN (SELECT room, count(*) AS members FROM member GROUP BY room) AS lived_in
          ON lived_in.room = room.id
      WHERE room.closed_at IS NULL
      """
    ) { [.rooms: Int(try $0.int("rooms")), .fullRooms: Int(try $0.int("full_rooms"))] } ?? [:]
  }
}
