internal import Glibc
internal import Synchronization

/// The texts of the statements that this process prepared, for the test that checks if all of them are
/// listed. `QUAD_TEST_STATEMENTS` names a folder, in which each process has a file. A text contains no
/// values.
final class StatementRecord: Sendable {
  /// Nil outside tests.
  static let shared = getenv("QUAD_TEST_STATEMENTS").map { StatementRecord(folder: String(cString: $0)) }

  private let path: String
  private let recorded = Mutex<Set<String>>([])

  private init(folder: String) {
    path = "\(folder)/\(getpid())"
  }

  /// Appends the text once, followed by a NUL.
  func add(_ sql: String) throws(StoreError) {
    let isWritten = recorded.withLock { texts in
      guard texts.insert(sql).inserted else { return true }
      let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else { return false }
      defer { close(file) }
      let bytes = Array(sql.utf8) + [0]
      return write(file, bytes, bytes.count) == bytes.count
    }
    guard isWritten else { throw .cannotOpen(detail: "\(path): \(String(cString: strerror(errno)))") }
  }
}
