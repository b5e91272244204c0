import FoundationEssentials
import HTTPServer
import ServiceKit

extension GatewayService {
  static func portFile(_ setup: ServiceSetup) -> String { "\(setup.settings.data)/gateway/port" }

  /// Checks the HTTP port for `--health`, because the bus may work while the port does not.
  static func checkPort(_ setup: ServiceSetup) throws {
    let settings = try GatewaySettings(setup.settings)
    let limit = Duration.seconds(1)
    var port = settings.port
    if port == 0 {
      let text = try String(contentsOf: URL(filePath: portFile(setup)), encoding: .utf8)
      port = Int(text.filter(\.isNumber)) ?? 0
    }
    if settings.tls != nil {
      guard PortProbe.takesConnections(host: settings.host, port: port, within: limit) else {
        throw Unhealthy(problem: "port \(port) takes no connections")
      }
      return
    }
    let status = PortProbe.status(of: "/healthz", host: settings.host, port: port, within: limit)
    guard status == 200 else {
      throw Unhealthy(problem: "/healthz on port \(port) \(status.map { "says \($0)" } ?? "is silent")")
    }
  }
}

extension GatewaySettings {
  /// True if the operator publishes the gateway's port only on the machine's loopback. In a container, the
  /// gateway has to listen on every address of the container. The setting makes no request more trusted.
  static func isPublishedOnLoopback(_ settings: Settings, _ isBehindProxy: Bool)
    throws(SettingError) -> Bool
  {
    guard let published = settings.text("QUAD_PUBLISHED") else { return false }
    guard published == "loopback" else {
      throw SettingError(name: "QUAD_PUBLISHED", problem: "\(published) is not loopback")
    }
    guard !isBehindProxy else {
      throw SettingError(
        name: "QUAD_PUBLISHED", problem: "and QUAD_BEHIND_PROXY exclude each other: who names the client?")
    }
    return true
  }
}
