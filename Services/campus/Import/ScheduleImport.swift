import Schema
import ServiceKit
import Store

/// The schedules of students as a table: a row for each student and term, a column for each block. A cell has
/// the code of a class, or its name.
enum ScheduleImport: ImportTable {
  static let kind = Campus.ImportKind.schedules
  static let key = [ImportTables.personColumn, "term"]
  static let columns =
    [
      ImportColumn(ImportTables.personColumn, as: nil, "student", "email", "studentemail", "konto"),
      ImportColumn("term", as: nil, "halbjahr"),
      ImportColumn("grade", .number, as: nil, "stufe"),
    ]
    + BlockNumber.limits.map { block in
      ImportColumn("block\(block)", as: nil, "\(block)", "b\(block)", "period\(block)")
    }

  /// The limit of the schedules that an export has.
  static let maxSchedules = 100_000

  static func stored(_ db: borrowing Database) throws -> [ImportEntry] {
    let classes = try db.importedClasses()
    let names = Dictionary(
      classes.map { ($0.id, ClassNames.reference(to: $0)) },
      uniquingKeysWith: { first, _ in first })
    let terms = Dictionary(
      try db.termRows().map { ($0.id, $0.name.text) }, uniquingKeysWith: { first, _ in first })
    let chosen = try db.all(
      "SELECT person, term, block, class FROM schedule_class ORDER BY person, term, block LIMIT ?",
      maxSchedules * BlockNumber.limits.count
    ) { row in
      (
        owner: ScheduleOwner(person: PersonID(try row.id("person")), term: TermID(try row.id("term"))),
        block: try row.int("block"), class: ClassID(try row.id("class"))
      )
    }
    let byOwner = Dictionary(grouping: chosen) { $0.owner }
    return try db.all("SELECT person, term, grade FROM schedule ORDER BY term, person LIMIT ?", maxSchedules)
    {
      row in
      (
        ScheduleOwner(person: PersonID(try row.id("person")), term: TermID(try row.id("term"))),
        try row.int("grade")
      )
    }.compactMap { owner, grade in
      guard let term = terms[owner.term] else { return nil }
      var cells: ImportCells = [
        ImportTables.personColumn: .string(owner.person.description), "term": .string(term),
        "grade": .int(grade),
      ]
      for choice in byOwner[owner] ?? [] {
        cells["block\(choice.block)"] = names[choice.class].map { .string($0) }
      }
      return ImportEntry(head: cells, parts: [])
    }
  }

  static func put(_ changes: [ImportChange], _ run: inout ImportRun, _ db: borrowing Database) throws {
    let call = run.call
    let names = ClassNames(try db.importedClasses())
    let terms = Dictionary(
      try db.termRows().map { ($0.name.text.lowercased(), $0.id) }, uniquingKeysWith: { first, _ in first })
    for change in changes {
      guard case .string(let id)? = change.entry.head[ImportTables.personColumn],
        let person = PersonID(id), case .string(let name)? = change.entry.head["term"]
      else { continue }
      guard let term = terms[name.lowercased()] else {
        run.refuse(change, column: "term", .importTermUnknown)
        continue
      }
      let found = choices(of: change, names, &run)
      guard let found else { continue }
      let version = try db.scheduleRow(of: person, term: term)?.version ?? 0
      let members = [
        JSONValue.Member("term", .string(term.description)), JSONValue.Member("version", .int(version)),
        JSONValue.Member("choices", .array(found.choices)),
      ]
      let grade = change.entry.head["grade"].map { [JSONValue.Member("grade", $0)] } ?? []
      try run.store(Campus.SaveSchedule.self, members + grade, of: change) { request in
        do { _ = try db.save(request, of: person, call) } catch var fault as Fault {
          // A choice is a column of the row.
          fault.fields = fault.fields?.map { field in
            let index = field.field.split(separator: ".").lazy.compactMap { Int($0) }.first
            let column = index.map { "block\(found.blocks[$0])" } ?? field.field
            return Fault.Field(field: column, code: field.code, message: field.message)
          }
          throw fault
        }
      }
    }
  }

  /// The chosen classes with their blocks; nil if a cell names none.
  private static func choices(
    of change: ImportChange, _ names: ClassNames, _ run: inout ImportRun
  ) -> (choices: [JSONValue], blocks: [Int])? {
    var choices: [JSONValue] = []
    var blocks: [Int] = []
    var isWhole = true
    for block in BlockNumber.limits {
      guard case .string(let name)? = change.entry.head["block\(block)"] else { continue }
      guard let id = names[name] else {
        run.refuse(change, column: "block\(block)", .importClassUnknown)
        isWhole = false
        continue
      }
      choices.append(["block": .int(Int64(block)), "class": .string(id.description)])
      blocks.append(block)
    }
    return isWhole ? (choices, blocks) : nil
  }
}

private struct ScheduleOwner: Hashable {
  let person: PersonID
  let term: TermID
}

/// Classes by what a cell calls them.
struct ClassNames {
  private var ids: [String: ClassID] = [:]

  /// A code counts before a name, and what two classes have in common names neither.
  init(_ classes: [ClassRow]) {
    for text in [\ClassRow.code, \ClassRow.optionalName] {
      let byText = Dictionary(grouping: classes.filter { $0[keyPath: text] != nil }) {
        $0[keyPath: text]?.lowercased() ?? ""
      }
      for (text, found) in byText where ids[text] == nil && found.count == 1 { ids[text] = found[0].id }
    }
  }

  subscript(name: String) -> ClassID? { ids[name.lowercased()] }

  /// The word of a cell for a class: its code, or its name.
  static func reference(to row: ClassRow) -> String { row.code ?? row.name }
}

extension ClassRow {
  fileprivate var optionalName: String? { name }
}
