import Schema
import ServiceKit
import Store

/// The day types of the school.
extension CampusService {
  func registerDayTypes(in handlers: inout Handlers) {
    handlers.on(Campus.ListDayTypes.self, listDayTypes)
    handlers.on(Campus.SetDayTypes.self, setDayTypes)
    handlers.on(Campus.GenerateDayTypes.self, generateDayTypes)
  }

  func listDayTypes(_ request: Campus.ListDayTypes, _ call: Call) async throws -> Campus.DayTypes {
    try await call.read { try $0.shownDayTypes() }
  }

  func generateDayTypes(
    _ request: Campus.GenerateDayTypes, _ call: Call
  ) async throws -> Campus.ProposedDayTypes {
    Campus.ProposedDayTypes(items: try CycleGenerator.dayTypes(request))
  }

  func setDayTypes(
    _ request: Campus.SetDayTypes, _ call: Call
  ) async throws -> EncodedReply<Campus.DayTypes> {
    try await call.write { db in
      let current = try db.shownDayTypes()
      guard request.version == nil || request.version == current.version else {
        throw try Fault.changedElsewhere(current: current)
      }
      if let touched = try db.replaceDayTypes(request.items.all, call) {
        try db.run("UPDATE school SET version = version + 1 WHERE id = 1")
        try db.replanDays(touching: touched, call)
        try db.publish(Campus.SchoolChanged(), to: .everyone, call)
        try db.audit(.schoolChanged, of: "school", "day types", call)
      }
      return try db.shownDayTypes()
    }
  }
}

extension Database {
  fileprivate func shownDayTypes() throws -> Campus.DayTypes {
    Campus.DayTypes(items: try dayTypes(), version: try school().version)
  }

  /// The day types in the order of the cycle.
  func dayTypes() throws -> [Campus.DayType] {
    try all(
      "SELECT id FROM day_type WHERE is_retired = 0 ORDER BY position, id LIMIT ?",
      Campus.NewDayTypes.maxCount
    ) { DayTypeID(try $0.id("id")) }.compactMap { try dayType($0) }
  }

  /// A day type, also a deleted one: days that have passed had it.
  func dayType(_ id: DayTypeID) throws -> Campus.DayType? {
    let periods = try all(
      "SELECT period, block FROM day_type_period WHERE day_type = ? ORDER BY period LIMIT ?", id.raw,
      Campus.PeriodBlocks.maxCount
    ) { row in
      Campus.PeriodBlock(
        period: PeriodNumber(checked: Int(try row.int("period"))),
        block: BlockNumber(checked: Int(try row.int("block"))))
    }
    return try one("SELECT name, in_rotation, weekday, bell FROM day_type WHERE id = ?", id.raw) { row in
      Campus.DayType(
        id: id, name: DayTypeName(checked: try row.text("name")), inRotation: try row.bool("in_rotation"),
        weekday: try row.intOrNil("weekday").map { WeekdayNumber(checked: Int($0)) }, periods: periods,
        bell: try row.idOrNil("bell").map { BellID($0) })
    }
  }

  /// A day type that was not deleted.
  func liveDayType(_ id: DayTypeID) throws -> Campus.DayType? {
    let isLive = try one("SELECT 1 AS live FROM day_type WHERE id = ? AND is_retired = 0", id.raw) { _ in
      true
    }
    return isLive == nil ? nil : try dayType(id)
  }

  /// Replaces the day types. One without an id is the current one of its name, or a new one. The caller
  /// replans the days.
  /// - Returns: the day types whose periods changed; nil if nothing did.
  func replaceDayTypes(_ items: [Campus.NewDayType], _ call: Call) throws -> TouchedDays? {
    let current = try dayTypes()
    let new = try resolve(items, current, call)
    guard new != current else { return nil }
    let gone = Set(current.map(\.id)).subtracting(new.map(\.id))
    let today = try schoolDate(at: call.now)
    for id in gone {
      let isUsed = try one(
        "SELECT 1 AS used FROM day_exception WHERE day_type = ? AND date >= ? LIMIT 1", id.raw,
        today.daysSince1970
      ) { _ in true }
      guard isUsed == nil else { throw Fault(.dayTypeInUse, field: "items") }
      try run("UPDATE day_type SET is_retired = 1 WHERE id = ?", id.raw)
    }
    for (position, dayType) in new.enumerated() { try put(dayType, at: position) }
    let before = Dictionary(uniqueKeysWithValues: current.map { ($0.id, $0.periods) })
    return TouchedDays(dayTypes: Set(new.filter { before[$0.id] != $0.periods }.map(\.id)))
  }

  private func resolve(
    _ items: [Campus.NewDayType], _ current: [Campus.DayType], _ call: Call
  ) throws -> [Campus.DayType] {
    let blocks = try school().blocks
    let byName = Dictionary(
      current.map { ($0.name.text.lowercased(), $0.id) }, uniquingKeysWith: { first, _ in first })
    let ids = Set(current.map(\.id))
    var names: Set<String> = []
    var taken: Set<DayTypeID> = []
    var weekdays: Set<WeekdayNumber> = []
    return try items.enumerated().map { index, item in
      let place = "items.\(index)"
      if let id = item.id, !ids.contains(id) { throw Fault(.dayTypeUnknown, field: "\(place).id") }
      let name = item.name.text.lowercased()
      let id = item.id ?? byName[name] ?? DayTypeID(.timed(call.now))
      guard names.insert(name).inserted, taken.insert(id).inserted else {
        throw Fault(.dayTypeExists, field: "\(place).name")
      }
      if let weekday = item.weekday, !weekdays.insert(weekday).inserted {
        throw Fault(.weekdayTaken, field: "\(place).weekday")
      }
      let periods = item.periods.all.sorted { $0.period < $1.period }
      guard Set(periods.map(\.period)).count == periods.count else {
        throw Fault(.periodsBad, field: "\(place).periods")
      }
      guard periods.allSatisfy({ $0.block <= blocks }) else {
        throw Fault(.blockUnknown, field: "\(place).periods")
      }
      try requireBell(item.bell, field: "\(place).bell")
      return Campus.DayType(
        id: id, name: item.name, inRotation: item.inRotation, weekday: item.weekday, periods: periods,
        bell: item.bell)
    }
  }

  private func put(_ dayType: Campus.DayType, at position: Int) throws {
    try run(
      """
      INSERT INTO day_type(id, name, position, in_rotation, weekday, bell) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET name = excluded.name, position = excluded.position,
        in_rotation = excluded.in_rotation, weekday = excluded.weekday, bell = excluded.bell
      """,
      dayType.id.raw, dayType.name.text, position, dayType.inRotation, dayType.weekday?.count,
      dayType.bell?.raw)
    try run("DELETE FROM day_type_period WHERE day_type = ?", dayType.id.raw)
    for pair in dayType.periods {
      try run(
        "INSERT INTO day_type_period(day_type, period, block) VALUES (?, ?, ?)", dayType.id.raw,
        pair.period.count, pair.block.count)
    }
  }
}
