import Schema
import Spreadsheet

/// A row that has passed every check that needs no store.
struct ReadPerson: Hashable, Sendable {
  let file: Int
  let line: Int
  let email: EmailAddress
  let first: String?
  let last: String?
  /// Nil if the file does not say: then a person on the roster keeps theirs.
  let role: Attendance.CourseRole?
  let studentNumber: String?
  /// Nil if the file does not say: then a student keeps theirs.
  let adviser: EmailAddress?
}

/// The people in the files of an import.
struct RosterReading: Sendable {
  static let maxRows = 5_000
  static let maxCellLength = 200
  static let maxClasses = 200

  private(set) var people: [ReadPerson] = []
  private(set) var rows = 0
  private(set) var duplicates = 0
  private(set) var problems: [Attendance.RosterProblem] = []
  private(set) var classes: [Attendance.RosterClass] = []
  private var known: Set<EmailAddress> = []

  /// - Throws: The reason why nothing can be imported.
  init(_ request: Attendance.ImportRoster) throws(Fault) {
    var tables: [RosterColumns.Kind: RosterTable] = [:]
    for (index, file) in request.files.all.enumerated() {
      let table = try RosterTable(file, number: index + 1)
      guard tables.updateValue(table, forKey: table.columns.kind) == nil else {
        throw Fault(.rosterFilesBad, field: "files")
      }
    }
    if let list = tables[.list] {
      guard tables.count == 1 else { throw Fault(.rosterFilesBad, field: "files") }
      for row in list.rows { take(row, of: list, enrolled: nil, in: list) }
    } else {
      guard let users = tables[.users], let enrollments = tables[.enrollments] else {
        throw Fault(.rosterFilesMissing, field: "files")
      }
      try readOneRoster(users, enrollments, tables[.classes], request)
    }
  }

  private mutating func readOneRoster(
    _ users: RosterTable, _ enrollments: RosterTable, _ classes: RosterTable?,
    _ request: Attendance.ImportRoster
  ) throws(Fault) {
    let current = enrollments.rows.filter { !enrollments.isDeleted($0) }
    let byClass = Dictionary(grouping: current) { enrollments.columns.cell(.classID, of: $0) }
    let titles = Dictionary(
      (classes?.rows ?? []).map { row in
        (classes?.columns.cell(.sourcedID, of: row) ?? "", classes?.columns.cell(.title, of: row) ?? "")
      }, uniquingKeysWith: { first, _ in first })
    self.classes = Array(
      byClass.map { id, rows in
        let title = titles[id].flatMap { $0.isEmpty ? nil : String($0.prefix(RosterReading.maxCellLength)) }
        let cut = String(id.prefix(RosterReading.maxCellLength))
        return Attendance.RosterClass(id: cut, title: title ?? cut, people: rows.count)
      }
      .sorted { ($0.title, $0.id) < ($1.title, $1.id) }.prefix(RosterReading.maxClasses))
    guard let chosen = request.fromClass?.text ?? (byClass.count == 1 ? byClass.keys.first : nil) else {
      guard byClass.isEmpty || request.dryRun == true else { throw Fault(.classNeeded, field: "fromClass") }
      return
    }
    guard let rows = byClass[chosen] else { throw Fault(.classUnknown, field: "fromClass") }
    let byID = Dictionary(
      users.rows.filter { !users.isDeleted($0) }.map { (users.columns.cell(.sourcedID, of: $0), $0) },
      uniquingKeysWith: { first, _ in first })
    for row in rows {
      guard let user = byID[enrollments.columns.cell(.user, of: row)] else {
        miss(row, of: enrollments)
        continue
      }
      take(row, of: enrollments, enrolled: user, in: users)
    }
  }

  private mutating func miss(_ row: CSVText.Row, of table: RosterTable) {
    rows += 1
    refuse(file: table.number, line: row.line, .userMissing)
  }

  mutating func refuse(file: Int, line: Int, _ code: FaultCode) {
    problems.append(
      Attendance.RosterProblem(file: file, line: line, code: code.code, message: code.message))
  }

