import Schema
import ServiceKit
import Store

/// A class as it is stored.
struct ClassRow: Sendable, Hashable {
  let id: ClassID
  var name: String
  var code: String?
  var teacher: PersonID?
  var teacherName: String?
  var room: String?
  var lunch: Campus.LunchLetter?
  var course: CourseID?
  var grades: NumberSet
  var blocks: NumberSet
  var version: Int64

  static let columns = """
    class.id, class.name, class.code, class.teacher, class.teacher_name, class.room, class.lunch,
    class.course, class.grades, class.blocks, class.version
    """

  init(
    id: ClassID, name: String, code: String?, teacher: PersonID?, teacherName: String?, room: String?,
    lunch: Campus.LunchLetter?, course: CourseID?, grades: NumberSet, blocks: NumberSet, version: Int64
  ) {
    self.id = id
    self.name = name
    self.code = code
    self.teacher = teacher
    self.teacherName = teacherName
    self.room = room
    self.lunch = lunch
    self.course = course
    self.grades = grades
    self.blocks = blocks
    self.version = version
  }

  init(row: borrowing Row) throws {
    self.init(
      id: ClassID(try row.id("id")), name: try row.text("name"), code: try row.textOrNil("code"),
      teacher: try row.idOrNil("teacher").map { PersonID($0) },
      teacherName: try row.textOrNil("teacher_name"), room: try row.textOrNil("room"),
      lunch: try row.textOrNil("lunch").flatMap { Campus.LunchLetter(rawValue: $0) },
      course: try row.idOrNil("course").map { CourseID($0) },
      grades: NumberSet(bits: try row.int("grades")), blocks: NumberSet(bits: try row.int("blocks")),
      version: try row.int("version"))
  }

  /// The class as people see it.
  /// - Parameter students: The number of its students, for those who may see it.
  func shown(students: Int? = nil) -> Campus.SchoolClass {
    let named = teacherName.map { TeacherName(checked: $0) }
    return Campus.SchoolClass(
      id: id, name: CourseName(checked: name), code: code.map { CourseCode(checked: $0) },
      grades: grades.all.map { Grade(checked: $0) }, blocks: blocks.all.map { BlockNumber(checked: $0) },
      teacher: teacher == nil && named == nil ? nil : Campus.ClassTeacher(person: teacher, name: named),
      room: room.map { RoomName(checked: $0) }, lunch: lunch, course: course, students: students,
      version: version)
  }

  /// The class as other programs follow it.
  var listed: Campus.ClassListed {
    Campus.ClassListed(
      id: id, name: CourseName(checked: name), code: code.map { CourseCode(checked: $0) }, teacher: teacher,
      course: course)
  }

  /// `Biology, BIO 2`.
  var named: String { [name, code].compactMap { $0 }.joined(separator: ", ") }

  /// The key of its place in lists: the name in lowercase, short enough for a cursor.
  var sortName: String { ClassRow.key(name) }
  var codeKey: String { code?.lowercased() ?? "" }
  /// Everything that a query looks at, in lowercase.
  var search: String {
    [name, code, teacherName, room].compactMap { $0 }.joined(separator: " ").lowercased()
  }

  /// The limit of a sort key in bytes: with an id it fits into a cursor.
  private static let maxKey = 90

  private static func key(_ text: String) -> String {
    var key = ""
    for scalar in text.lowercased().unicodeScalars {
      guard key.utf8.count + scalar.utf8.count <= maxKey else { break }
      key.unicodeScalars.append(scalar)
    }
    return key
  }
}

/// A set of small numbers, stored as bits.
struct NumberSet: Sendable, Hashable {
  let bits: Int64

  /// The bits that every set shares one with, unless it is empty.
  static let any: Int64 = -1

  init(bits: Int64) { self.bits = bits }

  init(_ numbers: [some CheckedNumber]) {
    bits = numbers.reduce(0) { $0 | 1 << Int64($1.count) }
  }

  func contains(_ number: some CheckedNumber) -> Bool { bits & 1 << Int64(number.count) != 0 }

  func isSubset(of other: NumberSet) -> Bool { bits & ~other.bits == 0 }

  /// The numbers in ascending order.
  var all: [Int] { (0..<63).filter { bits & 1 << Int64($0) != 0 } }
}

extension Database {
  func schoolClass(_ id: ClassID) throws -> ClassRow? {
    try one("SELECT \(ClassRow.columns) FROM class WHERE id = ?", id.raw, map: ClassRow.init(row:))
  }

  /// The classes of a person's schedule, by block.
  func chosenClasses(of person: PersonID, term: TermID) throws -> [BlockNumber: ClassRow] {
    let rows = try all(
      """
      SELECT schedule_class.block AS block, \(ClassRow.columns) FROM schedule_class
      JOIN class ON class.id = schedule_class.class WHERE person = ? AND term = ? LIMIT ?
      """,
      person.raw, term.raw, BlockNumber.limits.count
    ) { (BlockNumber(checked: Int(try $0.int("block"))), try ClassRow(row: $0)) }
    return Dictionary(rows) { first, _ in first }
  }

  /// The classes that a person teaches, by name.
  func taughtClasses(of person: PersonID) throws -> [ClassRow] {
    try all(
      """
      SELECT \(ClassRow.columns) FROM class WHERE teacher = ? ORDER BY sort_name, id LIMIT ?
      """,
      person.raw, Campus.maxClasses, map: ClassRow.init(row:))
  }

  func put(_ row: ClassRow) throws {
    try run(
      """
      INSERT INTO class(
        id, name, code, sort_name, code_key, search, teacher, teacher_name, room, lunch, course, grades,
        blocks, version)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET name = excluded.name, code = excluded.code,
        sort_name = excluded.sort_name, code_key = excluded.code_key, search = excluded.search,
        teacher = excluded.teacher, teacher_name = excluded.teacher_name, room = excluded.room,
        lunch = excluded.lunch, course = excluded.course, grades = excluded.grades,
        blocks = excluded.blocks, version = excluded.version
      """,
      row.id.raw, row.name, row.code, row.sortName, row.codeKey, row.search, row.teacher?.raw,
      row.teacherName, row.room, row.lunch?.rawValue, row.course?.raw, row.grades.bits, row.blocks.bits,
      row.version)
  }

  /// True if another class has this name and code.
  func hasClass(like row: ClassRow) throws -> Bool {
    try one(
      "SELECT 1 FROM class WHERE sort_name = ? AND code_key = ? AND id <> ?", row.sortName, row.codeKey,
      row.id.raw, map: { _ in true }) ?? false
  }
}
