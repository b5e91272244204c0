import Calendar
import Schema
import ServiceKit
import Store

/// A reminder of a class that has been planned. There is one for each person, date and period; period 0
/// stands for the first class of the date.
struct ReminderRow: Sendable, Hashable {
  let person: PersonID
  let date: CivilDate
  let period: Int
  let at: Instant
  let starts: Instant
  let minutes: Int
  let title: String
  let room: String?
  let teacher: String?

  static let columns = "person, date, period, at, starts, minutes, title, room, teacher"
}

extension ReminderRow {
  init(row: borrowing Row) throws {
    self.init(
      person: PersonID(try row.id("person")), date: CivilDate(daysSince1970: try row.int("date")),
      period: Int(try row.int("period")), at: try row.instant("at"), starts: try row.instant("starts"),
      minutes: Int(try row.int("minutes")), title: try row.text("title"), room: try row.textOrNil("room"),
      teacher: try row.textOrNil("teacher"))
  }

  var key: Alerts.AlertKey {
    Alerts.AlertKey(
      program: .campus, object: .derived(from: person.raw.bytes, date, period), lead: .atTheTime)
  }

  var alert: Alerts.AlertPlanned {
    let values = [("title", title), ("start", starts.description)]
    let more = [("room", room), ("teacher", teacher)].compactMap { pair in pair.1.map { (pair.0, $0) } }
    let minutes = Alerts.AlertValue(name: "minutes", text: String(minutes))
    return Alerts.AlertPlanned(
      key: key, person: person, at: at, until: starts,
      text: Alerts.AlertText(.classNext, (values + more).map { Alerts.AlertValue(name: $0.0, text: $0.1) }),
      importance: .normal,
      because: Alerts.AlertReasons(checked: [Alerts.AlertReason(.classReminder, [minutes])]),
      recurrence: nil)
  }
}

/// The school, the days and the term that all people of a step have in common.
private struct PlanningFrame {
  let school: SchoolFrame
  let today: CivilDate
  /// Today if it is a school day, and the next one: at most two.
  let days: [DayBells]
  let rosterTerm: TermID?
}

extension Database {
  /// The school days for which reminders are planned.
  static var plannedDays: Int { 2 }

  /// Computes those of a person who changed something, at once. A request about the past leaves it to the
  /// next step.
  func planNow(_ person: PersonID, _ call: Call) throws {
    if call.isSeeded { try replan(person) } else { try plan([person], call) }
  }

  /// Computes the roster rows and the reminders of people, and publishes the differences.
  func plan(_ people: [PersonID], _ call: Call) throws {
    let school = try schoolFrame()
    let today = school.today(call.now)
    let frame = PlanningFrame(
      school: school, today: today, days: try nextBells(from: today, count: Database.plannedDays, school),
      rosterTerm: try rosterTerm(on: today)?.id)
    var changes = RosterChanges()
    for person in people {
      try syncRoster(of: person, term: frame.rosterTerm, &changes)
      try planReminders(of: person, frame, call)
      try run("DELETE FROM replan WHERE person = ?", person.raw)
    }
    for event in changes.events { try publish(event, to: .programs, call) }
  }

  /// Plans the reminders of a person, and the time at which they are planned again: when the first of the
  /// planned days is over.
  private func planReminders(of person: PersonID, _ frame: PlanningFrame, _ call: Call) throws {
    let choice = try mySchool(of: person)
    var wanted: [ReminderRow] = []
    if let minutes = choice.reminder {
      let taught = try taughtClasses(of: person)
      for bells in frame.days {
        let slots = try slots(of: person, taught, bells)
        wanted += slots.reminders(
          of: person, on: bells.day.date, minutes: minutes.count, choice.reminderFor, frame.school.offset)
      }
    }
    try change(try reminders(of: person, from: frame.today), into: wanted, call)
    let next = choice.reminder == nil ? nil : frame.days.first?.day.date.adding(days: 1)
    try run(
      "UPDATE school_choice SET plan_at = ? WHERE person = ?", next.map { frame.school.zone.startOfDay($0) },
      person.raw)
  }

