import Schema
import SiteCommands
import Terminal

/// The command line `quad`, for everyone with an account at a site.
enum Quad: Tool {
  static let name = "quad"
  static let version = Release.version
  static let summary = "your campus at the command line"

  static let groups = [
    CommandGroup(
      "Account",
      [
        SignUpCommand.self, SignInCommand.self, SignOutCommand.self, WhoAmICommand.self, ProfileCommand.self,
        PasswordCommand.self, ForgotCommand.self, ResetCommand.self, EmailCommand.self, ConfirmCommand.self,
        SessionsCommand.self, TokensCommand.self, ExportCommand.self, DeleteAccountCommand.self,
        KeepAccountCommand.self,
      ]),
    CommandGroup(
      "Room",
      [HomeCommand.self, RoomCommand.self, TasksCommand.self, BoardCommand.self, DormsCommand.self]),
    CommandGroup("Events and courses", [EventsCommand.self, CoursesCommand.self, PeopleCommand.self]),
    CommandGroup(
      "Notifications",
      [InboxCommand.self, AlertsCommand.self, ChannelsCommand.self, QuietCommand.self, DigestCommand.self]),
    CommandGroup("Administration", [AdminCommand.self]),
    CommandGroup(
      "Help", [HelpCommand<Quad>.self, CompletionCommand<Quad>.self, ManCommand<Quad>.self]),
  ]

  /// The commands of operators, which were here until 0.2.
  static let moved =
    ["backup", "bus", "catalogue", "clock", "demo", "keygen", "restore", "seed"].map {
      MovedCommand($0, to: "quadctl")
    } + [MovedCommand("admin", with: "operator", to: "quadctl")]

  static let environment: [(name: String, meaning: String)] = [
    (name: "QUAD_SITE", meaning: "The address of the site, instead of the one you signed in to."),
    ("QUAD_TOKEN", "An API token, instead of the session you signed in to."),
    (
      "XDG_CONFIG_HOME",
      "The folder for settings; the session is kept in its folder quad. Default: ~/.config."
    ),
    ("NO_COLOR", "Any text turns colors off."),
    ("TZ", "The time zone of times you enter and see. Default: that of the machine."),
    ("LC_ALL, LC_MONETARY, LANG", "How prices are written."),
  ]

  static func checkEnvironment() throws { try EnvironmentError.refuseUnknownSetting() }

  static func failure(_ error: any Error) -> Failure? { Failure(site: error, tool: name) }
}

extension Failure {
  static let signInFirst = Failure("sign in first: quad signin EMAIL", .notAllowed)
}
