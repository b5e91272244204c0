import Schema
import ServiceKit
import Store

/// The bell schedules of the school.
extension CampusService {
  func registerBells(in handlers: inout Handlers) {
    handlers.on(Campus.ListBells.self, listBells)
    handlers.on(Campus.AddBell.self, addBell)
    handlers.on(Campus.SetBell.self, setBell)
    handlers.on(Campus.DeleteBell.self, deleteBell)
  }

  func listBells(_ request: Campus.ListBells, _ call: Call) async throws -> Campus.Bells {
    try await call.read { Campus.Bells(items: try $0.bells()) }
  }

  func addBell(_ request: Campus.AddBell, _ call: Call) async throws -> EncodedReply<Campus.Bell> {
    try await call.write { db in
      let bell = Campus.Bell(
        id: BellID(.timed(call.now)), name: request.name, slots: try BellRules.sorted(request.slots.all),
        isUsual: try db.bells().allSatisfy { !$0.isUsual } || request.isUsual ?? false, version: 1)
      try db.put(bell, isNew: true)
      try db.publishBell(bell, call)
      return bell
    }
  }

  func setBell(_ request: Campus.SetBell, _ call: Call) async throws -> EncodedReply<Campus.Bell> {
    try await call.write { db in
      guard let bell = try db.liveBell(request.id) else { throw Fault(.notFound) }
      guard request.version == nil || request.version == bell.version else {
        throw try Fault.changedElsewhere(current: bell)
      }
      let slots = try BellRules.sorted(request.slots.all)
      let isUsual = bell.isUsual || request.isUsual ?? false
      guard bell.name != request.name || bell.slots != slots || bell.isUsual != isUsual else { return bell }
      let changed = Campus.Bell(
        id: bell.id, name: request.name, slots: slots, isUsual: isUsual, version: bell.version + 1)
      try db.put(changed, isNew: false)
      try db.publishBell(changed, call)
      return changed
    }
  }

  func deleteBell(_ request: Campus.DeleteBell, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      guard let bell = try db.liveBell(request.id) else { return Empty() }
      guard try !db.isUsed(bell.id, from: try db.schoolDate(at: call.now)) else {
        throw Fault(.bellInUse)
      }
      try db.run("UPDATE bell SET is_retired = 1, is_usual = 0 WHERE id = ?", bell.id.raw)
      try db.publishBell(bell, call)
      return Empty()
    }
  }
}

extension Database {
  /// The bell schedules, the usual one first, the others by name.
  func bells() throws -> [Campus.Bell] {
    try all(
      "SELECT id FROM bell WHERE is_retired = 0 ORDER BY is_usual DESC, lower(name), id LIMIT ?",
      Campus.maxBells
    ) { BellID(try $0.id("id")) }.compactMap { try bell($0) }
  }

  /// A bell schedule, also a deleted one: days that have passed had it.
  func bell(_ id: BellID) throws -> Campus.Bell? {
    let slots = try all(
      """
      SELECT kind, period, variant, name, starts, ends FROM bell_slot WHERE bell = ? ORDER BY position
      LIMIT ?
      """,
      id.raw, Campus.Slots.maxCount
    ) { row in
      Campus.Slot(
        kind: try Campus.SlotKind(stored: row.text("kind")),
        period: try row.intOrNil("period").map { PeriodNumber(checked: Int($0)) },
        variant: try row.textOrNil("variant").map { try Campus.LunchLetter(stored: $0) },
        name: try row.textOrNil("name").map { SlotName(checked: $0) },
        starts: TimeOfDay(secondsOfDay: Int(try row.int("starts"))),
        ends: TimeOfDay(secondsOfDay: Int(try row.int("ends"))))
    }
    return try one("SELECT name, is_usual, version FROM bell WHERE id = ?", id.raw) { row in
      Campus.Bell(
        id: id, name: BellName(checked: try row.text("name")), slots: slots,
        isUsual: try row.bool("is_usual"), version: try row.int("version"))
    }
  }

  /// A bell schedule that was not deleted.
  func liveBell(_ id: BellID) throws -> Campus.Bell? {
    let isLive = try one("SELECT 1 AS live FROM bell WHERE id = ? AND is_retired = 0", id.raw) { _ in true }
    return isLive == nil ? nil : try bell(id)
  }

  /// Stores a bell schedule with slots that `BellRules` sorted. The caller replans the days.
  func put(_ bell: Campus.Bell, isNew: Bool) throws {
    let others = try all("SELECT id, name FROM bell WHERE is_retired = 0 LIMIT ?", Campus.maxBells) {
      (BellID(try $0.id("id")), try $0.text("name").lowercased())
    }.filter { $0.0 != bell.id }
    if isNew, others.count >= Campus.maxBells { throw Fault(.tooManyBells) }
    guard !others.contains(where: { $0.1 == bell.name.text.lowercased() }) else {
      throw Fault(.bellExists, field: "name")
    }
    if bell.isUsual { try run("UPDATE bell SET is_usual = 0 WHERE id <> ?", bell.id.raw) }
    try run(
      """
      INSERT INTO bell(id, name, is_usual, version) VALUES (?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET name = excluded.name, is_usual = excluded.is_usual,
        version = excluded.version
      """,
      bell.id.raw, bell.name.text, bell.isUsual, bell.version)
    try run("DELETE FROM bell_slot WHERE bell = ?", bell.id.raw)
    for (position, slot) in bell.slots.enumerated() {
      try run(
        """
        INSERT INTO bell_slot(bell, position, kind, period, variant, name, starts, ends)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        bell.id.raw, position, slot.kind.rawValue, slot.period?.count, slot.variant?.rawValue,
        slot.name?.text, slot.starts.secondsOfDay, slot.ends.secondsOfDay)
    }
  }

  /// True if a weekday, a day type, or a date to come has this bell schedule.
  fileprivate func isUsed(_ id: BellID, from today: CivilDate) throws -> Bool {
    try hasRow("SELECT 1 AS used FROM school_weekday WHERE bell = ? LIMIT 1", id.raw)
      || hasRow("SELECT 1 AS used FROM day_type WHERE bell = ? AND is_retired = 0 LIMIT 1", id.raw)
      || hasRow(
        "SELECT 1 AS used FROM day_exception WHERE bell = ? AND date >= ? LIMIT 1", id.raw,
        today.daysSince1970)
      || hasRow(
        "SELECT 1 AS used FROM school_day WHERE bell = ? AND date >= ? LIMIT 1", id.raw,
        today.daysSince1970)
  }

  private func hasRow(_ sql: String, _ values: (any SQLBindable)?...) throws -> Bool {
    try !all(sql, values: values) { _ in true }.isEmpty
  }

  fileprivate func publishBell(_ bell: Campus.Bell, _ call: Call) throws {
    var touched = TouchedDays()
    touched.bells = [bell.id]
    try replanDays(touching: touched, call)
    try publish(Campus.SchoolChanged(), to: .everyone, call)
    try audit(.schoolChanged, of: "school", "bell schedule \(bell.name)", call)
  }
}