  /// - Parameter enrolled: The row of the person, if that is another one than the row with the role.
  private mutating func take(
    _ row: CSVText.Row, of table: RosterTable, enrolled: CSVText.Row?, in users: RosterTable
  ) {
    rows += 1
    do throws(RowFlaw) {
      let person = try RosterReading.person(row, of: table, enrolled ?? row, in: users)
      if known.insert(person.email).inserted { people.append(person) } else { duplicates += 1 }
    } catch {
      refuse(file: table.number, line: row.line, error.code)
    }
  }

  private static func person(
    _ row: CSVText.Row, of table: RosterTable, _ user: CSVText.Row, in users: RosterTable
  ) throws(RowFlaw) -> ReadPerson {
    guard !table.columns.isOverlong(row), !users.columns.isOverlong(user) else {
      throw RowFlaw(code: .rosterRowLong)
    }
    func cell(_ column: RosterColumns.Column) throws(RowFlaw) -> String {
      let cell = users.columns.cell(column, of: user)
      guard cell.utf8.count <= maxCellLength * 4, cell.count <= maxCellLength else {
        throw RowFlaw(code: .tooLong)
      }
      return cell
    }
    func checked<Value: LimitedText>(
      _ column: RosterColumns.Column, _: Value.Type
    ) throws(RowFlaw) -> String? {
      let text = try cell(column)
      do throws(TextFault) { return text.isEmpty ? nil : try Value(text).text } catch {
        throw RowFlaw(code: error.code)
      }
    }
    guard let email = EmailAddress(try cell(.email)) else { throw RowFlaw(code: .emailBad) }
    let role: Attendance.CourseRole?
    switch table.columns.cell(.role, of: row).lowercased() {
    case "": role = nil
    case "student", "learner": role = .student
    case "instructor", "teacher": role = .instructor
    default: throw RowFlaw(code: .courseRoleBad)
    }
    // OneRoster has no such column.
    let written = try table.columns.kind == .list ? cell(.adviser) : ""
    let adviser = EmailAddress(written)
    guard written.isEmpty || adviser != nil else { throw RowFlaw(code: .adviserEmailBad) }
    guard adviser == nil || adviser != email else { throw RowFlaw(code: .adviserBad) }
    return ReadPerson(
      file: table.number, line: row.line, email: email, first: try checked(.first, GivenName.self),
      last: try checked(.last, FamilyName.self), role: role,
      studentNumber: try checked(.studentNumber, StudentNumber.self), adviser: adviser)
  }
}

/// The reason why a row is left out.
private struct RowFlaw: Error {
  let code: FaultCode
}

/// The rows of one file.
private struct RosterTable {
  let number: Int
  let columns: RosterColumns
  let rows: ArraySlice<CSVText.Row>

  init(_ file: RosterFile, number: Int) throws(Fault) {
    let field = "files.\(number - 1)"
    let text: CSVText
    do throws(CSVText.Flaw) { text = try CSVText(file.text, maxRows: RosterReading.maxRows + 1) } catch {
      let code =
        switch error {
        case .unclosedQuote: FaultCode.rosterFileQuotes
        case .tooManyRows: FaultCode.rosterFileLong
        case .tooManyCells: FaultCode.rosterFileBad
        }
      var fault = Fault(code, field: field)
      fault.details = ["file": .int(Int64(number)), "line": .int(Int64(error.line))]
      throw fault
    }
    guard let header = text.rows.first, let columns = RosterColumns(header: header.cells) else {
      throw Fault(.rosterFileBad, field: field)
    }
    self.number = number
    self.columns = columns
    // Spreadsheets write rows of empty cells.
    rows = text.rows.dropFirst().filter { row in row.cells.contains { !Text.trim($0).isEmpty } }[...]
  }

  /// True for a row that a school system lists as removed.
  func isDeleted(_ row: CSVText.Row) -> Bool {
    columns.kind != .list && columns.cell(.status, of: row).lowercased() == "tobedeleted"
  }
}
