package import Schema
package import Store

/// A table with a copy of another program's rows, which its snapshot lists. A snapshot is the whole state:
/// what it does not list is gone. All rows are marked as stale in the column `is_stale` before it is applied,
/// the handlers of its events remove the marks, and the rows that are still marked are swept afterwards.
package struct CopiedTable: Sendable {
  /// The rows read and swept at once. The whole sweep is one transaction, that of the snapshot.
  package static let step = 500

  private let marks: @Sendable (borrowing Database, Call) throws -> Void
  private let sweeps: @Sendable (borrowing Database, Call) throws -> Bool

  /// - Parameter columns: The columns that `read` needs.
  /// - Parameter program: The value of the column `program`, in a table with the rows of several programs.
  /// - Parameter condition: The rows that a snapshot may list; a `?` is the current time. Nil for all rows.
  /// - Parameter sweep: Deletes these rows, or ends them and removes their marks.
  package init<Stale: Sendable>(
    _ name: String, _ columns: String, of program: ProgramName? = nil, marking condition: String? = nil,
    read: @escaping @Sendable (borrowing Row) throws -> Stale,
    sweep: @escaping @Sendable ([Stale], borrowing Database, Call) throws -> Void
  ) {
    let own = program.map { [$0.text] } ?? []
    let ofProgram = program.map { _ in ["program = ?"] } ?? []
    let marked = (ofProgram + [condition].compactMap { $0 }).joined(separator: " AND ")
    let filter = marked.isEmpty ? "" : " WHERE " + marked
    let stale = (ofProgram + ["is_stale = 1"]).joined(separator: " AND ")
    marks = { db, call in
      let values: [(any SQLBindable)?] = own + (condition?.contains("?") == true ? [call.now] : [])
      try db.run("UPDATE \(name) SET is_stale = 1\(filter)", values: values)
    }
    sweeps = { db, call in
      let rows = try db.all(
        "SELECT \(columns) FROM \(name) WHERE \(stale) LIMIT ?", values: own + [CopiedTable.step],
        map: read)
      if !rows.isEmpty { try sweep(rows, db, call) }
      return rows.isEmpty
    }
  }

  /// Marks the rows before a snapshot.
  package func mark(_ db: borrowing Database, _ call: Call) throws { try marks(db, call) }

  /// Sweeps the rows that the snapshot did not list.
  package func sweep(_ db: borrowing Database, _ call: Call) throws {
    while try !sweeps(db, call) {}
  }
}
