import Schema
import ServiceKit
import Store

/// The effect of an import, computed once for the dry run and for the import.
struct RosterPlan {
  enum Step {
    case join(Auth.FoundAccount, Attendance.CourseRole)
    case setRole(PersonID, Attendance.CourseRole)
    case setNumber(PersonID, String)
    case setAdviser(PersonID, Auth.FoundAccount)
    case stopExpecting(EmailAddress)
    case expect(ExpectedRow)
  }

  private(set) var steps: [Step] = []
  private(set) var added = 0
  private(set) var already = 0
  private(set) var changed = 0
  private(set) var expectedCount = 0
  private(set) var reading: RosterReading

  private var roster: [PersonID: (role: Attendance.CourseRole, number: String?)]
  private var expected: [EmailAddress: ExpectedRow]

  /// - Parameter accounts: The accounts of the looked-up addresses.
  init(
    _ reading: RosterReading, _ accounts: [EmailAddress: Auth.FoundAccount], on course: CourseID,
    _ db: borrowing Database, _ call: Call
  ) throws {
    self.reading = reading
    roster = try db.numberedRoster(of: course)
    expected = Dictionary(
      try db.expected(on: course).map { ($0.email, $0) }, uniquingKeysWith: { first, _ in first })
    let caller = try call.person
    for (index, person) in reading.people.enumerated() {
      let account = accounts[person.email]
      let adviser = person.adviser.flatMap { accounts[$0] }
      let refusal: FaultCode?
      if index >= Database.maxOnRoster {
        refusal = .rosterFull
      } else if person.adviser != nil, adviser == nil {
        refusal = .adviserUnknown
      } else if person.adviser != nil, role(of: person, account) == .instructor {
        refusal = .adviserOfInstructor
      } else if let account, let known = roster[account.person] {
        refusal = update(person, account.person, known, isCaller: account.person == caller)
      } else if let account {
        refusal = try join(person, account, db)
      } else {
        refusal = expect(person, on: course, by: adviser, now: call.now)
      }
      if refusal == nil, let account, let adviser { steps.append(.setAdviser(account.person, adviser)) }
      if let refusal { self.reading.refuse(file: person.file, line: person.line, refusal) }
    }
  }

  /// The role that the row gives or leaves to the person.
  private func role(of person: ReadPerson, _ account: Auth.FoundAccount?) -> Attendance.CourseRole {
    let known = account.flatMap { roster[$0.person]?.role } ?? expected[person.email]?.role
    return person.role ?? known ?? .student
  }

  private var seats: Int { roster.count + expected.count }

  /// Nobody takes their own role away with a file that has it otherwise.
  private mutating func update(
    _ person: ReadPerson, _ id: PersonID, _ known: (role: Attendance.CourseRole, number: String?),
    isCaller: Bool
  ) -> FaultCode? {
    var role = known.role
    if let other = person.role, other != known.role, !isCaller {
      let isLast = known.role == .instructor && roster.values.count { $0.role == .instructor } == 1
      guard !isLast else { return .lastInstructor }
      role = other
      changed += 1
      steps.append(.setRole(id, other))
    } else {
      already += 1
    }
    if let number = person.studentNumber, number != known.number { steps.append(.setNumber(id, number)) }
    roster[id] = (role, person.studentNumber ?? known.number)
    forget(person.email)
    return nil
  }

  private mutating func join(
    _ person: ReadPerson, _ account: Auth.FoundAccount, _ db: borrowing Database
  ) throws -> FaultCode? {
    let waiting = expected[person.email]
    guard seats < Database.maxOnRoster || waiting != nil else { return .rosterFull }
    guard try db.countCourses(of: account.person) < Database.maxCoursesPerPerson else { return .coursesFull }
    let role = person.role ?? waiting?.role ?? .student
    forget(person.email)
    steps.append(.join(account, role))
    let number = person.studentNumber ?? waiting?.studentNumber
    if let number { steps.append(.setNumber(account.person, number)) }
    roster[account.person] = (role, number)
    added += 1
    return nil
  }

  private mutating func expect(
    _ person: ReadPerson, on course: CourseID, by adviser: Auth.FoundAccount?, now: Instant
  ) -> FaultCode? {
    if var waiting = expected[person.email] {
      let before = waiting
      waiting.first = person.first ?? waiting.first
      waiting.last = person.last ?? waiting.last
      waiting.role = person.role ?? waiting.role
      waiting.studentNumber = person.studentNumber ?? waiting.studentNumber
      waiting.setAdviser(adviser)
      if waiting.role == before.role { already += 1 } else { changed += 1 }
      if waiting != before { steps.append(.expect(waiting)) }
      expected[person.email] = waiting
      return nil
    }
    guard seats < Database.maxOnRoster else { return .rosterFull }
    var row = ExpectedRow(person, on: course, now: now)
    row.setAdviser(adviser)
    expected[person.email] = row
    steps.append(.expect(row))
    expectedCount += 1
    return nil
  }

  private mutating func forget(_ email: EmailAddress) {
    if expected.removeValue(forKey: email) != nil { steps.append(.stopExpecting(email)) }
  }

  /// The limit of the problems that a reply has.
  private static let maxProblems = 100

  var result: Attendance.ImportedRoster {
    let problems = reading.problems.sorted { ($0.file, $0.line) < ($1.file, $1.line) }
    return Attendance.ImportedRoster(
      rows: reading.rows, added: added, already: already, changed: changed, expected: expectedCount,
      duplicates: reading.duplicates, refused: problems.count,
      problems: Array(problems.prefix(RosterPlan.maxProblems)),
      moreProblems: max(0, problems.count - RosterPlan.maxProblems), classes: reading.classes)
  }
}

extension Database {
  fileprivate func numberedRoster(
    of course: CourseID
  ) throws -> [PersonID: (role: Attendance.CourseRole, number: String?)] {
    let rows = try all(
      "SELECT person, role, student_number FROM roster WHERE course = ? LIMIT ?", course.raw,
      Database.maxOnRoster
    ) { row in
      (
        PersonID(try row.id("person")),
        (
          role: try Attendance.CourseRole(stored: row.text("role")),
          number: try row.textOrNil("student_number")
        )
      )
    }
    return Dictionary(rows, uniquingKeysWith: { first, _ in first })
  }

  func apply(_ plan: RosterPlan, on course: CourseID, _ call: Call) throws {
    for step in plan.steps {
      switch step {
      case .join(let account, let role):
        if try !isKnown(account.person) { try know(account.person, account.firstName, account.lastName) }
        try join(account.person, course, as: role, call)
      case .setRole(let person, let role): try join(person, course, as: role, call)
      case .setNumber(let person, let number): try setStudentNumber(number, of: person, in: course)
      case .setAdviser(let person, let adviser):
        if try !isKnown(adviser.person) { try know(adviser.person, adviser.firstName, adviser.lastName) }
        try setAdviser(adviser.person, of: person, in: course)
      case .stopExpecting(let email): try deleteExpected(email, on: course)
      case .expect(let row): try expect(row)
      }
    }
  }
}
