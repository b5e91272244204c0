import Schema
import ServiceKit
import Store

/// A stored excuse.
struct ExcuseRow: Sendable, Hashable {
  let id: ExcuseID
  let course: CourseID
  let person: PersonID
  let day: CivilDate
  var note: String
  var state: Attendance.ExcuseState
  let filed: Instant
  var answered: Instant?
  var answeredBy: PersonID?
  var answer: String?

  static let columns = "id, course, person, day, note, state, filed_at, answered_at, answered_by, answer"

  init(
    id: ExcuseID, course: CourseID, person: PersonID, day: CivilDate, note: String,
    state: Attendance.ExcuseState, filed: Instant
  ) {
    self.id = id
    self.course = course
    self.person = person
    self.day = day
    self.note = note
    self.state = state
    self.filed = filed
  }

  init(_ row: borrowing Row) throws {
    id = ExcuseID(try row.id("id"))
    course = CourseID(try row.id("course"))
    person = PersonID(try row.id("person"))
    day = try CivilDate(stored: row.text("day"))
    note = try row.text("note")
    state = try Attendance.ExcuseState(stored: row.text("state"))
    filed = try row.instant("filed_at")
    answered = try row.instantOrNil("answered_at")
    answeredBy = try row.idOrNil("answered_by").map { PersonID($0) }
    answer = try row.textOrNil("answer")
  }
}

extension Database {
  /// The limit of excuses of a student in a course.
  static var maxExcuses: Int { 100 }

  func excuse(_ id: ExcuseID) throws -> ExcuseRow? {
    try one("SELECT \(ExcuseRow.columns) FROM excuse WHERE id = ?", id.raw) { try ExcuseRow($0) }
  }

  func excuse(of person: PersonID, in course: CourseID, on day: CivilDate) throws -> ExcuseRow? {
    try one(
      "SELECT \(ExcuseRow.columns) FROM excuse WHERE course = ? AND person = ? AND day = ?", course.raw,
      person.raw, day.description
    ) { try ExcuseRow($0) }
  }

  func countExcuses(of person: PersonID, in course: CourseID) throws -> Int {
    try one(
      "SELECT count(*) AS count FROM excuse WHERE course = ? AND person = ?", course.raw, person.raw
    ) { Int(try $0.int("count")) } ?? 0
  }

  func put(_ excuse: ExcuseRow) throws {
    try run(
      """
      INSERT INTO excuse(\(ExcuseRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET note = excluded.note, state = excluded.state,
        answered_at = excluded.answered_at, answered_by = excluded.answered_by, answer = excluded.answer
      """,
      excuse.id.raw, excuse.course.raw, excuse.person.raw, excuse.day.description, excuse.note,
      excuse.state.rawValue, excuse.filed, excuse.answered, excuse.answeredBy?.raw, excuse.answer)
  }

  /// The students whose excuse for a day is accepted.
  func excusedPeople(in course: CourseID, on day: CivilDate) throws -> Set<PersonID> {
    Set(
      try all(
        """
        SELECT person FROM excuse WHERE course = ? AND day = ? AND state = 'accepted'
        ORDER BY person LIMIT ?
        """,
        course.raw, day.description, Database.maxOnRoster
      ) { PersonID(try $0.id("person")) })
  }

  /// The records of a student that closings made, with their check-ins, the newest first: as many as there
  /// can be in the two weeks that an excuse may lie in.
  func closingRecords(of person: PersonID, in course: CourseID) throws -> [(RecordRow, CheckInRow)] {
    let records = try all(
      """
      SELECT \(RecordRow.columns) FROM record JOIN checkin ON checkin.id = record.checkin
      WHERE record.person = ? AND checkin.course = ? AND deleted_at IS NULL AND closed_at IS NOT NULL
        AND means IN ('closing', 'excuse')
      ORDER BY starts_at DESC, checkin.id DESC LIMIT ?
      """,
      person.raw, course.raw, Database.maxCheckIns
    ) { try RecordRow($0) }
    return try records.compactMap { record in try checkIn(record.checkIn).map { (record, $0) } }
  }

  /// An excuse as people see it.
  func shown(_ id: ExcuseID) throws -> Attendance.Excuse {
    guard
      let excuse = try one(
        "\(Database.shownExcuses) WHERE excuse.id = ?", id.raw, map: { try Database.shown($0) })
    else { throw Fault(.notFound) }
    return excuse
  }

  /// The excuses in a course, the newest first, starting before `last`; those of one person unless nil.
  func excuses(
    in course: CourseID, of person: PersonID?, _ state: Attendance.ExcuseState?, before last: RawUUID,
    limit: Int
  ) throws -> [Attendance.Excuse] {
    try all(
      """
      \(Database.shownExcuses)
      WHERE excuse.course = ? AND excuse.id < ? AND excuse.person BETWEEN ? AND ?
        AND excuse.state BETWEEN ? AND ?
      ORDER BY excuse.id DESC LIMIT ?
      """,
      course.raw, last, person?.raw ?? .min, person?.raw ?? .max, state?.rawValue ?? "",
      state?.rawValue ?? "~",
      limit
    ) { try Database.shown($0) }
  }

  /// All excuses of a person, the newest first.
  func excuses(of person: PersonID, limit: Int) throws -> [Attendance.Excuse] {
    try all(
      "\(Database.shownExcuses) WHERE excuse.person = ? ORDER BY excuse.id DESC LIMIT ?", person.raw, limit
    ) { try Database.shown($0) }
  }

  private static var shownExcuses: String {
    """
    SELECT excuse.id, excuse.course, course.name AS course_name, excuse.person,
      coalesce(person.first_name, '') AS shown_first_name, coalesce(person.last_name, '') AS shown_last_name,
      day, note, state, filed_at, answered_at, answer, marker.first_name AS marker_first_name,
      marker.last_name AS marker_last_name
    FROM excuse JOIN course ON course.id = excuse.course LEFT JOIN person ON person.id = excuse.person
    LEFT JOIN person AS marker ON marker.id = excuse.answered_by
    """
  }

  private static func shown(_ row: borrowing Row) throws -> Attendance.Excuse {
    Attendance.Excuse(
      id: ExcuseID(try row.id("id")), course: CourseID(try row.id("course")),
      courseName: try row.text("course_name"), person: PersonID(try row.id("person")),
      firstName: try row.text("shown_first_name"), lastName: try row.text("shown_last_name"),
      day: try CivilDate(stored: row.text("day")), note: ExcuseNote(checked: try row.text("note")),
      state: try Attendance.ExcuseState(stored: row.text("state")), filed: try row.instant("filed_at"),
      answered: try row.instantOrNil("answered_at"), by: try KnownName.marker(row),
      answer: try row.textOrNil("answer"))
  }
}

extension Attendance.ExcuseState {
  init(stored text: String) throws {
    guard let state = Attendance.ExcuseState(rawValue: text) else { throw DamagedRow(what: "state \(text)") }
    self = state
  }
}

extension CivilDate {
  init(stored text: String) throws {
    guard let date = CivilDate(text) else { throw DamagedRow(what: "day \(text)") }
    self = date
  }
}
