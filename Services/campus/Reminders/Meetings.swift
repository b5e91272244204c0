import JSON
import Schema
import ServiceKit
import Store

/// The meetings of classes on the days ahead, for other programs. The table `meeting` has what they have been
/// told; only differences are published.
extension Database {
  /// The limit of classes whose meetings are published in one transaction.
  static var meetingsAStep: Int { 512 }

  /// Publishes what has changed on a date. The mark of the date stays while something is left.
  func publishMeetings(on date: CivilDate, _ call: Call) throws {
    let school = try schoolFrame()
    let bells = try bells(on: date, school)
    let notices = try notices(on: date)
    let slots = LunchSlots(bells, offset: school.offset)
    var known = try publishedMeetings(on: date)
    let classes = try all(
      "SELECT \(ClassRow.columns) FROM class ORDER BY id LIMIT ?", Campus.maxClasses,
      map: ClassRow.init(row:))
    var changes: [(id: ClassID, meetings: [Campus.Meeting], text: String)] = []
    for row in classes where changes.count <= Database.meetingsAStep {
      let meetings = slots.meetings(of: row, notices[row.id])
      let text = meetings.isEmpty ? nil : String(decoding: try JSONCoding.encode(meetings), as: UTF8.self)
      let before = known.removeValue(forKey: row.id)
      if before != text { changes.append((row.id, meetings, text ?? "")) }
    }
    for (id, meetings, text) in changes.prefix(Database.meetingsAStep) {
      if meetings.isEmpty {
        try run("DELETE FROM meeting WHERE class = ? AND date = ?", id.raw, date.daysSince1970)
      } else {
        try run(
          """
          INSERT INTO meeting(class, date, meetings) VALUES (?, ?, ?)
          ON CONFLICT(class, date) DO UPDATE SET meetings = excluded.meetings
          """,
          id.raw, date.daysSince1970, text)
      }
      try publish(Campus.MeetingsChanged(id: id, date: date, meetings: meetings), to: .programs, call)
    }
    if changes.count <= Database.meetingsAStep {
      try run("DELETE FROM remeet WHERE date = ?", date.daysSince1970)
    }
  }

  private func publishedMeetings(on date: CivilDate) throws -> [ClassID: String] {
    let rows = try all(
      "SELECT class, meetings FROM meeting WHERE date = ? LIMIT ?", date.daysSince1970, Campus.maxClasses
    ) { (ClassID(try $0.id("class")), try $0.text("meetings")) }
    return Dictionary(rows) { first, _ in first }
  }
}

/// The class slots of a day for each lunch, so that they are computed once and not for each class.
private struct LunchSlots {
  private let all: [Campus.LunchLetter?: [BellSlot]]
  private let offset: Duration

  init(_ bells: DayBells, offset: Duration) {
    self.offset = offset
    guard bells.day.state == .school else {
      all = [:]
      return
    }
    var all: [Campus.LunchLetter?: [BellSlot]] = [:]
    for lunch in [nil] + Campus.LunchLetter.allCases.map({ $0 as Campus.LunchLetter? }) {
      let letters = lunch.map { letter in bells.blocks.values.map { ($0, letter) } } ?? []
      all[lunch] = bells.slots(Dictionary(letters) { first, _ in first }).filter { $0.kind == .class }
    }
    self.all = all
  }

  func meetings(of row: ClassRow, _ notice: Campus.SlotNotice?) -> [Campus.Meeting] {
    guard notice?.isCancelled != true else { return [] }
    let own = (all[row.lunch] ?? []).filter { slot in slot.block.map(row.blocks.contains) == true }
    return own.prefix(Campus.MeetingsChanged.maxMeetings).map { slot in
      Campus.Meeting(
        starts: slot.starts.advanced(by: .zero - offset), ends: slot.ends.advanced(by: .zero - offset),
        block: slot.block?.count ?? 0, room: notice?.room ?? row.room)
    }
  }
}

extension CampusService {
  /// The days with meetings, a row for each class and day from today on.
  var meetings: SnapshotTable {
    SnapshotTable { db, key, limit in
      let after = try key.map { (try $0.raw(0), try $0.number(1)) } ?? (.min, .min)
      let today = try db.schoolFrame().today(clock.now)
      let rows = try db.all(
        """
        SELECT class, date, meetings FROM meeting WHERE (class, date) > (?, ?) AND date >= ?
        ORDER BY class, date LIMIT ?
        """,
        after.0, after.1, today.daysSince1970, limit
      ) { row in
        Campus.MeetingsChanged(
          id: ClassID(try row.id("class")), date: CivilDate(daysSince1970: try row.int("date")),
          meetings: try JSONCoding.decode([Campus.Meeting].self, from: Array(try row.text("meetings").utf8)))
      }.map { event in
        SnapshotRow(
          key: [event.id.description, String(event.date.daysSince1970)],
          [try OutboxEvent.snapshot(of: event, to: .programs)])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }
}
