import JSON
import Schema
import ServiceKit
import Store

/// A stored menu.
struct LunchRow: Sendable, Hashable {
  let date: CivilDate
  let stations: [Campus.LunchStation]
  let version: Int64

  init(date: CivilDate, stations: [Campus.LunchStation], version: Int64) {
    self.date = date
    self.stations = stations
    self.version = version
  }

  init(row: borrowing Row) throws {
    self.init(
      date: CivilDate(daysSince1970: try row.int("date")),
      stations: try JSONCoding.decode(
        [Campus.LunchStation].self, from: Array(try row.text("stations").utf8)),
      version: try row.int("version"))
  }
}

extension Database {
  func lunch(on date: CivilDate) throws -> LunchRow? {
    try one(
      "SELECT date, stations, version FROM lunch WHERE date = ?", date.daysSince1970, map: LunchRow.init(row:)
    )
  }

  /// The menus of a range of days, by date. At most 400.
  func lunches(from: CivilDate, to: CivilDate) throws -> [LunchRow] {
    try all(
      "SELECT date, stations, version FROM lunch WHERE date BETWEEN ? AND ? ORDER BY date LIMIT ?",
      from.daysSince1970, to.daysSince1970, Campus.maxCalendarDays, map: LunchRow.init(row:))
  }

  /// Replaces the menu of a day and publishes that; the same menu changes nothing.
  /// - Returns: True if the menu is another one.
  @discardableResult
  func setLunch(_ menu: LunchMenu, on date: CivilDate, _ call: Call) throws -> Bool {
    let old = try lunch(on: date)
    guard menu.stations != old?.stations ?? [] else { return false }
    try run(
      """
      INSERT INTO lunch(date, stations, version) VALUES (?, ?, 1)
      ON CONFLICT(date) DO UPDATE SET stations = excluded.stations, version = lunch.version + 1
      """,
      date.daysSince1970, String(decoding: try JSONCoding.encode(menu.stations), as: UTF8.self))
    try publish(Campus.LunchChanged(date: date), to: .everyone, call)
    return true
  }
}