  private func reminders(of person: PersonID, from date: CivilDate) throws -> [ReminderRow] {
    try all(
      "SELECT \(ReminderRow.columns) FROM reminder WHERE person = ? AND date >= ? LIMIT ?", person.raw,
      date.daysSince1970, Database.maxReminders, map: ReminderRow.init(row:))
  }

  /// More than the periods of the planned days.
  private static var maxReminders: Int { 64 }

  /// Plans what is new or has moved, and cancels what is gone. What would have fired already is left out
  /// unless it is known: somebody has it on their list, and it moved.
  private func change(_ old: [ReminderRow], into wanted: [ReminderRow], _ call: Call) throws {
    let known = Dictionary(old.map { ($0.key.object, $0) }) { first, _ in first }
    var left = known
    for row in wanted where row.starts > call.now {
      let before = left.removeValue(forKey: row.key.object)
      guard before != row, before != nil || row.at > call.now else { continue }
      try put(row)
      try publish(row.alert, to: .programs, call)
    }
    for row in left.values.sorted(by: { ($0.date, $0.period) < ($1.date, $1.period) })
    where row.starts > call.now {
      try run(
        "DELETE FROM reminder WHERE person = ? AND date = ? AND period = ?", row.person.raw,
        row.date.daysSince1970, row.period)
      try publish(Alerts.AlertCancelled(key: row.key, person: row.person), to: .programs, call)
    }
  }

  private func put(_ row: ReminderRow) throws {
    try run(
      """
      INSERT INTO reminder(person, date, period, at, starts, minutes, title, room, teacher)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(person, date, period) DO UPDATE SET at = excluded.at, starts = excluded.starts,
        minutes = excluded.minutes, title = excluded.title, room = excluded.room, teacher = excluded.teacher
      """,
      row.person.raw, row.date.daysSince1970, row.period, row.at, row.starts, row.minutes, row.title,
      row.room,
      row.teacher)
  }
}

extension [PersonSlot] {
  /// The reminders of the classes in these slots that meet: one for each period, or for the first alone.
  /// - Parameter offset: The time by which the bells are ahead of the site's clock.
  fileprivate func reminders(
    of person: PersonID, on date: CivilDate, minutes: Int, _ scope: Campus.ReminderScope, _ offset: Duration
  ) -> [ReminderRow] {
    var periods: Set<Int> = []
    let meeting = filter { slot in
      slot.bell.kind == .class && slot.taken != nil && slot.notice?.isCancelled != true
        && periods.insert(slot.bell.period?.count ?? 0).inserted
    }
    return (scope == .first ? Array(meeting.prefix(1)) : meeting).compactMap { slot in
      guard let shown = slot.shown.class else { return nil }
      let starts = slot.bell.starts.advanced(by: .zero - offset)
      return ReminderRow(
        person: person, date: date, period: scope == .first ? 0 : slot.bell.period?.count ?? 0,
        at: starts.advanced(by: .seconds(-60 * minutes)), starts: starts, minutes: minutes, title: shown.name,
        room: shown.room, teacher: shown.teacher)
    }
  }
}

extension CampusService {
  /// The reminders that are still of use, a row each.
  var reminders: SnapshotTable {
    SnapshotTable { db, key, limit in
      let after = try key.map { (try $0.raw(0), try $0.number(1), try $0.number(2)) } ?? (.min, 0, 0)
      let rows = try db.reminders(after: after, at: clock.now, limit: limit).map { row in
        SnapshotRow(
          key: [row.person.description, String(row.date.daysSince1970), String(row.period)],
          [try OutboxEvent.snapshot(of: row.alert, to: .programs)])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }
}

extension SnapshotKey {
  /// The number in this part of the key.
  func number(_ part: Int) throws(Fault) -> Int64 {
    guard indices.contains(part), let number = Int64(self[part]) else { throw Fault.badCursor }
    return number
  }
}

extension Database {
  fileprivate func reminders(
    after last: (RawUUID, Int64, Int64), at now: Instant, limit: Int
  ) throws -> [ReminderRow] {
    try all(
      """
      SELECT \(ReminderRow.columns) FROM reminder WHERE (person, date, period) > (?, ?, ?) AND starts > ?
      ORDER BY person, date, period LIMIT ?
      """,
      last.0, last.1, last.2, now, limit, map: ReminderRow.init(row:))
  }
}
