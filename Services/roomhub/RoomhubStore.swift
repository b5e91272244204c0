import Schema
import Store

/// Roomhub's tables. Times are Unix milliseconds, ids 16 bytes.
enum RoomhubStore {
  static let migrations = [
    Migration(
      1, "dorms, rooms, members, tasks, board",
      """
      CREATE TABLE dorm(
        id TEXT PRIMARY KEY, name TEXT NOT NULL,
        room_capacity INTEGER NOT NULL CHECK (room_capacity BETWEEN 1 AND 20)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE room(
        id BLOB PRIMARY KEY CHECK (length(id) = 16), dorm TEXT NOT NULL REFERENCES dorm(id),
        number TEXT NOT NULL, join_code TEXT NOT NULL, opened_at INTEGER NOT NULL,
        open_tasks INTEGER NOT NULL DEFAULT 0 CHECK (open_tasks >= 0), UNIQUE (dorm, number)
      ) STRICT;
      CREATE TABLE member(
        person BLOB PRIMARY KEY CHECK (length(person) = 16), room BLOB NOT NULL REFERENCES room(id),
        joined_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX member_room ON member(room, joined_at);
      CREATE TABLE join_request(
        id BLOB PRIMARY KEY CHECK (length(id) = 16), room BLOB NOT NULL REFERENCES room(id),
        person BLOB NOT NULL, asked_at INTEGER NOT NULL, UNIQUE (room, person)
      ) STRICT;
      CREATE TABLE task(
        id BLOB PRIMARY KEY CHECK (length(id) = 16), room BLOB NOT NULL REFERENCES room(id),
        title TEXT NOT NULL,
        rank INTEGER NOT NULL CHECK (rank IN (0, 1)), due_sort INTEGER NOT NULL, notes TEXT,
        added_by BLOB NOT NULL, added_at INTEGER NOT NULL, completed_by BLOB, completed_at INTEGER,
        CHECK ((completed_by IS NULL) = (completed_at IS NULL))
      ) STRICT;
      CREATE INDEX task_open ON task(room, rank, due_sort, added_at, id) WHERE completed_at IS NULL;
      CREATE INDEX task_completed ON task(room, completed_at, id) WHERE completed_at IS NOT NULL;
      CREATE INDEX task_title ON task(room, title) WHERE completed_at IS NULL;
      CREATE TABLE message(
        room BLOB NOT NULL REFERENCES room(id), hour INTEGER NOT NULL CHECK (hour % 3600000 = 0),
        id BLOB NOT NULL CHECK (length(id) = 16), text TEXT NOT NULL, PRIMARY KEY (room, hour, id)
      ) STRICT, WITHOUT ROWID;
      """),
    Migration(2, "rooms", "SELECT 1"), tasks, board,
  ]
}

/// One room as stored.
struct RoomRow: Sendable {
  let id: RoomID
  let dorm: DormID
  let dormName: String
  let number: String
  let joinCode: JoinCode
  let capacity: Int
}

/// A row holds text that its own check would refuse: somebody wrote to the file.
struct DamagedRow: Error {
  let what: String
}

extension Database {
  func dorm(_ id: DormID) throws -> Roomhub.Dorm? {
    try one("SELECT id, name, room_capacity FROM dorm WHERE id = ?", id.text) { try Roomhub.Dorm($0) }
  }

  /// By name, from behind `last`.
  func dorms(after last: Roomhub.Dorm? = nil, limit: Int) throws -> [Roomhub.Dorm] {
    try all(
      "SELECT id, name, room_capacity FROM dorm WHERE (name, id) > (?, ?) ORDER BY name, id LIMIT ?",
      last?.name ?? "", last?.id.text ?? "", limit
    ) { try Roomhub.Dorm($0) }
  }

  func define(_ dorm: Roomhub.Dorm) throws {
    try run(
      """
      INSERT INTO dorm(id, name, room_capacity) VALUES (?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET name = excluded.name, room_capacity = excluded.room_capacity
      """,
      dorm.id.text, dorm.name, dorm.roomCapacity)
  }

  func room(at address: RoomAddress) throws -> RoomRow? {
    try one(
      """
      SELECT room.id, dorm.id, dorm.name, room.number, room.join_code, dorm.room_capacity
      FROM room JOIN dorm ON dorm.id = room.dorm WHERE room.dorm = ? AND room.number = ?
      """,
      address.dorm.text, address.number.text
    ) { try RoomRow($0) }
  }

  func room(of person: PersonID) throws -> RoomRow? {
    try one(
      """
      SELECT room.id, dorm.id, dorm.name, room.number, room.join_code, dorm.room_capacity
      FROM member JOIN room ON room.id = member.room JOIN dorm ON dorm.id = room.dorm WHERE member.person = ?
      """,
      person.raw
    ) { try RoomRow($0) }
  }

  /// The room whose data this person may see; without one there is nothing to show.
  func ownRoomID(_ person: PersonID) throws -> RoomID {
    guard let id = try one("SELECT room FROM member WHERE person = ?", person.raw, map: { try $0.id(0) })
    else {
      throw Fault(.noRoom)
    }
    return RoomID(id)
  }

  /// Everybody in the room, in the order they came.
  func members(of room: RoomID) throws -> [(person: PersonID, joined: Instant)] {
    try all(
      "SELECT person, joined_at FROM member WHERE room = ? ORDER BY joined_at, person LIMIT 100", room.raw
    ) { (PersonID(try $0.id(0)), try $0.instant(1)) }
  }

  func audience(of room: RoomID) throws -> Audience { .people(try members(of: room).map(\.person)) }

  func insertRoom(_ id: RoomID, at address: RoomAddress, code: JoinCode, now: Instant) throws {
    try run(
      "INSERT INTO room(id, dorm, number, join_code, opened_at) VALUES (?, ?, ?, ?, ?)", id.raw,
      address.dorm.text,
      address.number.text, code.text, now)
  }

  func insertMember(_ person: PersonID, in room: RoomID, now: Instant) throws {
    try run("INSERT INTO member(person, room, joined_at) VALUES (?, ?, ?)", person.raw, room.raw, now)
    try run("DELETE FROM join_request WHERE person = ?", person.raw)
  }

  /// The request that waits already, or a new one.
  func ask(_ person: PersonID, toJoin room: RoomID, now: Instant) throws -> (id: JoinRequestID, isNew: Bool) {
    if let id = try one(
      "SELECT id FROM join_request WHERE room = ? AND person = ?", room.raw, person.raw, map: { try $0.id(0) }
    ) {
      return (JoinRequestID(id), false)
    }
    let id = JoinRequestID.timed(now)
    try run(
      "INSERT INTO join_request(id, room, person, asked_at) VALUES (?, ?, ?, ?)", id.raw, room.raw,
      person.raw, now)
    return (id, true)
  }
}

extension Roomhub.Dorm {
  fileprivate init(_ row: borrowing Row) throws {
    let text = try row.text(0)
    guard let id = DormID(text) else { throw DamagedRow(what: "dorm \(text)") }
    self.init(id: id, name: try row.text(1), roomCapacity: Int(try row.int(2)))
  }
}

extension RoomRow {
  fileprivate init(_ row: borrowing Row) throws {
    let dormText = try row.text(1)
    let codeText = try row.text(4)
    guard let dorm = DormID(dormText), let code = JoinCode(codeText) else {
      throw DamagedRow(what: "room in \(dormText)")
    }
    self.init(
      id: RoomID(try row.id(0)), dorm: dorm, dormName: try row.text(2), number: try row.text(3),
      joinCode: code,
      capacity: Int(try row.int(5)))
  }
}
