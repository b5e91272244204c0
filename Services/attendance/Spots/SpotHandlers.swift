import Schema
import ServiceKit
import Store

/// Saved places. All staff share them; who saved one may change it, and so may administrators.
extension AttendanceService {
  func registerSpots(in handlers: inout Handlers) {
    handlers.on(Attendance.ListSpots.self, listSpots)
    handlers.on(Attendance.SaveSpot.self, saveSpot)
    handlers.on(Attendance.DeleteSpot.self, deleteSpot)
  }

  func listSpots(_ request: Attendance.ListSpots, _ call: Call) async throws -> Page<Attendance.SavedSpot> {
    guard call.mayTeach else { throw Fault(.notAllowed) }
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try NameKey($0) } ?? .first
    let found = try await call.read { try $0.spots(after: key, limit: limit + 1) }
    return try Page(found, limit: limit) {
      NameKey(name: SortName.key($0.name), id: $0.id.raw).cursor
    } item: {
      try $0.shown(to: call)
    }
  }

  func saveSpot(_ request: Attendance.SaveSpot, _ call: Call) async throws -> EncodedReply<
    Attendance.SavedSpot
  > {
    guard call.mayTeach else { throw Fault(.notAllowed) }
    let person = try call.person
    return try await call.write { db in
      let known = try db.spot(request.id)
      if let known, !known.isChangeable(by: call) { throw Fault(.notAllowed) }
      let spot = SpotRow(
        id: request.id, name: request.name.text,
        place: Position(latitude: request.latitude.value, longitude: request.longitude.value),
        range: (request.range ?? .standard).value, addedBy: known.map { $0.addedBy } ?? person)
      try db.put(spot, isNew: known == nil)
      return try spot.shown(to: call)
    }
  }

  func deleteSpot(_ request: Attendance.DeleteSpot, _ call: Call) async throws -> EncodedReply<Empty> {
    guard call.mayTeach else { throw Fault(.notAllowed) }
    return try await call.write { db in
      guard let known = try db.spot(request.id) else { return Empty() }
      guard known.isChangeable(by: call) else { throw Fault(.notAllowed) }
      try db.run("DELETE FROM spot WHERE id = ?", request.id.raw)
      return Empty()
    }
  }
}

/// A saved place as it is stored.
struct SpotRow: Sendable, Hashable {
  let id: SpotID
  let name: String
  let place: Position
  /// Meters.
  let range: Double
  /// Nil once the account is gone; then anybody on the staff may change it.
  let addedBy: PersonID?

  fileprivate func isChangeable(by call: Call) -> Bool {
    call.isAdministrator || addedBy == nil || addedBy == call.identity?.person
  }

  fileprivate func shown(to call: Call) throws -> Attendance.SavedSpot {
    try shown(isMine: isChangeable(by: call))
  }

  fileprivate func shown(isMine: Bool) throws -> Attendance.SavedSpot {
    guard let latitude = Latitude(place.latitude), let longitude = Longitude(place.longitude),
      let range = CheckInRange(range)
    else { throw DamagedRow(what: "spot \(id)") }
    return Attendance.SavedSpot(
      id: id, name: SpotName(checked: name), latitude: latitude, longitude: longitude, range: range,
      isMine: isMine)
  }
}

extension Database {
  /// The limit of saved places: more than a campus has rooms to teach in.
  static var maxSpots: Int { 500 }

  private static var spotColumns: String { "id, name, latitude, longitude, range_m, added_by" }

  private static func spot(_ row: borrowing Row) throws -> SpotRow {
    SpotRow(
      id: SpotID(try row.id("id")), name: try row.text("name"),
      place: Position(latitude: try row.real("latitude"), longitude: try row.real("longitude")),
      range: try row.real("range_m"), addedBy: try row.idOrNil("added_by").map { PersonID($0) })
  }

  func spot(_ id: SpotID) throws -> SpotRow? {
    try one("SELECT \(Database.spotColumns) FROM spot WHERE id = ?", id.raw) { try Database.spot($0) }
  }

  /// The saved place of this name, whatever its case; the first of several.
  func spot(named name: String) throws -> SpotRow? {
    try one(
      "SELECT \(Database.spotColumns) FROM spot WHERE sort_name = ? ORDER BY id LIMIT 1", SortName.key(name)
    ) { try Database.spot($0) }
  }

  /// The saved place that a new check-in names.
  func spot(of request: Attendance.OpenCheckIn) throws -> SpotRow? {
    guard let id = request.savedSpot else { return nil }
    guard let spot = try spot(id) else { throw Fault(.spotNeeded, field: "savedSpot") }
    return spot
  }

  func spots(after key: NameKey, limit: Int) throws -> [SpotRow] {
    try all(
      """
      SELECT \(Database.spotColumns) FROM spot WHERE (sort_name, id) > (?, ?)
      ORDER BY sort_name, id LIMIT ?
      """,
      key.name, key.id, limit
    ) { try Database.spot($0) }
  }

  /// The places that a person saved, for the export of their data.
  func spots(savedBy person: PersonID) throws -> [Attendance.SavedSpot] {
    try all(
      "SELECT \(Database.spotColumns) FROM spot WHERE added_by = ? ORDER BY sort_name, id LIMIT ?",
      person.raw,
      Database.maxSpots, map: { try Database.spot($0) }
    ).map { try $0.shown(isMine: true) }
  }

  fileprivate func put(_ spot: SpotRow, isNew: Bool) throws {
    if isNew {
      let count = try one("SELECT count(*) AS count FROM spot", map: { Int(try $0.int("count")) })
      guard (count ?? 0) < Database.maxSpots else { throw Fault(.tooManySpots) }
    }
    try run(
      """
      INSERT INTO spot(id, name, sort_name, latitude, longitude, range_m, added_by)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET name = excluded.name, sort_name = excluded.sort_name,
        latitude = excluded.latitude, longitude = excluded.longitude, range_m = excluded.range_m
      """,
      spot.id.raw, spot.name, SortName.key(spot.name), spot.place.latitude, spot.place.longitude, spot.range,
      spot.addedBy?.raw)
  }
}
