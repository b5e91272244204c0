import Schema
import ServiceKit
import Store

/// A person of an import without an account.
struct ExpectedRow: Sendable, Hashable {
  let id: ExpectedID
  let course: CourseID
  let email: EmailAddress
  var first: String?
  var last: String?
  var role: Attendance.CourseRole
  var studentNumber: String?
  let added: Instant
  private(set) var adviser: PersonID?
  private(set) var adviserEmail: EmailAddress?

  static let columns = """
    id, course, email, first_name, last_name, role, student_number, added_at, adviser, adviser_email
    """

  init(_ person: ReadPerson, on course: CourseID, now: Instant) {
    id = .random()
    self.course = course
    email = person.email
    first = person.first
    last = person.last
    role = person.role ?? .student
    studentNumber = person.studentNumber
    added = now
  }

  init(_ row: borrowing Row) throws {
    id = ExpectedID(try row.id("id"))
    course = CourseID(try row.id("course"))
    email = EmailAddress(checked: try row.text("email"))
    first = try row.textOrNil("first_name")
    last = try row.textOrNil("last_name")
    role = try Attendance.CourseRole(stored: row.text("role"))
    studentNumber = try row.textOrNil("student_number")
    added = try row.instant("added_at")
    adviser = try row.idOrNil("adviser").map { PersonID($0) }
    adviserEmail = try row.textOrNil("adviser_email").map { EmailAddress(checked: $0) }
  }

  /// Sets the adviser; nil keeps the one that is set.
  mutating func setAdviser(_ account: Auth.FoundAccount?) {
    guard let account else { return }
    (adviser, adviserEmail) = (account.person, account.email)
  }

  var shown: Attendance.ExpectedPerson {
    Attendance.ExpectedPerson(
      id: id, email: email.text, firstName: first, lastName: last, role: role, studentNumber: studentNumber,
      added: added, adviser: adviserEmail?.text)
  }

  /// By last name like a roster, and by address without a name.
  var sortName: String {
    let name = SortName.person(first ?? "", last ?? "")
    return name == " " ? SortName.key(email.text) : name
  }
}

extension Database {
  /// The limit of days for which a person is expected.
  static var maxDaysExpected: Int { 365 }

  func expected(on course: CourseID) throws -> [ExpectedRow] {
    try all(
      "SELECT \(ExpectedRow.columns) FROM expected WHERE course = ? ORDER BY email LIMIT ?", course.raw,
      Database.maxOnRoster
    ) { try ExpectedRow($0) }
  }

  func expected(
    on course: CourseID, after key: NameKey, limit: Int
  ) throws -> [ExpectedRow] {
    try all(
      """
      SELECT \(ExpectedRow.columns) FROM expected WHERE course = ? AND (sort_name, id) > (?, ?)
      ORDER BY sort_name, id LIMIT ?
      """,
      course.raw, key.name, key.id, limit
    ) { try ExpectedRow($0) }
  }

  /// Stores a person, or what another import says of them.
  func expect(_ row: ExpectedRow) throws {
    try run(
      """
      INSERT INTO expected(\(ExpectedRow.columns), sort_name) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(course, email) DO UPDATE SET first_name = excluded.first_name,
        last_name = excluded.last_name, role = excluded.role, student_number = excluded.student_number,
        sort_name = excluded.sort_name, adviser = excluded.adviser,
        adviser_email = excluded.adviser_email
      """,
      row.id.raw, row.course.raw, row.email.text, row.first, row.last, row.role.rawValue, row.studentNumber,
      row.added, row.adviser?.raw, row.adviserEmail?.text, row.sortName)
  }

  func deleteExpected(_ id: ExpectedID, on course: CourseID) throws {
    try run("DELETE FROM expected WHERE id = ? AND course = ?", id.raw, course.raw)
  }

  func deleteExpected(_ email: EmailAddress, on course: CourseID) throws {
    try run("DELETE FROM expected WHERE course = ? AND email = ?", course.raw, email.text)
  }

  func countExpected(on course: CourseID) throws -> Int {
    try one("SELECT count(*) AS count FROM expected WHERE course = ?", course.raw) {
      Int(try $0.int("count"))
    } ?? 0
  }

  func setStudentNumber(_ number: String, of person: PersonID, in course: CourseID) throws {
    try run(
      "UPDATE roster SET student_number = ? WHERE course = ? AND person = ?", number, course.raw, person.raw)
  }

