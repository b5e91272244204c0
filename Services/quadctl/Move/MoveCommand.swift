import FoundationEssentials
import Store
import Terminal

/// `quadctl move`: takes a stopped site from files to PostgreSQL, and back.
enum MoveCommand: Command {
  static let name = "move"
  static let summary = "Move a stopped site's data from files to PostgreSQL, or back"
  static let verbs = [
    Verb(
      "", "postgres://HOST/DATABASE | sqlite", summary,
      options: [
        .value("data", "DIR", is: "Data folder of the site; QUAD_DATA unless given"),
        .value("from", "ADDRESS", is: "Database that the data is moved from; QUAD_STORE unless given"),
        .flag("replace", "Move what is at the new place already aside"),
      ], run: move)
  ]
  static let notes = """
    Stop the site first; the gateway may run on. Everything is copied and compared, table by table, before
    anything else changes; until then the data stays where it was, and the same command begins again. Streams
    go on as they were, unlike after a restore.

    Afterwards set QUAD_STORE: programs do not start with the old place. What was there is kept, as after a
    restore. Pictures stay in the data folder.

    Environment: QUAD_DATA, QUAD_KEYS for the passwords of the programs, QUAD_STORE.
    """

  @Sendable private static func move(_ arguments: Arguments) async throws {
    guard let target = arguments.words.first else { throw UsageError("missing postgres://… or sqlite") }
    try arguments.refuseMore(than: 1)
    let environment = ProcessInfo.processInfo.environment
    guard let data = arguments.value("data") ?? environment["QUAD_DATA"], !data.isEmpty else {
      throw UsageError("missing --data DIR")
    }
    let isBack = target == SiteMove.files
    guard let server = isBack ? arguments.value("from") ?? environment["QUAD_STORE"] : target else {
      throw UsageError("missing --from postgres://…, the database that the data is in")
    }
    try refuse(server)
    let move = SiteMove(
      data: data, keys: environment["QUAD_KEYS"] ?? "", server: server, isReplacing: arguments.has("replace"))
    do { try isBack ? move.toFiles() : move.toServer() } catch let failure as Failure {
      throw failure
    } catch { throw Failure("\(error)\n\(move.remedy)") }
  }

  private static func refuse(_ server: String) throws(UsageError) {
    guard server.hasPrefix("postgres://") else {
      throw UsageError("\(server) is neither postgres://HOST/DATABASE nor sqlite")
    }
    let host = server.dropFirst("postgres://".count).prefix { $0 != "/" && $0 != "?" }
    guard !host.prefix(while: { $0 != "@" }).contains(":") || !host.contains("@"),
      !server.contains("password=")
    else { throw UsageError("a password belongs into the file postgres of each program's folder of keys") }
    guard !server.contains("schema=") else { throw UsageError("each program has a schema of its own") }
  }
}
