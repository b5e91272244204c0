import Schema
import Store

/// One open room as stored.
struct RoomRow: Sendable {
  let id: RoomID
  let dorm: DormID
  let dormName: String
  let number: String
  let joinCode: JoinCode
  let opened: Instant
  let openTasks: Int
  /// The capacity set for this room alone; nil if the dorm's capacity applies.
  let ownCapacity: Int?
  let dormCapacity: Int

  var capacity: Int { ownCapacity ?? dormCapacity }
  /// The number in its canonical form. A room that shares it with an older one stores another (`numbers`).
  var canonicalNumber: RoomNumber? { RoomNumber(number) }
  /// `forbes:101A`.
  var address: String { "\(dorm):\(number)" }
}

/// A stored row has text that its own check would reject, because somebody edited the file.
struct DamagedRow: Error {
  let what: String
}

/// Dorms, open rooms and their members.
extension Database {
  func dorm(_ id: DormID) throws -> Roomhub.Dorm? {
    try one("SELECT id, name, room_capacity FROM dorm WHERE id = ?", id.text) { try Roomhub.Dorm($0) }
  }

  /// Dorms after `last`, by name.
  func dorms(after last: Roomhub.Dorm? = nil, limit: Int) throws -> [Roomhub.Dorm] {
    try all(
      "SELECT id, name, room_capacity FROM dorm WHERE (name, id) > (?, ?) ORDER BY name, id LIMIT ?",
      last?.name ?? "", last?.id.text ?? "", limit
    ) { try Roomhub.Dorm($0) }
  }

