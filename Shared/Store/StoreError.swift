/// An error of the store. Except for `broken` and `unknown`, it guarantees that the write did not happen.
package enum StoreError: Error, Sendable, Equatable {
  /// Another process, or another `ProgramStore` of this one, holds the file.
  case inUse(path: String)
  /// The file, its folder or its lock could not be opened.
  case cannotOpen(detail: String)
  /// The server on PostgreSQL does not let the program in, or has not the certificate that it should have.
  case refused(ServerRefusal, detail: String)
  /// The programs of the site may hold more connections than the server takes.
  case tooFewConnections(there: Int, needed: Int)
  /// The store lacks data that it once had, or is another one. Nothing was written to it.
  case lost(path: String, what: String)
  /// A program with more migrations wrote this file; this one must not touch it.
  case newer(found: Int, known: Int)
  /// The migrations differ from those that created the file, or one of them failed.
  case migration(detail: String)
  /// The file belongs to another program's stream.
  case otherStream(found: String)
  /// `close` was called.
  case closed
  /// A queue, the pool of readers or SQLite's lock is at its limit: try later.
  case busy
  /// The disk is full. Reads continue and later writes try again.
  case full
  /// Reading or writing the disk failed, or the file is damaged. It is unknown if a write with this error
  /// happened. Nothing is retried, and the program should exit.
  case broken(detail: String)
  /// No server on PostgreSQL takes the write or answers the read. Later ones try again.
  case unreachable(detail: String)
  /// The connection to PostgreSQL was lost during the commit, and nothing that the write left behind tells if
  /// it happened. Its idempotency key decides when it is repeated.
  case unknown(detail: String)
  /// A constraint of the schema rejected a row.
  case constraint(kind: ConstraintKind, detail: String)
  /// A column held another type than the code expected.
  case column(detail: String)
  /// A write was tried inside `read`.
  case readOnly
  /// SQL that a body must not use, more than one statement, or a wrong number of values.
  case misuse(detail: String)
  /// Any other error of the engine; `code` is SQLite's extended result code, 0 for PostgreSQL.
  case sql(code: Int32, detail: String)
}

extension StoreError: CustomStringConvertible {
  /// The error in words for an operator. The host of a program adds the file and what to do.
  package var description: String {
    switch self {
    case .inUse(let path): "\(path) is in use by another process"
    case .cannotOpen(let detail): "cannot open \(detail)"
    case .refused(let code, let detail): "cannot open \(detail) (\(code.rawValue))"
    case .tooFewConnections(let there, let needed):
      "the server takes \(there) connections, and the site's programs may hold \(needed)"
    case .lost(let path, let what): "\(path) \(what)"
    case .newer(let found, let known):
      "a newer version wrote the store: it has \(found) steps of its schema, and this version knows \(known)"
    case .migration(let detail): "the store cannot be upgraded: \(detail)"
    case .otherStream(let found): "the store belongs to \(found)"
    case .closed: "the store is closed"
    case .busy: "the store is busy"
    case .full: "the disk is full"
    case .broken(let detail): "the store cannot be read or written: \(detail)"
    case .unreachable(let detail): "the database cannot be reached: \(detail)"
    case .unknown(let detail): "it is not known if a write happened: \(detail)"
    case .constraint(let kind, let detail): "the schema rejects a row: \(detail) (\(kind.rawValue))"
    case .column(let detail): "a column holds another type: \(detail)"
    case .readOnly: "a read tried to write"
    case .misuse(let detail): "a statement is not allowed: \(detail)"
    case .sql(0, let detail): detail
    case .sql(let code, let detail): "\(detail) (SQLite \(code))"
    }
  }
}

/// The kind of constraint that rejected a row.
package enum ConstraintKind: String, Sendable {
  case unique
  case primaryKey
  case foreignKey
  case notNull
  case check
  case trigger
  case dataType
  case other
}
