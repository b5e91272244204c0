import FoundationEssentials
import Glibc
import Synchronization

/// A PostgreSQL server of this process, on a socket in a folder of its own. It is started when it is first
/// asked for, and ends with the process, however that ends.
package enum PostgresServer {
  private static let started = Result { try PostgresCluster() }
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

  /// The place of a store of tests: the file, or a schema if they keep their data on PostgreSQL.
  package static func place(insteadOf file: String) throws -> String {
    isAsked ? try place(for: file) : file
  }

  /// The address of a database of its own, for a site whose programs have a schema each.
  static func newDatabase() throws -> String {
    let cluster = try started.get()
    let name = "site\(schemas.add(1, ordering: .relaxed).newValue)"
    try cluster.run("CREATE DATABASE \(name)")
    return "postgres://quad@/\(name)?host=\(cluster.folder)"
  }

  package static func address() throws -> String { try started.get().address }

  @discardableResult
  package static func run(_ sql: String) throws -> String { try started.get().run(sql) }

  /// Ends every session of a place, as a server does that one process lost sight of.
  package static func endSessions(of place: String) throws {
    let schema = place.split(separator: "=").last ?? ""
    try run(
      """
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'quad \(schema)'
      """)
  }
}