  // MARK: - People with accounts

  /// Has auth asked for the person's address if any course expects somebody.
  func greet(_ person: PersonID) throws {
    try run(
      """
      INSERT INTO newcomer(person) SELECT ? WHERE EXISTS (SELECT 1 FROM expected)
      ON CONFLICT(person) DO UPDATE SET changes = newcomer.changes + 1
      """,
      person.raw)
  }

  /// Has the courses looked at again that the person had no place for.
  func greetAgain(_ person: PersonID) throws {
    try run(
      """
      INSERT INTO newcomer(person) SELECT ? WHERE EXISTS (SELECT 1 FROM expected WHERE person = ?)
      ON CONFLICT(person) DO UPDATE SET changes = newcomer.changes + 1
      """,
      person.raw, person.raw)
  }

  typealias Newcomer = (person: PersonID, changes: Int64)

  func newcomers(limit: Int) throws -> [Newcomer] {
    try all("SELECT person, changes FROM newcomer ORDER BY person LIMIT ?", limit) {
      (PersonID(try $0.id("person")), try $0.int("changes"))
    }
  }

  /// Keeps a person whose address may have changed since.
  func deleteNewcomer(_ newcomer: Newcomer) throws {
    try run("DELETE FROM newcomer WHERE person = ? AND changes = ?", newcomer.person.raw, newcomer.changes)
  }

  func uncheckedExpected(limit: Int) throws -> [(id: ExpectedID, email: EmailAddress)] {
    try all("SELECT id, email FROM expected WHERE is_checked = 0 ORDER BY id LIMIT ?", limit) {
      (ExpectedID(try $0.id("id")), EmailAddress(checked: try $0.text("email")))
    }
  }

  func setChecked(_ id: ExpectedID) throws {
    try run("UPDATE expected SET is_checked = 1 WHERE id = ?", id.raw)
  }

  /// Puts a person on the rosters that expect their address. A course beyond the person's limit keeps
  /// expecting them.
  func admit(_ found: Auth.FoundAccount, _ call: Call) throws {
    let rows = try all(
      "SELECT \(ExpectedRow.columns) FROM expected WHERE email = ? ORDER BY added_at, id LIMIT ?",
      found.email.text, Database.maxCourses
    ) { try ExpectedRow($0) }
    if !rows.isEmpty, try !isKnown(found.person) {
      try know(found.person, found.firstName, found.lastName)
    }
    for row in rows {
      if try role(of: found.person, in: row.course) == nil {
        guard try countCourses(of: found.person) < Database.maxCoursesPerPerson else {
          try run("UPDATE expected SET person = ? WHERE id = ?", found.person.raw, row.id.raw)
          continue
        }
        try deleteExpected(row.id, on: row.course)
        try join(found.person, row.course, as: row.role, call)
        if let number = row.studentNumber { try setStudentNumber(number, of: found.person, in: row.course) }
        if row.role == .student, let adviser = row.adviser, adviser != found.person {
          try setAdviser(adviser, of: found.person, in: row.course)
        }
      } else {
        try deleteExpected(row.id, on: row.course)
      }
    }
  }

  func hasExpected(addedBefore cutoff: Instant) throws -> Bool {
    try one("SELECT 1 FROM expected WHERE added_at < ? LIMIT 1", cutoff, map: { _ in true }) ?? false
  }

  func purgeExpected(addedBefore cutoff: Instant, limit: Int) throws {
    try run(
      """
      DELETE FROM expected WHERE id IN
        (SELECT id FROM expected WHERE added_at < ? ORDER BY added_at LIMIT ?)
      """,
      cutoff, limit)
  }

  /// The time at which an expected person is next looked up or deleted.
  func nextExpectedWork(at now: Instant) throws -> Instant? {
    let isWaiting =
      try one(
        "SELECT 1 FROM newcomer UNION ALL SELECT 1 FROM expected WHERE is_checked = 0 LIMIT 1",
        map: { _ in true }) ?? false
    if isWaiting { return now }
    let first =
      try one(
        "SELECT min(added_at) AS added_at FROM expected", map: { try $0.instantOrNil("added_at") }) ?? nil
    return first?.advanced(by: .seconds((Database.maxDaysExpected * 24 + 1) * 3600))
  }
}
