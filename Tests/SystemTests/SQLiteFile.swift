import CSQLite
import TestSupport

/// A program's database as SQLite sees it, past the program's own code: for looking at it, and for damaging
/// it.
struct SQLiteFile: ~Copyable {
  private let handle: OpaquePointer

  /// Opens an existing file; a log that its last owner left is taken in.
  init(_ path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      throw TestFailure("cannot open \(path): \(code)")
    }
    handle = opened
    sqlite3_busy_timeout(handle, 2000)
  }

  deinit { sqlite3_close(handle) }

  /// Runs one statement; NULL is an empty text.
  @discardableResult
  func rows(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure(sql) }
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
          })
      case SQLITE_DONE: return rows
      default: throw failure(sql)
      }
    }
  }

  func number(_ sql: String) throws -> Int64 {
    guard let text = try rows(sql).first?.first, let number = Int64(text) else {
      throw TestFailure("no number: \(sql)")
    }
    return number
  }

  /// Each value of the first column, and how often it is there.
  func counts(_ sql: String) throws -> [String: Int] {
    try rows(sql).reduce(into: [:]) { counts, row in counts[row[0], default: 0] += 1 }
  }

  /// The whole file is read; `ok` alone is well.
  func checkIntegrity() throws -> String {
    try rows("PRAGMA integrity_check").map { $0.joined() }.joined(separator: "\n")
  }

  private func failure(_ sql: String) -> TestFailure {
    TestFailure("\(String(cString: sqlite3_errmsg(handle))): \(sql)")
  }
}
