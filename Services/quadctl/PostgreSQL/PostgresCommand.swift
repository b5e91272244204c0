import FoundationEssentials
import Schema
import SiteCommands
import Terminal

/// `quadctl postgres`: what a site needs on a server of PostgreSQL.
enum PostgresCommand: Command {
  static let name = "postgres"
  static let summary = "Print the SQL that prepares a database on PostgreSQL for a site"
  static let verbs = [
    Verb(
      "", "[--keys DIR]", summary,
      options: [
        .value("keys", "DIR", is: "Folder of the passwords, from quadctl keygen --postgres; else QUAD_KEYS")
      ], run: postgres)
  ]
  static let notes = """
    Each program gets a role and a schema of its own, and nobody else gets anything. Run the SQL in the site's
    database as a superuser, or as the database's owner if that may create roles:
    quadctl postgres | psql --set ON_ERROR_STOP=1 --dbname quad
    It may run again at any time, and has to after an upgrade that adds a program. It holds no passwords, only
    what the server checks them with.
    """

  @Sendable private static func postgres(_ arguments: Arguments) async throws {
    try arguments.refuseMore(than: 0)
    guard
      let path = arguments.value("keys") ?? ProcessInfo.processInfo.environment["QUAD_KEYS"], !path.isEmpty
    else { throw UsageError("missing --keys DIR") }
    guard FileManager.default.fileExists(atPath: path) else { throw Failure("\(path) does not exist") }
    let keys = try KeyFolder.open(path)
    let roles = try Catalogue.programs.map { PostgresRole($0, password: try keys.password(of: $0)) }
    Output.say(PostgresRole.sql(of: roles))
  }
}
