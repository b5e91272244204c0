import Schema
import ServiceKit
import Store

/// A change of a class on a date whose students have not all been notified.
struct NoticeWork: Sendable {
  let id: ClassID
  let date: CivilDate
  /// The time of the change.
  let at: Instant
}

/// A row of `notice_work` says who is left, so that the work goes on after a crash. The transaction of the
/// change itself is the first step, `PlanningUpkeep` does the others.
extension Database {
  /// The students of a step.
  static var studentsAStep: Int { 512 }

  /// Notifies the first students of a class of a change, and marks the rest.
  func notifyStudents(of id: ClassID, on date: CivilDate, _ call: Call) throws {
    try run(
      """
      INSERT INTO notice_work(class, date, at) VALUES (?, ?, ?)
      ON CONFLICT(class, date) DO UPDATE SET at = excluded.at, told_to = NULL
      """,
      id.raw, date.daysSince1970, call.now)
    try notifyNext(NoticeWork(id: id, date: date, at: call.now), call)
  }

  /// A change with students who are left.
  func noticeToTell() throws -> NoticeWork? {
    try one("SELECT class, date, at FROM notice_work ORDER BY at, class, date LIMIT 1") { row in
      NoticeWork(
        id: ClassID(try row.id("class")), date: CivilDate(daysSince1970: try row.int("date")),
        at: try row.instant("at"))
    }
  }

  /// Notifies the next students until the class is over, or ends the work.
  func notifyNext(_ work: NoticeWork, _ call: Call) throws {
    let bells = try bells(on: work.date, try schoolFrame())
    var people: [PersonID] = []
    if let row = try schoolClass(work.id), let term = bells.day.term,
      let last = bells.meetings(of: row).last, last.ends > call.now
    {
      people = try studentsToTell(work, term)
      let change = try notice(of: work.id, on: work.date)?.change ?? .usual
      for person in people {
        try publish(
          row.alert(to: person, change, on: work.date, at: work.at, until: last.ends), to: .programs, call)
      }
    }
    if people.count == Database.studentsAStep, let last = people.last {
      try run(
        "UPDATE notice_work SET told_to = ? WHERE class = ? AND date = ?", last.raw, work.id.raw,
        work.date.daysSince1970)
    } else {
      try run("DELETE FROM notice_work WHERE class = ? AND date = ?", work.id.raw, work.date.daysSince1970)
    }
  }

  /// The next students, in the order of their ids.
  private func studentsToTell(_ work: NoticeWork, _ term: TermID) throws -> [PersonID] {
    let toldTo =
      try one(
        "SELECT told_to FROM notice_work WHERE class = ? AND date = ?", work.id.raw, work.date.daysSince1970
      ) { try $0.blobOrNil("told_to") } ?? nil
    // Every id is behind an empty one.
    return try all(
      """
      SELECT DISTINCT person FROM schedule_class WHERE class = ? AND term = ? AND person > ?
      ORDER BY person LIMIT ?
      """,
      work.id.raw, term.raw, toldTo ?? [], Database.studentsAStep
    ) { PersonID(try $0.id("person")) }
  }
}
