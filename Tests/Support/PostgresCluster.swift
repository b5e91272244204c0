import FoundationEssentials
import Glibc
import Synchronization

/// A PostgreSQL server on a socket in a folder of its own. It ends with this process, however that ends.
package final class PostgresCluster: Sendable {
  package let folder: String
  private let scripts = Atomic(0)

  package init() throws {
    folder = try makeTemporaryFolder("quad-pg")
    try shell(
      """
      \(geteuid() == 0 ? "chown postgres \(folder)" : ":")
      \(account)\(bin)/initdb -D \(folder)/data -A trust -U quad -N -E UTF8 --locale=C.UTF-8 \
        --locale-provider=icu --icu-locale=en-US
      """)
    try start()
    // The pipe closes with this process, even if it is killed.
    let ending = "trap '' INT TERM; cat >/dev/null; cd /; \(control) -m immediate stop; rm -r \(folder)"
    guard popen("(\(ending)) >/dev/null 2>&1", "we") != nil else { throw TestFailure("no pipe") }
  }

  package var address: String { "postgres://quad@/postgres?host=\(folder)" }

  package func start() throws {
    try shell(
      "\(control) -l \(folder)/log -o \"-c listen_addresses='' -k \(folder) \(settings)\" start")
  }

  /// Ends the server with all its sessions, as a power cut would, but for the pages that only the kernel
  /// has. A session that went on for a moment would keep the shared memory, and beside that no server starts.
  package func kill() throws {
    let file = try String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
    guard let server = file.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
      throw TestFailure("no server to kill")
    }
    // It begins no session between the list of them and the end.
    guard Glibc.kill(server, SIGSTOP) == 0 else { throw TestFailure("the server is not stopped") }
    try wait("the server stands still") { try standsStill(server) }
    let list = try String(contentsOfFile: "/proc/\(server)/task/\(server)/children", encoding: .utf8)
    let sessions = list.split(separator: " ").compactMap { pid_t($0) }
    for process in [server] + sessions { _ = Glibc.kill(process, SIGKILL) }
    // The next one asks whether there is a process of that id, also one that nobody has waited for.
    try wait("the server and its sessions end") {
      Glibc.kill(server, 0) != 0 && sessions.allSatisfy(hasEnded)
    }
  }

  private func wait(_ what: String, until condition: () throws -> Bool) throws {
    let end = ContinuousClock.now.advanced(by: .seconds(10))
    while try !condition() {
      guard ContinuousClock.now < end else { throw TestFailure("not within 10 s: \(what)") }
      sched_yield()
    }
  }

  /// Runs SQL by psql, in a session of its own, and returns the rows.
  @discardableResult
  package func run(_ sql: String) throws -> String {
    let file = "\(folder)/\(scripts.add(1, ordering: .relaxed).newValue).sql"
    try Data("SET default_transaction_read_only = off; \(sql)".utf8).write(to: URL(filePath: file))
    let status = system(
      "psql -X -q -At -v ON_ERROR_STOP=1 -h \(folder) -U quad -d postgres -f \(file) >\(file).log 2>&1")
    let said = try String(contentsOfFile: "\(file).log", encoding: .utf8)
    guard status == 0 else { throw TestFailure(said) }
    return said
  }

  /// Runs SQL by psql in a session of this name, and does not wait for it.
  package func begin(_ sql: String, as name: String) throws {
    let status = system(
      "PGAPPNAME=\(name) psql -X -h \(folder) -U quad -d postgres -c \"\(sql)\" >/dev/null 2>&1 &")
    guard status == 0 else { throw TestFailure("psql was not started") }
  }

  private func shell(_ script: String) throws {
    guard system("cd \(folder) && exec >>\(folder)/start.log 2>&1\n\(script)") == 0 else {
      throw TestFailure("PostgreSQL did not start: see \(folder)/start.log and \(folder)/log")
    }
  }

  /// The server refuses to run as root; Debian's package brings the account.
  private var account: String { geteuid() == 0 ? "runuser -u postgres -- " : "" }
  private var control: String { "\(account)\(bin)/pg_ctl -D \(folder)/data -w" }
  private let bin = "/usr/lib/postgresql/15/bin"
  /// A locale that sorts unlike SQLite, and no waiting for the disk.
  private let settings = [
    "fsync=off", "full_page_writes=off", "autovacuum=off", "shared_buffers=16MB", "max_connections=300",
  ].map { "-c \($0)" }.joined(separator: " ")
}