  func dorms(afterID last: String?, limit: Int) throws -> [Roomhub.Dorm] {
    try all(
      "SELECT id, name, room_capacity FROM dorm WHERE id > ? ORDER BY id LIMIT ?", last ?? "", limit
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

  func deleteDorm(_ id: DormID) throws {
    try run("DELETE FROM dorm WHERE id = ?", id.text)
  }

  func hasOpenRoom(in dorm: DormID) throws -> Bool {
    try one(
      "SELECT 1 FROM room WHERE dorm = ? AND closed_at IS NULL LIMIT 1", dorm.text, map: { _ in true })
      ?? false
  }

  private static var openRooms: String {
    """
    SELECT room.id AS id, dorm.id AS dorm, dorm.name AS dorm_name, room.number, room.join_code,
      room.opened_at, room.open_tasks, room.capacity, dorm.room_capacity
    FROM room JOIN dorm ON dorm.id = room.dorm
    """
  }

  func room(at address: RoomAddress) throws -> RoomRow? {
    try one(
      "\(Self.openRooms) WHERE room.dorm = ? AND room.number = ? AND room.closed_at IS NULL",
      address.dorm.text, address.number.text
    ) { try RoomRow($0) }
  }

  func room(joinCode: JoinCode) throws -> RoomRow? {
    try one("\(Self.openRooms) WHERE room.join_code = ? AND room.closed_at IS NULL", joinCode.text) {
      try RoomRow($0)
    }
  }

  func openRoom(_ id: RoomID) throws -> RoomRow? {
    try one("\(Self.openRooms) WHERE room.id = ? AND room.closed_at IS NULL", id.raw) { try RoomRow($0) }
  }

  func room(of person: PersonID) throws -> RoomRow? {
    try one(
      "\(Self.openRooms) JOIN member ON member.room = room.id WHERE member.person = ?", person.raw
    ) { try RoomRow($0) }
  }

  /// Open rooms in the order of `key`, starting after it.
  func openRooms(in dorm: DormID?, after key: RoomKey, limit: Int) throws -> [RoomRow] {
    let (order, way) = (key.order, key.order.way)
    let place = order.columns.joined(separator: ", ")
    let sorting = order.columns.map { "\($0) \(way)" }.joined(separator: ", ")
    let isInDorm = dorm == nil ? "" : "AND room.dorm = ?"
    let values: [(any SQLBindable)?] = key.values + (dorm.map { [$0.text] } ?? []) + [limit]
    let marks = order.columns.map { _ in "?" }.joined(separator: ", ")
    return try all(
      """
      \(Self.openRooms)
      WHERE room.closed_at IS NULL
        AND (\(place)) \(order.isAfter) (\(marks)) \(isInDorm)
      ORDER BY \(sorting) LIMIT ?
      """,
      values: values
    ) { try RoomRow($0) }
  }

  /// The person's own room with all its data. Throws `no_room` without one.
  func ownRoom(_ person: PersonID) throws -> RoomRow {
    guard let room = try room(of: person) else { throw Fault(.noRoom) }
    return room
  }

  /// The room whose data this person may see. Throws `no_room` without one.
  func ownRoomID(_ person: PersonID) throws -> RoomID {
    guard let id = try one("SELECT room FROM member WHERE person = ?", person.raw, map: { try $0.id("room") })
    else {
      throw Fault(.noRoom)
    }
    return RoomID(id)
  }

  /// The room and the version of its lists.
  func ownRoomVersion(_ person: PersonID) throws -> (RoomID, Int64) {
    let found = try one(
      """
      SELECT member.room, cache_version.number
      FROM member LEFT JOIN cache_version ON cache_version.subject = member.room WHERE member.person = ?
      """,
      person.raw
    ) { row in (RoomID(try row.id("room")), try row.intOrNil("number") ?? 0) }
    guard let found else { throw Fault(.noRoom) }
    return found
  }

  func insertRoom(_ id: RoomID, at address: RoomAddress, code: JoinCode, now: Instant) throws {
    try run(
      "INSERT INTO room(id, dorm, number, join_code, opened_at) VALUES (?, ?, ?, ?, ?)", id.raw,
      address.dorm.text, address.number.text, code.text, now)
  }

  /// A join code that no open room has. With 2^40 possible codes, one check and one replacement are enough.
  func freshJoinCode() throws -> JoinCode {
    let code = JoinCode.random()
    return try room(joinCode: code) == nil ? code : .random()
  }

  func setJoinCode(_ code: JoinCode, of room: RoomID) throws {
    try run("UPDATE room SET join_code = ? WHERE id = ?", code.text, room.raw)
  }

  func setCapacity(_ capacity: Int?, of room: RoomID) throws {
    try run("UPDATE room SET capacity = ? WHERE id = ?", capacity, room.raw)
  }

  func setClosed(_ room: RoomID, at time: Instant) throws {
    try run("UPDATE room SET closed_at = ? WHERE id = ?", time, room.raw)
  }

  /// The members of a room, in the order they joined.
  func members(of room: RoomID) throws -> [(person: PersonID, joined: Instant)] {
    try all(
      "SELECT person, joined_at FROM member WHERE room = ? ORDER BY joined_at, person LIMIT 100", room.raw
    ) { (PersonID(try $0.id("person")), try $0.instant("joined_at")) }
  }

  /// The memberships of all rooms.
  func memberships(after last: PersonID?, limit: Int) throws -> [(person: PersonID, room: RoomID)] {
    try all(
      "SELECT person, room FROM member WHERE person > ? ORDER BY person LIMIT ?", last?.raw ?? .min, limit
    ) {
      (PersonID(try $0.id("person")), RoomID(try $0.id("room")))
    }
  }

  func audience(of room: RoomID) throws -> Audience { .people(try members(of: room).map(\.person)) }

  func joined(_ person: PersonID, _ room: RoomID) throws -> Instant? {
    try one(
      "SELECT joined_at FROM member WHERE person = ? AND room = ?", person.raw, room.raw,
      map: { try $0.instant("joined_at") })
  }

  func insertMember(_ person: PersonID, in room: RoomID, now: Instant) throws {
    try run("INSERT INTO member(person, room, joined_at) VALUES (?, ?, ?)", person.raw, room.raw, now)
  }

  /// Moves a person from the members to the history.
  func deleteMember(_ person: PersonID, now: Instant) throws {
    try run(
      """
      INSERT INTO past_member(room, person, joined_at, left_at)
      SELECT room, person, joined_at, ? FROM member WHERE person = ?
      """,
      now, person.raw)
    try run("DELETE FROM member WHERE person = ?", person.raw)
  }

  /// True if this person has ever left a room.
  func isFormerMember(_ person: PersonID) throws -> Bool {
    try one("SELECT 1 FROM past_member WHERE person = ? LIMIT 1", person.raw, map: { _ in true }) ?? false
  }

  func countImportantTasks(in room: RoomID) throws -> Int {
    try count(
      """
      SELECT count(*) AS count FROM task
      WHERE room = ? AND rank = 0 AND completed_at IS NULL AND deleted_at IS NULL
      """,
      room.raw)
  }

  func count(_ sql: String, _ values: (any SQLBindable)?...) throws -> Int {
    try all(sql, values: values) { Int(try $0.int("count")) }.first ?? 0
  }
}

extension Roomhub.Dorm {
  fileprivate init(_ row: borrowing Row) throws {
    let text = try row.text("id")
    guard let id = DormID(text) else { throw DamagedRow(what: "dorm \(text)") }
    self.init(id: id, name: try row.text("name"), roomCapacity: Int(try row.int("room_capacity")))
  }
}

extension RoomRow {
  fileprivate init(_ row: borrowing Row) throws {
    let dormText = try row.text("dorm")
    let codeText = try row.text("join_code")
    guard let dorm = DormID(dormText), let code = JoinCode(codeText) else {
      throw DamagedRow(what: "room in \(dormText)")
    }
    self.init(
      id: RoomID(try row.id("id")), dorm: dorm, dormName: try row.text("dorm_name"),
      number: try row.text("number"),
      joinCode: code, opened: try row.instant("opened_at"), openTasks: Int(try row.int("open_tasks")),
      ownCapacity: try row.intOrNil("capacity").map { Int($0) },
      dormCapacity: Int(try row.int("room_capacity")))
  }
}
