import Calendar
import Schema
import ServiceKit
import Store

/// The settings of the school.
extension CampusService {
  func registerSchool(in handlers: inout Handlers) {
    handlers.on(Campus.GetSchool.self, getSchool)
    handlers.on(Campus.ChangeSchool.self, changeSchool)
  }

  func getSchool(_ request: Campus.GetSchool, _ call: Call) async throws -> Campus.School {
    try await call.read { try $0.school() }
  }

  func changeSchool(
    _ request: Campus.ChangeSchool, _ call: Call
  ) async throws -> EncodedReply<Campus.School> {
    try await call.write { db in
      let school = try db.school()
      guard request.version == nil || request.version == school.version else {
        throw try Fault.changedElsewhere(current: school)
      }
      let changed = school.applying(request)
      guard changed != school else { return school }
      try db.check(changed)
      try db.put(changed)
      var touched = TouchedDays()
      touched.all = changed.clockOffsetMs != school.clockOffsetMs
      try db.replanDays(touching: touched, call)
      try db.publish(Campus.SchoolChanged(), to: .everyone, call)
      try db.audit(.schoolChanged, of: "school", "settings", call)
      return try db.school()
    }
  }
}

extension Campus.School {
  /// The settings after a change, without their next version.
  fileprivate func applying(_ change: Campus.ChangeSchool) -> Campus.School {
    Campus.School(
      zone: zone, blocks: change.blocks ?? blocks, grades: change.grades?.all.sorted() ?? grades,
      clockOffsetMs: change.clockOffsetMs ?? clockOffsetMs, policy: change.policy ?? policy,
      weekdays: change.weekdays?.all.sorted { $0.weekday < $1.weekday } ?? weekdays, version: version)
  }
}

extension Database {
  func school() throws -> Campus.School {
    let zone = try schoolZone()
    let weekdays = try all("SELECT weekday, bell FROM school_weekday ORDER BY weekday LIMIT 7") { row in
      Campus.SchoolWeekday(
        weekday: WeekdayNumber(checked: Int(try row.int("weekday"))),
        bell: try row.idOrNil("bell").map { BellID($0) })
    }
    let school = try one(
      "SELECT blocks, grades, clock_offset_ms, policy, version FROM school WHERE id = 1"
    ) { row in
      Campus.School(
        zone: ZoneName(checked: zone.name), blocks: BlockNumber(checked: Int(try row.int("blocks"))),
        grades: try row.text("grades").split(separator: " ").compactMap { Int($0) }
          .map { Grade(checked: $0) },
        clockOffsetMs: ClockOffset(checked: Int(try row.int("clock_offset_ms"))),
        policy: try Campus.ClosingPolicy(stored: row.text("policy")), weekdays: weekdays,
        version: try row.int("version"))
    }
    guard let school else { throw DamagedDay(what: "no settings") }
    return school
  }

  /// - Throws: a fault for weekdays that stand twice, a bell that doesn't exist, or blocks that a day type
  ///   goes beyond.
  fileprivate func check(_ school: Campus.School) throws {
    guard Set(school.weekdays.map(\.weekday)).count == school.weekdays.count else {
      throw Fault(.weekdaysBad, field: "weekdays")
    }
    for (index, day) in school.weekdays.enumerated() {
      try requireBell(day.bell, field: "weekdays.\(index).bell")
    }
    let last =
      try one(
        """
        SELECT MAX(block) AS last FROM day_type_period JOIN day_type ON day_type.id = day_type
        WHERE is_retired = 0
        """
      ) { try $0.intOrNil("last") } ?? nil
    guard last ?? 0 <= Int64(school.blocks.count) else { throw Fault(.blocksInUse, field: "blocks") }
  }

  fileprivate func put(_ school: Campus.School) throws {
    try run(
      """
      UPDATE school SET blocks = ?, grades = ?, clock_offset_ms = ?, policy = ?, version = version + 1
      WHERE id = 1
      """,
      school.blocks.count, school.grades.map { "\($0.count)" }.joined(separator: " "),
      school.clockOffsetMs.count, school.policy.rawValue)
    try run("DELETE FROM school_weekday")
    for day in school.weekdays {
      try run(
        "INSERT INTO school_weekday(weekday, bell) VALUES (?, ?)", day.weekday.count, day.bell?.raw)
    }
  }

  /// - Throws: `bell_unknown` for a bell schedule that doesn't exist or was deleted.
  func requireBell(_ id: BellID?, field: String) throws {
    guard let id else { return }
    let isKnown = try one("SELECT 1 AS known FROM bell WHERE id = ? AND is_retired = 0", id.raw) { _ in true }
    guard isKnown != nil else { throw Fault(.bellUnknown, field: field) }
  }
}
