import Schema
import ServiceKit
import Store

/// The catalogue of classes as a table.
enum ClassImport: ImportTable {
  static let kind = Campus.ImportKind.classes
  static let key = ["name", "code"]
  static let required = ["name"]
  static let columns = [
    ImportColumn("name", as: nil, "class", "klasse", "kurs", "title"),
    ImportColumn("code", as: nil, "number", "kürzel"),
    ImportColumn("grades", .numbers, as: nil, "grade", "stufen", "stufe"),
    ImportColumn("blocks", .numbers, as: nil, "block"),
    ImportColumn("teacher", as: nil, "teachername", "lehrkraft"),
    ImportColumn(ImportTables.personColumn, as: "person", "teacheremail", "konto"),
    ImportColumn("room", as: nil, "raum"),
    ImportColumn("lunch", as: nil, "mittag"),
  ]

  static func stored(_ db: borrowing Database) throws -> [ImportEntry] {
    try db.importedClasses().map { ImportEntry(head: cells(of: $0), parts: []) }
  }

  private static func cells(of row: ClassRow) -> ImportCells {
    var cells: ImportCells = [
      "name": .string(row.name), "grades": .array(row.grades.all.map { .int(Int64($0)) }),
      "blocks": .array(row.blocks.all.map { .int(Int64($0)) }),
    ]
    cells["code"] = row.code.map { .string($0) }
    cells["teacher"] = row.teacherName.map { .string($0) }
    cells[ImportTables.personColumn] = row.teacher.map { .string($0.description) }
    cells["room"] = row.room.map { .string($0) }
    cells["lunch"] = row.lunch.map { .string($0.rawValue) }
    return cells
  }

  static func normal(_ entry: ImportEntry) -> ImportEntry {
    var entry = entry
    for name in ["grades", "blocks"] { entry.head[name] = entry.head[name].map(ImportColumn.sorted) }
    if case .string(let letter)? = entry.head["lunch"] { entry.head["lunch"] = .string(letter.uppercased()) }
    return entry
  }

  static func put(_ changes: [ImportChange], _ run: inout ImportRun, _ db: borrowing Database) throws {
    let call = run.call
    let known = Dictionary(
      try db.importedClasses().map { (key(of: cells(of: $0)), $0) }, uniquingKeysWith: { first, _ in first })
    for change in changes {
      let old = known[key(of: change.entry.head)]
      let members = members(of: change.entry.head, replacing: old)
      if old == nil {
        try run.store(Campus.AddClass.self, members, of: change) { _ = try db.addClass($0, call) }
      } else {
        try run.store(Campus.EditClass.self, members, of: change) { _ = try db.editClass($0, call) }
      }
    }
  }

  /// The members of a request that adds the class, or edits `old`. Its teacher is an object.
  private static func members(of head: ImportCells, replacing old: ClassRow?) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    var teacher: [JSONValue.Member] = []
    for member in self.members(of: head, clears: old != nil) {
      if member.name != "teacher" && member.name != "person" {
        members.append(member)
      } else if member.value != .null {
        teacher.append(JSONValue.Member(member.name == "teacher" ? "name" : "person", member.value))
      }
    }
    if !teacher.isEmpty || old != nil {
      members.append(JSONValue.Member("teacher", teacher.isEmpty ? .null : .object(teacher)))
    }
    if let old {
      members.append(JSONValue.Member("id", .string(old.id.description)))
      members.append(JSONValue.Member("version", .int(old.version)))
    }
    return members
  }
}

extension Database {
  /// All classes by name.
  func importedClasses() throws -> [ClassRow] {
    try all(
      "SELECT \(ClassRow.columns) FROM class ORDER BY sort_name, code_key, id LIMIT ?", Campus.maxClasses,
      map: ClassRow.init(row:))
  }
}
