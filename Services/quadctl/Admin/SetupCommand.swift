import Bus
import JSON
import Schema
import SiteCommands
import Terminal

/// `quadctl setup`: a new code for the page on which a site gets its first administrator.
enum SetupCommand: Command {
  static let name = "setup"
  static let summary = "Make a code for a site's first administrator"
  static let verbs = [Verb("", "", "print the address of the setup page with a new code", run: setUp)]
  static let notes = """
    The person who opens the page with the code becomes administrator, and names the site. auth also logs a
    code at each start of a site without an administrator. A new code replaces the one before, and none works
    once there is an administrator.

    Environment: QUAD_KEYS, QUAD_RUN, BUS_ADDRESS.
    """

  @Sendable private static func setUp(_ arguments: Arguments) async throws {
    try arguments.refuseMore(than: 0)
    try await BusSettings().with(key: .operator) { bus in
      let made = try await bus.ask(
        .auth, Auth.MakeSetupCode.subject, Auth.MakeSetupCode(), as: Auth.SetupCode.self)
      Output.say("Whoever opens this page becomes administrator:\n\(made.link)")
    }
  }
}
