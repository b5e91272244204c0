package import Schema
package import Store

/// A table with data about people: the members of the program's export that show its rows, and one step of an
/// erasure. A program declares all of them in one list, in the order in which they are erased.
package struct PersonalTable: Sendable {
  /// Erases some of the rows, or the person's id in them. It finds only what is left.
  /// - Returns: True if more may be left.
  package typealias Step = @Sendable (borrowing Database, PersonID, Call) throws -> Bool

  /// The rows per step. Other writes wait for at most one step.
  package static let step = 500

  package let name: String
  /// The columns that hold a person's id, or what a person was found by.
  package let columns: [String]
  /// Tables whose rows are deleted with those of this one.
  package let parts: [String]
  /// The members of the export. None for a table that is kept for the program's own work.
  package let exported: [String]
  /// The statement of a table whose rows are only deleted. Its values are the person and the limit of rows.
  package let deletion: String?
  private let erases: Step

  package init(
    _ name: String, _ columns: String..., parts: [String] = [], exported: [String] = [],
    erases: @escaping Step
  ) {
    self.init(name, columns, parts, exported, nil, erases)
  }

  private init(
    _ name: String, _ columns: [String], _ parts: [String], _ exported: [String], _ deletion: String?,
    _ erases: @escaping Step
  ) {
    self.name = name
    self.columns = columns
    self.parts = parts
    self.exported = exported
    self.deletion = deletion
    self.erases = erases
  }

  /// A table whose rows are deleted. The key identifies a row.
  package static func deleted(
    _ name: String, key: String, of column: String = "person", parts: [String] = [], exported: [String] = []
  ) -> PersonalTable {
    let deletion =
      "DELETE FROM \(name) WHERE (\(key)) IN (SELECT \(key) FROM \(name) WHERE \(column) = ? LIMIT ?)"
    return PersonalTable(name, [column], parts, exported, deletion) { db, person, _ in
      try db.change(deletion, person.raw, step) >= step
    }
  }

  fileprivate func erase(_ db: borrowing Database, _ person: PersonID, _ call: Call) throws -> Bool {
    try erases(db, person, call)
  }
}

extension Call {
  /// Erases a person, each step in a transaction of its own. An interrupted request can be sent again.
  package func erase(_ person: PersonID, from tables: [PersonalTable]) async throws {
    for table in tables {
      while try await store.write({ db in try table.erase(db, person, self) }) {}
    }
  }
}

extension Database {
  /// Erases a person in this transaction.
  package func erase(_ person: PersonID, from tables: [PersonalTable], _ call: Call) throws {
    for table in tables {
      while try table.erase(self, person, call) {}
    }
  }
}

extension Handlers {
  /// Registers the erasure of a person from these tables.
  package mutating func erase<R: PersonErasure>(_ type: R.Type, from tables: [PersonalTable]) {
    erase(type) { request, call in
      try await call.erase(request.person, from: tables)
      return Empty()
    }
  }

  /// Registers the erasure of a person. It also runs after a restore, for people erased since the backup.
  package mutating func erase<R: PersonErasure>(
    _ type: R.Type, _ handler: @escaping @Sendable (R, Call) async throws -> Empty
  ) {
    on(type, handler)
    appliesAfterRestore { person, call in _ = try await handler(R(person: person), call) }
  }
}
