import Schema
import ServiceKit
import Store

/// The terms as a table.
enum TermImport: ImportTable {
  static let kind = Campus.ImportKind.terms
  static let key = ["name"]
  static let columns = [
    ImportColumn("name", as: nil, "term", "halbjahr"),
    ImportColumn("starts", .date, as: nil, "start", "startdate", "from", "beginn"),
    ImportColumn("ends", .date, as: nil, "end", "enddate", "to", "ende"),
  ]

  static func stored(_ db: borrowing Database) throws -> [ImportEntry] {
    try db.termRows().map { ImportEntry(head: cells(of: $0), parts: []) }
  }

  private static func cells(of term: TermRow) -> ImportCells {
    [
      "name": .string(term.name.text), "starts": .string(term.starts.description),
      "ends": .string(term.ends.description),
    ]
  }

  static func put(_ changes: [ImportChange], _ run: inout ImportRun, _ db: borrowing Database) throws {
    let call = run.call
    let today = try db.schoolDate(at: call.now)
    var left: [CivilDate] = []
    for change in changes {
      let old = try db.termRows().first { key(of: cells(of: $0)) == key(of: change.entry.head) }
      try run.store(Campus.AddTerm.self, members(of: change.entry.head), of: change) { request in
        guard var term = old else {
          let new = TermRow(
            id: .timed(call.now), name: request.name, starts: request.starts, ends: request.ends,
            createdOn: today, version: 1)
          return try db.put(new, isNew: true)
        }
        (term.name, term.starts, term.ends) = (request.name, request.starts, request.ends)
        term.version += 1
        guard let old, old.livedDates(by: today) == term.livedDates(by: today) else { throw Fault(.pastDay) }
        try db.put(term, isNew: false)
        left += try db.removeDays(of: old, beyond: term)
      }
    }
    try db.replanDays(left: left, call)
    try db.publish(Campus.SchoolChanged(), to: .everyone, call)
  }
}
