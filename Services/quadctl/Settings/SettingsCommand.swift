import Bus
import FoundationEssentials
import JSON
import Schema
import SiteCommands
import Terminal

/// `quadctl settings`: the settings of a site, in its file and as administrators stored them.
enum SettingsCommand: Command {
  static let name = "settings"
  static let summary = "Show a site's settings, and where each is from"
  static let verbs = [
    Verb(
      "", "[--file FILE]", summary,
      options: [
        .value("file", "FILE", is: "The site's file: site.conf, or .env of a site in containers"),
        .flag("json", "Print one JSON object per line"),
      ], run: show)
  ]
  static let notes = """
    What administrators stored counts more than a variable of the environment, and that more than the file.
    "at once" marks the settings that administrators may store; every other one changes with a restart. If
    the site does not run, what is stored is unknown and left out.

    Environment: QUAD_KEYS, QUAD_RUN, BUS_ADDRESS, and the settings themselves.
    """

  /// The time that auth has to answer.
  private static let patience = Duration.seconds(2)

  @Sendable private static func show(_ arguments: Arguments) async throws {
    try arguments.refuseMore(than: 0)
    let path = arguments.value("file")
    let file =
      try path.map { path throws(Failure) in try SettingsFile(path: path) }
      ?? SettingsFile("", path: Setting.File.local.rawValue)
    let stored = await stored()
    let rows = SettingRow.all(file, ProcessInfo.processInfo.environment, stored)
    guard !arguments.has("json") else {
      for row in rows { try Output.say(asJSON: row) }
      return
    }
    Output.say(table(rows, file.name))
  }

  /// The values that administrators stored, by the names of the file; nil if the site does not run.
  private static func stored() async -> [String: String]? {
    let settings: Auth.SiteSettings
    do { settings = try await ask() } catch {
      Output.note("Stored settings are unknown, because the site does not answer.")
      return nil
    }
    return Dictionary(
      uniqueKeysWithValues: settings.stored.map { ($0.inFile, settings.now.text(of: $0)) })
  }

  private static func ask() async throws -> Auth.SiteSettings {
    var found: Auth.SiteSettings?
    try await BusSettings().with(key: .operator) { bus in
      found = try await bus.ask(
        .auth, Auth.GetSettings.subject, Auth.GetSettings(), as: Auth.SiteSettings.self, within: patience)
    }
    guard let found else { throw Failure("auth does not answer") }
    return found
  }

  private static func table(_ rows: [SettingRow], _ file: String) -> Table {
    var table = Table([
      .left("SETTING"), .left("FROM"), .left("VALUE"), .left("IN THE FILE"), .left("STORED"),
      .text("CHANGES"),
    ])
    for row in rows {
      table.add([
        StyledText(row.name), StyledText(row.from == .file ? file : row.from.rawValue),
        StyledText(row.value.isEmpty ? "-" : row.value, row.from == .fallback ? .dim : .plain),
        StyledText(row.file ?? "-"), StyledText(row.stored ?? "-"),
        StyledText(row.needsRestart ? "with a restart" : "at once", row.needsRestart ? .dim : .plain),
      ])
    }
    return table
  }
}

/// One setting with its values, and the one that counts.
struct SettingRow: Encodable, Equatable {
  enum Source: String, Encodable {
    case stored
    case environment
    case file
    case fallback = "default"
  }

  let name: String
  /// The value that counts; words for it if there is none.
  let value: String
  let from: Source
  /// The value in the file; nil if the file does not set it.
  let file: String?
  /// The value that administrators stored.
  let stored: String?
  /// True if only a restart changes the setting.
  let needsRestart: Bool

  /// - Parameter stored: nil if what is stored is unknown.
  static func all(
    _ file: SettingsFile, _ environment: [String: String], _ stored: [String: String]?
  ) -> [SettingRow] {
    let atOnce = Set(Auth.SiteSetting.allCases.map(\.inFile))
    return file.settings.map { setting in
      let name = setting.name
      let shown = { (value: String?) in value.map { isSecret(name) && !$0.isEmpty ? "(set)" : $0 } }
      let (inFile, kept) = (file.values[name], stored?[name])
      let (value, from): (String, Source) =
        if let kept {
          (kept, .stored)
        } else if let outside = environment[name], outside != inFile {
          (outside, .environment)
        } else if let inFile {
          (inFile, .file)
        } else {
          (setting.fallback, .fallback)
        }
      return SettingRow(
        name: name, value: from == .fallback ? value : shown(value) ?? value, from: from, file: shown(inFile),
        stored: kept, needsRestart: !atOnce.contains(name))
    }
  }

  /// The value itself would open something to whoever reads the screen.
  private static func isSecret(_ name: String) -> Bool { name.hasSuffix("_TOKEN") }
}

extension Auth.SiteSetting {
  /// Its name in the operator's file.
  var inFile: String {
    switch self {
    case .name: "QUAD_SITE_NAME"
    case .zone: "TZ"
    case .language: "QUAD_LANGUAGE"
    case .signUp: "QUAD_SIGNUP"
    }
  }
}

extension Auth.SiteValues {
  /// The value as the operator's file has it.
  func text(of setting: Auth.SiteSetting) -> String {
    switch setting {
    case .name: name
    case .zone: zone.text
    case .language: language.rawValue
    case .signUp:
      domains.isEmpty ? signUp.rawValue : "\(signUp.rawValue):\(domains.joined(separator: ","))"
    }
  }
}
