import Schema
import ServiceKit
import Store

/// A person's own day. Everybody asks for it at the bell: it is a handful of statements by key.
extension CampusService {
  func getMyDay(_ request: Campus.GetMyDay, _ call: Call) async throws -> Campus.MyDay {
    let person = try call.person
    return try await call.read { db in
      let school = try db.schoolFrame()
      let date = request.date ?? school.today(call.now)
      let taught = try db.taughtClasses(of: person)
      let bells = try db.bells(on: date, school)
      let next = try db.bells(after: date, school).map { bells in
        Campus.NextDay(
          date: bells.day.date, day: bells.day, slots: try db.slots(of: person, taught, bells).map(\.shown))
      }
      return Campus.MyDay(
        date: date, now: call.now, offsetMs: Int(school.offset.milliseconds), day: bells.day,
        slots: try db.slots(of: person, taught, bells).map(\.shown), next: next)
    }
  }

  func getMySchool(_ request: Campus.GetMySchool, _ call: Call) async throws -> Campus.MySchool {
    let person = try call.person
    return try await call.read { db in try db.mySchool(of: person) }
  }

  func changeMySchool(
    _ request: Campus.ChangeMySchool, _ call: Call
  ) async throws -> EncodedReply<Campus.MySchool> {
    let person = try call.person
    return try await call.write { db in
      let old = try db.mySchool(of: person)
      try db.run(
        """
        INSERT INTO school_choice(person, reminder, reminder_for, shares_free) VALUES (?, ?, ?, ?)
        ON CONFLICT(person) DO UPDATE SET reminder = excluded.reminder,
          reminder_for = excluded.reminder_for, shares_free = excluded.shares_free
        """,
        person.raw, request.reminder.applied(to: old.reminder)?.count,
        (request.reminderFor ?? old.reminderFor).rawValue, request.sharesFree ?? old.sharesFree ? 1 : 0)
      try db.planNow(person, call)
      return try db.mySchool(of: person)
    }
  }
}

/// A slot of a person's day with the class that they take or teach.
struct PersonSlot: Sendable {
  let bell: BellSlot
  let taken: ClassRow?
  let notice: Campus.SlotNotice?

  var shown: Campus.MySlot {
    Campus.MySlot(
      kind: bell.kind, period: bell.period?.count, block: bell.block, name: bell.name?.text,
      starts: bell.starts, ends: bell.ends,
      class: taken.map {
        Campus.SlotClass(
          id: $0.id, name: $0.name, room: notice?.room ?? $0.room,
          teacher: notice?.substitute ?? $0.teacherName)
      }, notice: notice)
  }
}

extension Database {
  /// The slots of a person on a date: the classes that they take, and those that they teach.
  func slots(of person: PersonID, _ taught: [ClassRow], _ bells: DayBells) throws -> [PersonSlot] {
    guard bells.day.state == .school else { return [] }
    let classes = try bells.day.term.map { try weekClasses(of: person, taught, term: $0) } ?? [:]
    let notices = try notices(of: Set(classes.values.map(\.id)), on: bells.day.date)
    return bells.slots(of: classes).map { slot in
      let taken = slot.block.flatMap { classes[$0] }
      return PersonSlot(bell: slot, taken: taken, notice: taken.flatMap { notices[$0.id] })
    }
  }

  /// The classes that a person takes in a term or teaches, by block.
  func weekClasses(
    of person: PersonID, _ taught: [ClassRow], term: TermID
  ) throws -> [BlockNumber: ClassRow] {
    var classes = try chosenClasses(of: person, term: term)
    for row in taught {
      for block in row.blocks.all.map({ BlockNumber(checked: $0) }) where classes[block] == nil {
        classes[block] = row
      }
    }
    return classes
  }

  func mySchool(of person: PersonID) throws -> Campus.MySchool {
    let teaches = try one("SELECT count(*) AS count FROM class WHERE teacher = ?", person.raw) {
      Int(try $0.int("count"))
    }
    let choice = try one(
      "SELECT reminder, reminder_for, shares_free FROM school_choice WHERE person = ?", person.raw
    ) { row in
      (
        reminder: try row.intOrNil("reminder").map { ReminderMinutes(checked: Int($0)) },
        scope: Campus.ReminderScope(rawValue: try row.text("reminder_for")) ?? .first,
        sharesFree: try row.int("shares_free") == 1
      )
    }
    return Campus.MySchool(
      reminder: choice?.reminder, reminderFor: choice?.scope ?? .first,
      sharesFree: choice?.sharesFree ?? false, teaches: teaches ?? 0)
  }
}
