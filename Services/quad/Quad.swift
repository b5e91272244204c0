import FoundationEssentials
import GatewayClient
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
    CommandGroup(
      "Events and courses",
      [
        EventsCommand.self, CoursesCommand.self, CheckInCommand.self, AttendanceCommand.self,
        ExcusesCommand.self, PeopleCommand.self,
      ]),
    CommandGroup("School", [CampusCommand.self]),
    CommandGroup("Search", [SearchCommand.self]),
    CommandGroup("First aid", [AidCommand.self, AEDsCommand.self]),
    CommandGroup(
      "Notifications",
      [InboxCommand.self, AlertsCommand.self, ChannelsCommand.self, QuietCommand.self, DigestCommand.self]),
    CommandGroup("Administration", [AdminCommand.self, PicturesCommand.self]),
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

  /// The commands of each app.
  private static let commandsOfApps: [App: [any Command.Type]] = [
    .room: [HomeCommand.self, RoomCommand.self, TasksCommand.self, BoardCommand.self, DormsCommand.self],
    .events: [EventsCommand.self],
    .courses: [CoursesCommand.self, CheckInCommand.self, AttendanceCommand.self, ExcusesCommand.self],
    .aid: [AidCommand.self, AEDsCommand.self],
    .school: [CampusCommand.self],
  ]

  /// The time that a site has to say which apps it runs, before the help lists the commands of all.
  private static let patience = Duration.seconds(1)

  static func absentCommands() async -> Set<String> {
    guard let apps = await appsOfSite() else { return [] }
    let absent = commandsOfApps.filter { app, _ in !apps.contains(app) }
    return Set(absent.values.joined().map { $0.name })
  }

  /// The apps of the site that is signed in to or named in the environment; nil if there is none, or it does
  /// not say. The help is about this program, so it never fails because of a site.
  private static func appsOfSite() async -> [App]? {
    do {
      let environment = ProcessInfo.processInfo.environment
      let isNamed = environment["QUAD_SITE"].map { !$0.isEmpty } ?? false
      guard try isNamed || Home(environment).session() != nil else { return nil }
      let visit = try Visit(try Arguments([], []))
      return try await visit.client.with(token: nil).send(Auth.GetSite(), within: patience).apps
    } catch { return nil }
  }

  static func failure(_ error: any Error) -> Failure? { Failure(site: error, tool: name) }
}

extension Failure {
  static let signInFirst = Failure("sign in first: quad signin EMAIL", .notAllowed)
}
