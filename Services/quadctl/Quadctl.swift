import Schema
import SiteCommands
import Terminal

/// The command line `quadctl`, for operators of a site.
enum Quadctl: Tool {
  static let name = "quadctl"
  static let version = Release.version
  static let summary = "run and maintain a Quad site"

  static let groups = [
    CommandGroup(
      "Set up",
      [
        KeygenCommand.self, PostgresCommand.self, SetupCommand.self, SeedCommand.self, AdminCommand.self,
      ]),
    CommandGroup(
      "Operate",
      [BusCommand.self, SettingsCommand.self, BackupCommand.self, RestoreCommand.self, MoveCommand.self]),
    CommandGroup("Try out", [DemoCommand.self, ClockCommand.self, CatalogueCommand.self]),
    CommandGroup(
      "Help", [HelpCommand<Quadctl>.self, CompletionCommand<Quadctl>.self, ManCommand<Quadctl>.self]),
  ]

  static let environment: [(name: String, meaning: String)] = [
    (name: "QUAD_KEYS", meaning: "The folder of the keys, created by quadctl keygen."),
    ("QUAD_RUN", "The folder of the sockets, at most 80 characters."),
    ("QUAD_DATA", "The site's data folder, where a backup leaves its time."),
    ("QUAD_STORE", "The place of a site's data, sqlite or postgres://HOST/DATABASE."),
    ("BUS_ADDRESS", "The address template of the programs. Default: ipc://{run}/{program}.{q|e}."),
    ("BUS_<PROGRAM>", "The addresses of one program, in place of the template."),
    ("XDG_CONFIG_HOME", "The folder for settings; row numbers of lists are kept in its folder quad."),
    ("NO_COLOR", "Any text turns colors off."),
    ("TZ", "The time zone of times you see, and of times of day in seed files."),
  ]

  static func checkEnvironment() throws { try EnvironmentError.refuseUnknownSetting() }

  static func failure(_ error: any Error) -> Failure? { Failure(site: error, tool: name) }
}
