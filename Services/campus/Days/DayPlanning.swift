import Schema
import ServiceKit
import Store

/// The days of all terms as they would be, compared with the stored ones.
struct DayReplan: Sendable {
  /// The dates whose day differs, with both; nil is no row.
  struct Change: Sendable {
    let date: CivilDate
    let term: TermID?
    let before: PlannedDay?
    let after: PlannedDay?
  }

  let changes: [Change]
}

/// The bells and day types of a change of the setup, whose days ring at other times.
struct TouchedDays: Sendable {
  var bells: Set<BellID> = []
  var dayTypes: Set<DayTypeID> = []
  /// True if all days ring at other times.
  var all = false
}

extension Database {
  /// The rules of the days as they are stored now.
  func dayRules() throws -> DayRules {
    let weekdays = try all("SELECT weekday, bell FROM school_weekday") { row in
      (Int(try row.int("weekday")), try row.idOrNil("bell").map { BellID($0) })
    }
    let first = CivilDate(daysSince1970: CivilDate.allDays.lowerBound)
    let last = CivilDate(daysSince1970: CivilDate.allDays.upperBound)
    return DayRules(
      weekdays: Dictionary(uniqueKeysWithValues: weekdays),
      dayTypes: try all(
        "SELECT id, in_rotation, weekday, bell FROM day_type WHERE is_retired = 0 ORDER BY position, id"
      ) { row in
        DayRules.CycleDay(
          id: DayTypeID(try row.id("id")), inRotation: try row.bool("in_rotation"),
          weekday: try row.intOrNil("weekday").map { WeekdayNumber(checked: Int($0)) },
          bell: try row.idOrNil("bell").map { BellID($0) })
      },
      usualBell: try one("SELECT id FROM bell WHERE is_usual = 1 AND is_retired = 0") {
        BellID(try $0.id("id"))
      },
      exceptions: try exceptions(from: first, to: last).mapValues(\.exception),
      closings: try closings(from: first, to: last).mapValues(\.policy))
  }

  /// Compares the days under these rules with the stored ones. Days that have passed stay as they are.
  func replan(_ rules: DayRules, today: CivilDate) throws -> DayReplan {
    var changes: [DayReplan.Change] = []
    for term in try termRows() where !term.hasPassed(by: today) {
      let stored = try plannedDays(from: term.starts, to: term.ends).mapValues(\.day)
      let lived = stored.filter { term.isLived($0.key, today: today) }
      for day in rules.days(from: term.starts, to: term.ends, lived: lived) where stored[day.date] != day {
        changes.append(
          DayReplan.Change(date: day.date, term: term.id, before: stored[day.date], after: day))
      }
    }
    return DayReplan(changes: changes)
  }

  /// Stores the days as the rules now have them and publishes what changed, in the transaction of the change
  /// that made it necessary.
  /// - Parameter left: Dates that a term has lost, whose rows are gone.
  @discardableResult
  func replanDays(
    touching touched: TouchedDays = TouchedDays(), left: [CivilDate] = [], _ call: Call
  ) throws -> DayReplan {
    let today = try schoolDate(at: call.now)
    let replan = try replan(try dayRules(), today: today)
    for change in replan.changes {
      guard let term = change.term, let day = change.after else { continue }
      try run(
        """
        INSERT INTO school_day(date, term, state, day_type, bell, counted) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT(date) DO UPDATE SET term = excluded.term, state = excluded.state,
          day_type = excluded.day_type, bell = excluded.bell, counted = excluded.counted
        """,
        day.date.daysSince1970, term.raw, day.state.rawValue, day.dayType?.raw, day.bell?.raw,
        day.counted?.raw)
    }
    let dates = replan.changes.map(\.date) + left + (try dates(touched, from: today))
    if let from = dates.min(), let to = dates.max() { try publishDays(from: from, to: to, call) }
    return replan
  }

  /// The first and the last date to come that a change of the setup touches.
  private func dates(_ touched: TouchedDays, from today: CivilDate) throws -> [CivilDate] {
    var dates: [CivilDate] = []
    func add(_ sql: String, _ values: (any SQLBindable)?...) throws {
      dates += try all(sql, values: [today.daysSince1970] + values) { row in
        [try row.intOrNil("first"), try row.intOrNil("last")].compactMap { $0 }
          .map { CivilDate(daysSince1970: $0) }
      }.flatMap { $0 }
    }
    if touched.all {
      try add(
        """
        SELECT MIN(date) AS first, MAX(date) AS last FROM school_day WHERE date >= ? AND state = 'school'
        """)
    }
    for bell in touched.bells {
      try add(
        """
        SELECT MIN(date) AS first, MAX(date) AS last FROM school_day
        WHERE date >= ? AND state = 'school' AND bell = ?
        """,
        bell.raw)
    }
    for dayType in touched.dayTypes {
      try add(
        """
        SELECT MIN(date) AS first, MAX(date) AS last FROM school_day
        WHERE date >= ? AND state = 'school' AND day_type = ?
        """,
        dayType.raw)
    }
    return dates
  }

  /// Publishes that days changed, and marks the plans of people that follow from them.
  private func publishDays(from: CivilDate, to: CivilDate, _ call: Call) throws {
    try publish(Campus.DayChanged(from: from, to: to), to: .everyone, call)
    try daysChanged(from: from, to: to)
  }
}
