import Crypto
import JSON
import Schema
import ServiceKit
import Store

/// The AEDs of the campus: everybody reads them, administrators change them.
extension GuideService {
  func registerAEDs(in handlers: inout Handlers) {
    handlers.on(Guide.GetAEDs.self, getAEDs)
    handlers.on(Guide.AddAED.self, addAED)
    handlers.on(Guide.ChangeAED.self, changeAED)
    handlers.on(Guide.DeleteAED.self, deleteAED)
    handlers.on(Guide.ImportAEDs.self, importAEDs)
  }

  func getAEDs(_ request: Guide.GetAEDs, _ call: Call) async throws -> Guide.AEDs {
    let items = try await call.read { db in try db.aeds() }
    let hash = ContentHash(checked: SHA256.hash(try JSONCoding.encode(items)).hexadecimal)
    return Guide.AEDs(hash: hash, items: request.known == hash ? nil : items)
  }

  func addAED(_ request: Guide.AddAED, _ call: Call) async throws -> EncodedReply<Guide.AED> {
    let aed = Guide.AED(
      id: .timed(call.now), building: request.building, floor: request.floor, words: request.words,
      german: request.german, hours: request.hours, position: request.position, checked: request.checked,
      keeper: request.keeper, osm: nil, version: 1)
    try check(aed, call)
    return try await call.write { db in
      guard try db.aedCount() < Guide.maxAEDs else { throw Fault(.tooManyAEDs) }
      try db.put(aed)
      try db.audit(.aedsChanged, of: aed.id.description, "added \(aed.named)", call)
      return aed
    }
  }

  func changeAED(_ request: Guide.ChangeAED, _ call: Call) async throws -> EncodedReply<Guide.AED> {
    try await call.write { db in
      guard let old = try db.aed(request.id) else { throw Fault(.notFound) }
      guard (request.version ?? old.version) == old.version else {
        throw try Fault.changedElsewhere(current: old)
      }
      let new = old.applying(request)
      try check(new, call)
      guard new != old else { return old }
      let changed = new.numbered(old.version + 1)
      try db.put(changed)
      try db.audit(.aedsChanged, of: changed.id.description, "changed \(changed.named)", call)
      return changed
    }
  }

  func deleteAED(_ request: Guide.DeleteAED, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      guard let old = try db.aed(request.id) else { return Empty() }
      try db.run("DELETE FROM aed WHERE id = ?", request.id.raw)
      try db.audit(.aedsChanged, of: request.id.description, "deleted \(old.named)", call)
      return Empty()
    }
  }

  /// The import is one transaction. A file that is refused as a whole changes nothing.
  func importAEDs(
    _ request: Guide.ImportAEDs, _ call: Call
  ) async throws -> EncodedReply<Guide.ImportedAEDs> {
    let reading = try await desk.read(request.file)
    if request.dryRun == true {
      return try EncodedReply(
        try await call.read { db in try AEDPlan(reading, stored: try db.aeds(), at: call.now).result })
    }
    return try await call.write { db in
      let plan = try AEDPlan(reading, stored: try db.aeds(), at: call.now)
      for aed in plan.changes { try db.put(aed) }
      if !plan.changes.isEmpty {
        let counts = "\(plan.result.added) added, \(plan.result.changed) changed"
        try db.audit(.aedsChanged, of: "OpenStreetMap", counts, call)
      }
      return plan.result
    }
  }

  private func check(_ aed: Guide.AED, _ call: Call) throws(Fault) {
    guard aed.isFindable else { throw Fault(.aedPlaceMissing, field: "building") }
    guard let checked = aed.checked else { return }
    try checked.checkEntered("checked")
    // A day may have begun elsewhere that has not begun in UTC.
    guard checked.daysSince1970 <= call.now.milliseconds / GuideService.dayMs + 1 else {
      throw Fault(.dateInFuture, field: "checked")
    }
  }
}

extension Guide.AED {
  /// True if somebody can find it.
  var isFindable: Bool { building != nil || words != nil || position != nil }

  /// A few words for the audit log.
  fileprivate var named: String { building?.text ?? words?.text ?? osm?.text ?? "an AED" }

  fileprivate func applying(_ request: Guide.ChangeAED) -> Guide.AED {
    Guide.AED(
      id: id, building: request.building.applied(to: building), floor: request.floor.applied(to: floor),
      words: request.words.applied(to: words), german: request.german.applied(to: german),
      hours: request.hours.applied(to: hours), position: request.position.applied(to: position),
      checked: request.checked.applied(to: checked), keeper: request.keeper.applied(to: keeper), osm: osm,
      version: version)
  }

  func numbered(_ version: Int) -> Guide.AED {
    Guide.AED(
      id: id, building: building, floor: floor, words: words, german: german, hours: hours,
      position: position, checked: checked, keeper: keeper, osm: osm, version: version)
  }
}

extension Database {
  private static let aedColumns =
    "id, building, floor, words, german, hours, latitude, longitude, checked, keeper, osm, version"

  func aedCount() throws -> Int {
    try one("SELECT count(*) AS count FROM aed") { Int(try $0.int("count")) } ?? 0
  }

  func aed(_ id: AEDID) throws -> Guide.AED? {
    try one("SELECT \(Database.aedColumns) FROM aed WHERE id = ?", id.raw, map: Guide.AED.init(row:))
  }

  /// By building; those without one come first.
  func aeds() throws -> [Guide.AED] {
    try all(
      """
      SELECT \(Database.aedColumns) FROM aed
      ORDER BY coalesce(building, ''), id LIMIT ?
      """,
      Guide.maxAEDs, map: Guide.AED.init(row:))
  }

  fileprivate func put(_ aed: Guide.AED) throws {
    try run(
      """
      INSERT INTO aed(\(Database.aedColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET building = excluded.building, floor = excluded.floor,
        words = excluded.words, german = excluded.german, hours = excluded.hours,
        latitude = excluded.latitude, longitude = excluded.longitude, checked = excluded.checked,
        keeper = excluded.keeper, version = excluded.version
      """,
      aed.id.raw, aed.building?.text, aed.floor?.text, aed.words?.text, aed.german?.text, aed.hours?.text,
      aed.position?.latitude.value, aed.position?.longitude.value, aed.checked?.daysSince1970,
      aed.keeper?.text, aed.osm?.text, aed.version)
  }
}

extension Guide.AED {
  fileprivate init(row: borrowing Row) throws {
    var position: Guide.AEDPosition?
    if let latitude = try row.realOrNil("latitude"), let longitude = try row.realOrNil("longitude") {
      position = Guide.AEDPosition(
        latitude: Latitude(checked: latitude), longitude: Longitude(checked: longitude))
    }
    self.init(
      id: AEDID(try row.id("id")), building: try row.textOrNil("building").map { AEDName(checked: $0) },
      floor: try row.textOrNil("floor").map { AEDFloor(checked: $0) },
      words: try row.textOrNil("words").map { AEDLocation(checked: $0) },
      german: try row.textOrNil("german").map { AEDLocation(checked: $0) },
      hours: try row.textOrNil("hours").map { AEDHours(checked: $0) }, position: position,
      checked: try row.intOrNil("checked").map { CivilDate(daysSince1970: $0) },
      keeper: try row.textOrNil("keeper").map { AEDName(checked: $0) },
      osm: try row.textOrNil("osm").map { OSMName(checked: $0) }, version: Int(try row.int("version")))
  }
}
