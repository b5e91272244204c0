import Bus
import FoundationEssentials
import Schema
import SiteCommands
import Terminal

/// `quadctl admin`: administers a site over the bus with the operator's key, without an account.
enum AdminCommand: Command {
  static let name = "admin"
  static let summary = AdminVerbs.summary
  static let verbs = AdminVerbs.all { arguments, body in
    let settings = try BusSettings()
    try await settings.with(key: .operator) { bus in
      try await body(try OperatorVisit(arguments, bus: bus, settings.apps))
    }
  }
  static let notes = """
    \(AdminVerbs.notes)

    These commands need the operator's key (QUAD_KEYS, QUAD_RUN), but no account. The first administrator of
    a new site uses the page that quadctl setup prints. Without a browser, after signing up by invitation:

      quadctl admin invite
      quadctl admin roles EMAIL student admin

    Administrators do the rest as themselves, with quad admin.
    """
}

/// A command of the operator: the typed words, the bus, and the output of the reply.
private struct OperatorVisit: SiteVisit {
  let arguments: Arguments
  let home: Home
  private let sender: BusSender
  private let apps: SiteApps

  init(_ arguments: Arguments, bus: Node, _ apps: SiteApps) throws {
    self.arguments = arguments
    home = try Home()
    sender = BusSender(bus: bus)
    self.apps = apps
  }

  var listOwner: String? {
    let run = ProcessInfo.processInfo.environment["QUAD_RUN"] ?? ""
    return ShownLists.owner(site: "operator at \(run)", token: "")
  }

  func send<R: Request>(_ request: R) async throws -> R.Reply {
    if let app = Catalogue.app(of: R.program), !apps.contains(app) { throw Fault(.absent(app)) }
    return try await sender.ask(request)
  }
}
