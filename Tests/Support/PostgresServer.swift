import FoundationEssentials
import Glibc
import Synchronization

/// A PostgreSQL server of this process, on a socket in a folder of its own. It is started when it is first
/// asked for, and ends with the process, however that ends.
package enum PostgresServer {
  private static let started = Result { try start() }
  private static let schemas = Atomic(0)
  private static let places = Mutex<[String: String]>([:])

  /// An address with a schema that no other test uses.
  package static func newPlace() throws -> String {
    let number = schemas.add(1, ordering: .relaxed).newValue
    return "\(try address())&schema=s\(number)"
  }

  /// True if the tests of programs keep their data on PostgreSQL: `QUAD_TEST_ENGINE=postgres`.
  package static let isAsked = getenv("QUAD_TEST_ENGINE").map { String(cString: $0) } == "postgres"

  /// An address in place of that of a file, always the same one for the same file.
  package static func place(for file: String) throws -> String {
    try places.withLock { places in
      let place = try places[file] ?? newPlace()
      places[file] = place
      return place
    }
  }

  package static func address() throws -> String { "postgres://quad@/postgres?host=\(try started.get())" }

  /// Runs SQL by psql, in a session of its own.
  package static func run(_ sql: String) throws {
    let folder = try started.get()
    let file = "\(folder)/\(schemas.add(1, ordering: .relaxed).newValue).sql"
    try Data(sql.utf8).write(to: URL(filePath: file))
    let status = system(
      "psql -X -q -v ON_ERROR_STOP=1 -h \(folder) -U quad -d postgres -f \(file) >\(file).log 2>&1")
    guard status == 0 else {
      throw TestFailure(try String(contentsOfFile: "\(file).log", encoding: .utf8))
    }
  }

  private static func start() throws -> String {
    var template = Array("/tmp/quad-pg-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestFailure("no folder for PostgreSQL") }
    let folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    // The server refuses to run as root; Debian's package brings the account.
    let account = geteuid() == 0 ? "runuser -u postgres -- " : ""
    let control = "\(account)\(bin)/pg_ctl -D \(folder)/data -w"
    let script = """
      cd \(folder) && exec >\(folder)/start.log 2>&1
      \(geteuid() == 0 ? "chown postgres \(folder)" : ":")
      \(account)\(bin)/initdb -D \(folder)/data -A trust -U quad -N -E UTF8 --locale=C.UTF-8 \
        --locale-provider=icu --icu-locale=en-US &&
      \(control) -l \(folder)/log -o "-c listen_addresses='' -k \(folder) \(settings)" start
      """
    guard system(script) == 0 else {
      throw TestFailure("PostgreSQL did not start: see \(folder)/start.log and \(folder)/log")
    }
    // The pipe closes with this process, even if it is killed.
    let ending = "trap '' INT TERM; cat >/dev/null; cd /; \(control) -m immediate stop; rm -r \(folder)"
    guard popen("(\(ending)) >/dev/null 2>&1", "we") != nil else { throw TestFailure("no pipe") }
    return folder
  }

  private static let bin = "/usr/lib/postgresql/15/bin"
  /// A locale that sorts unlike SQLite, and no waiting for the disk.
  private static let settings = [
    "fsync=off", "full_page_writes=off", "autovacuum=off", "shared_buffers=16MB", "max_connections=300",
  ].map { "-c \($0)" }.joined(separator: " ")
}
