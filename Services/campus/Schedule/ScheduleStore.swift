import JSON
import Schema
import ServiceKit
import Store

/// A schedule as it is stored.
struct ScheduleRow: Sendable, Hashable {
  let person: PersonID
  let term: TermID
  let grade: Grade
  let version: Int64
  let savedAt: Instant
}

extension Database {
  func scheduleRow(of person: PersonID, term: TermID) throws -> ScheduleRow? {
    try one(
      "SELECT grade, version, saved_at FROM schedule WHERE person = ? AND term = ?", person.raw, term.raw
    ) { row in
      ScheduleRow(
        person: person, term: term, grade: Grade(checked: Int(try row.int("grade"))),
        version: try row.int("version"), savedAt: try row.instant("saved_at"))
    }
  }

  /// The schedule as its person sees it, with every block of the school.
  func schedule(
    of person: PersonID, term: TermID, cleared: [Campus.ClearedChoice]? = nil
  ) throws -> Campus.Schedule {
    let row = try scheduleRow(of: person, term: term)
    let classes = try chosenClasses(of: person, term: term)
    return Campus.Schedule(
      term: term, grade: row?.grade, blocks: try allBlocks(with: classes), version: row?.version ?? 0,
      savedAt: row?.savedAt, cleared: cleared)
  }

  private func allBlocks(with classes: [BlockNumber: ClassRow]) throws -> [Campus.ScheduleBlock] {
    (1...max(try schoolFrame().blockCount, 1)).map { number in
      let block = BlockNumber(checked: number)
      return Campus.ScheduleBlock(block: block, class: classes[block]?.shown())
    }
  }

  /// Every schedule of a person, the newest first.
  func schedules(of person: PersonID) throws -> [Campus.Schedule] {
    try all(
      "SELECT term FROM schedule WHERE person = ? ORDER BY saved_at DESC, term LIMIT ?", person.raw,
      Campus.maxTerms
    ) { TermID(try $0.id("term")) }.map { try schedule(of: person, term: $0) }
  }

  /// The earlier versions of all of them.
  func earlierSchedules(of person: PersonID) throws -> [Campus.Schedule] {
    try all(
      "SELECT DISTINCT term FROM schedule_version WHERE person = ? ORDER BY term LIMIT ?", person.raw,
      Campus.maxTerms
    ) { TermID(try $0.id("term")) }.flatMap { try scheduleVersions(of: person, term: $0) }
  }

  /// The choices of a person as they are.
  func choices(of person: PersonID, term: TermID) throws -> [Campus.ScheduleChoice] {
    try all(
      "SELECT block, class FROM schedule_class WHERE person = ? AND term = ? ORDER BY block LIMIT ?",
      person.raw, term.raw, BlockNumber.limits.count
    ) { row in
      Campus.ScheduleChoice(
        block: BlockNumber(checked: Int(try row.int("block"))), class: ClassID(try row.id("class")))
    }
  }

  /// The earlier versions, the newest first.
  func scheduleVersions(of person: PersonID, term: TermID) throws -> [Campus.Schedule] {
    try all(
      """
      SELECT version, grade, saved_at, choices FROM schedule_version WHERE person = ? AND term = ?
      ORDER BY version DESC LIMIT ?
      """,
      person.raw, term.raw, Campus.keptVersions
    ) { row in
      (
        version: try row.int("version"), grade: Grade(checked: Int(try row.int("grade"))),
        savedAt: try row.instant("saved_at"), choices: try Database.choices(try row.text("choices"))
      )
    }.map { kept in
      var classes: [BlockNumber: ClassRow] = [:]
      for choice in kept.choices { classes[choice.block] = try schoolClass(choice.class) }
      return Campus.Schedule(
        term: term, grade: kept.grade, blocks: try allBlocks(with: classes), version: kept.version,
        savedAt: kept.savedAt)
    }
  }

  /// The grade and the choices of an earlier version.
  func keptChoices(
    of person: PersonID, term: TermID, version: Int64
  ) throws -> (grade: Grade, choices: [Campus.ScheduleChoice])? {
    try one(
      "SELECT grade, choices FROM schedule_version WHERE person = ? AND term = ? AND version = ?",
      person.raw, term.raw, version
    ) { row in
      (Grade(checked: Int(try row.int("grade"))), try Database.choices(try row.text("choices")))
    }
  }

  private static func choices(_ text: String) throws -> [Campus.ScheduleChoice] {
    try JSONCoding.decode([Campus.ScheduleChoice].self, from: Array(text.utf8))
  }

  /// Replaces a schedule, keeps the earlier one among the last five, and brings rosters and reminders along.
  func save(
    _ choices: [Campus.ScheduleChoice], _ grade: Grade, of person: PersonID, term: TermID, _ call: Call
  ) throws {
    let old = try scheduleRow(of: person, term: term)
    if let old { try keep(old) }
    try run(
      """
      INSERT INTO schedule(person, term, grade, version, saved_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT(person, term) DO UPDATE SET grade = excluded.grade, version = excluded.version,
        saved_at = excluded.saved_at
      """,
      person.raw, term.raw, grade.count, (old?.version ?? 0) + 1, call.now)
    try run("DELETE FROM schedule_class WHERE person = ? AND term = ?", person.raw, term.raw)
    for choice in choices {
      try run(
        "INSERT INTO schedule_class(person, term, block, class) VALUES (?, ?, ?, ?)", person.raw, term.raw,
        choice.block.count, choice.class.raw)
    }
    try publish(Campus.ScheduleChanged(term: term), to: .people([person]), call)
    try planNow(person, call)
  }

  private func keep(_ old: ScheduleRow) throws {
    let choices = try choices(of: old.person, term: old.term)
    try run(
      """
      INSERT INTO schedule_version(person, term, version, grade, saved_at, choices)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      old.person.raw, old.term.raw, old.version, old.grade.count, old.savedAt,
      String(decoding: try JSONCoding.encode(choices), as: UTF8.self))
    try run(
      """
      DELETE FROM schedule_version WHERE person = ? AND term = ? AND version NOT IN (
        SELECT version FROM schedule_version WHERE person = ? AND term = ? ORDER BY version DESC LIMIT ?)
      """,
      old.person.raw, old.term.raw, old.person.raw, old.term.raw, Campus.keptVersions)
  }
}
