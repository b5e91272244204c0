package import Bus
internal import FoundationEssentials
internal import Glibc
package import Schema

/// A program's settings from its environment. Read once, at the start.
package struct Settings: Sendable {
  /// The site's data folder. Each program has a folder of its name in it.
  package let data: String
  /// The folder of the keys from `quadctl keygen`.
  package let keys: String
  /// The folder of the ipc sockets.
  package let run: String
  /// The bus addresses of the programs.
  package let address: BusAddress
  /// The apps of the site.
  package let apps: SiteApps
  /// The place of the programs' data.
  package let store: StoreAddress
  private let logLevels: [String: Log.Level]
  private let environment: [String: String]

  package init(environment: [String: String] = ProcessInfo.processInfo.environment) throws(SettingError) {
    self.environment = environment
    try Settings.refuseUnknown(environment)
    data = try Settings.required("QUAD_DATA", in: environment)
    keys = try Settings.required("QUAD_KEYS", in: environment)
    run = environment["QUAD_RUN"] ?? ""
    store = try StoreAddress(environment[StoreAddress.setting], data: data, keys: keys)
    address = BusAddress(environment: environment, run: run)
    logLevels = try Settings.levels(environment["QUAD_LOG"] ?? "info")
    do { apps = try SiteApps(listed: environment["QUAD_APPS"]) } catch {
      throw SettingError(name: SiteApps.setting, problem: "\(error)")
    }
    guard address.template.hasPrefix("tcp:") || (1...80).contains(run.utf8.count) else {
      throw SettingError(
        name: "QUAD_RUN", problem: "needs a folder of at most 80 characters: a Unix socket's path is short")
    }
  }

  /// Returns the log level from `QUAD_LOG`: a level for all programs, or for named ones:
  /// `warning,roomhub=debug`.
  package func logLevel(of program: ProgramName) -> Log.Level {
    logLevels[program.text] ?? logLevels[Settings.everyProgram] ?? .info
  }

  private static let everyProgram = ""

  private static func levels(_ text: String) throws(SettingError) -> [String: Log.Level] {
    var levels: [String: Log.Level] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard let level = Log.Level(rawValue: String(sides[sides.count - 1])), sides.count <= 2 else {
        throw SettingError(name: "QUAD_LOG", problem: "\(part) is not debug, info, warning or error")
      }
      levels[sides.count == 2 ? String(sides[0]) : everyProgram] = level
    }
    return levels
  }

  /// Returns a setting of one program; nil if it is unset or empty.
  package func text(_ name: String) -> String? {
    guard let value = environment[name], !value.isEmpty else { return nil }
    return value
  }

  /// Returns the text of the file that a setting names, without its line end; nil if the setting is unset or
  /// empty. A device counts as an empty file: containers get /dev/null for a password that nobody set.
  package func textOfFile(_ name: String) throws(SettingError) -> String? {
    guard let path = text(name) else { return nil }
    var status = stat()
    // Foundation refuses to read devices.
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR { return "" }
    do {
      let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    } catch {
      throw SettingError(name: name, problem: "\(path) cannot be read: \(ErrorText.reason(of: error))")
    }
  }

  /// Returns a whole number within limits.
  package func number(_ name: String, in range: ClosedRange<Int>, otherwise: Int) throws(SettingError) -> Int
  {
    guard let text = text(name) else { return otherwise }
    guard let number = Int(text), range.contains(number) else {
      throw SettingError(
        name: name, problem: "\(text) is not a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns a language; English if the setting is unset.
  package func language(_ name: String) throws(SettingError) -> Alerts.Language {
    let word = text(name) ?? Alerts.Language.english.rawValue
    guard let language = Alerts.Language(rawValue: word) else {
      throw SettingError(name: name, problem: "\(word) is not \(Alerts.Language.listed)")
    }
    return language
  }

  /// A setting that nothing reads is a typing mistake: the program would run with a default instead.
  private static func refuseUnknown(_ environment: [String: String]) throws(SettingError) {
    guard let (name, problem) = Setting.firstUnknown(among: environment.keys) else { return }
    throw SettingError(name: name, problem: problem)
  }

  private static func required(_ name: String, in environment: [String: String]) throws(SettingError)
    -> String
  {
    guard let value = environment[name], !value.isEmpty else {
      throw SettingError(name: name, problem: "is not set; compose/local sets it")
    }
    return value
  }
}

/// A missing or invalid setting. The program prints the error and exits with status 78 (EX_CONFIG).
package struct SettingError: Error, CustomStringConvertible {
  package let name: String
  package let problem: String

  package init(name: String, problem: String) {
    self.name = name
    self.problem = problem
  }

  package var description: String { "\(name) \(problem)" }
}
