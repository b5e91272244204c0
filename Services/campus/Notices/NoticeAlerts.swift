import Schema
import ServiceKit
import Store

/// The change that students are notified of: a word for the title, and the values of the note.
struct NoticeChange: Sendable {
  let word: String
  let values: [(name: String, text: String)]

  static let usual = NoticeChange(word: "usual", values: [])
}

extension Campus.ClassNotice {
  var change: NoticeChange {
    let values = [("room", room?.text), ("substitute", substitute?.text), ("note", note?.text)]
    return NoticeChange(
      word: isCancelled ? "cancelled" : "changed",
      values: values.compactMap { pair in pair.1.map { (pair.0, $0) } })
  }
}

extension ClassRow {
  /// The alert of a student about a change on a date. It fires at once and is of use until the class is over.
  /// Another change replaces it under the same key.
  func alert(
    to person: PersonID, _ change: NoticeChange, on date: CivilDate, at: Instant, until: Instant
  ) -> Alerts.AlertPlanned {
    let values = [("title", name), ("change", change.word), ("day", date.description)] + change.values
    return Alerts.AlertPlanned(
      key: Alerts.AlertKey(program: .campus, object: .derived(from: id.raw.bytes, date), lead: .atTheTime),
      person: person, at: at, until: until,
      text: Alerts.AlertText(
        .classChanged, values.map { Alerts.AlertValue(name: $0.0, text: $0.1) }),
      importance: .high,
      because: Alerts.AlertReasons(checked: [Alerts.AlertReason(.studentOfClass)]), recurrence: nil)
  }
}

extension CampusService {
  /// The alerts about notices that are still of use, a row for each student.
  var noticeAlerts: SnapshotTable {
    SnapshotTable { db, key, limit in
      let after = try key.map { (try $0.raw(0), try $0.number(1), try $0.raw(2)) } ?? (.min, .min, .min)
      let school = try db.schoolFrame()
      let now = clock.now
      var known: (notice: Campus.ClassNotice, row: ClassRow, until: Instant?)?
      let rows = try db.noticed(after: after, from: school.today(now), limit: limit).map { one in
        if known?.row.id != one.id || known?.notice.date != one.date {
          known = try db.noticeInUse(of: one.id, on: one.date, school)
        }
        let alert = known.flatMap { found in
          found.until.map { until in
            found.row.alert(
              to: one.person, found.notice.change, on: one.date, at: found.notice.at, until: until)
          }
        }
        let events = try alert.flatMap { $0.until > now ? $0 : nil }.map {
          [try OutboxEvent.snapshot(of: $0, to: .programs)]
        }
        return SnapshotRow(
          key: [one.id.description, String(one.date.daysSince1970), one.person.description], events ?? [])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }
}

extension Database {
  fileprivate func noticed(
    after last: (RawUUID, Int64, RawUUID), from today: CivilDate, limit: Int
  ) throws -> [(id: ClassID, date: CivilDate, person: PersonID)] {
    try all(
      """
      SELECT class_notice.class AS class, class_notice.date AS date, schedule_class.person AS person
      FROM class_notice JOIN school_day ON school_day.date = class_notice.date
      JOIN schedule_class ON schedule_class.class = class_notice.class
        AND schedule_class.term = school_day.term
      WHERE (class_notice.class, class_notice.date, schedule_class.person) > (?, ?, ?)
        AND class_notice.date >= ?
      ORDER BY class_notice.class, class_notice.date, schedule_class.person LIMIT ?
      """,
      last.0, last.1, last.2, today.daysSince1970, limit
    ) { row in
      (
        ClassID(try row.id("class")), CivilDate(daysSince1970: try row.int("date")),
        PersonID(try row.id("person"))
      )
    }
  }

  /// A notice with its class, and the end of the class's last meeting on the date.
  fileprivate func noticeInUse(
    of id: ClassID, on date: CivilDate, _ school: SchoolFrame
  ) throws -> (notice: Campus.ClassNotice, row: ClassRow, until: Instant?)? {
    guard let notice = try notice(of: id, on: date), let row = try schoolClass(id) else { return nil }
    return (notice, row, try bells(on: date, school).meetings(of: row).last?.ends)
  }
}
