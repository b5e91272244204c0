import Schema
import ServiceKit
import Testing

@Suite("The level of the log is set by program and may change while it runs")
struct LogLevelTests {
  private static func settings(_ log: String?) throws -> Settings {
    var environment = ["QUAD_DATA": "/data", "QUAD_KEYS": "/keys", "QUAD_RUN": "/run"]
    environment["QUAD_LOG"] = log
    return try Settings(environment: environment)
  }

  @Test(
    "a level for all, and others for some",
    arguments: [
      (nil, .info, .info), ("debug", .debug, .debug), ("warning,roomhub=debug", .warning, .debug),
      ("roomhub=error", .info, .error), ("roomhub=error,debug", .debug, .error),
    ] as [(String?, Log.Level, Log.Level)])
  func levels(_ text: String?, _ auth: Log.Level, _ roomhub: Log.Level) throws {
    let settings = try Self.settings(text)
    #expect(settings.logLevel(of: .auth) == auth)
    #expect(settings.logLevel(of: ProgramName("roomhub")) == roomhub)
  }

  @Test(
    "anything else names the setting", arguments: ["loud", "info,", "roomhub=", "roomhub=debug=info", ","])
  func bad(_ text: String) {
    #expect(throws: SettingError.self) { try Self.settings(text) }
  }

  @Test("every copy of a log follows the level that one of them is given")
  func shared() {
    let log = Log(program: .auth, level: .info)
    let copy = log
    log.level = .debug
    #expect(copy.level == .debug)
    var isBuilt = false
    func text() -> String {
      isBuilt = true
      return ""
    }
    copy.level = .error
    log(.warning, text())
    #expect(!isBuilt)
  }
}
