import Crypto
import FoundationEssentials
import HTTPServer
import ServiceKit

/// The rule that decides who may read `/metrics`: a caller on this machine without a proxy in between, or one
/// with the token of `QUAD_METRICS_TOKEN_FILE` or `QUAD_METRICS_TOKEN`. For everyone else the page does not
/// exist.
struct MetricsAccess: Sendable {
  static let minTokenLength = 16
  /// Headers that a proxy adds. The address of a proxy is not the caller's.
  private static let proxyHeaders = [
    "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via",
  ]

  private let tokenHash: [UInt8]?

  init(token: String?) { tokenHash = token.map { BLAKE2b.hash(Array($0.utf8)) } }

  init(_ settings: Settings) throws(SettingError) {
    let token: String?
    if let path = settings.text("QUAD_METRICS_TOKEN_FILE") {
      do {
        token = try String(contentsOf: URL(filePath: path), encoding: .utf8).filter { !$0.isWhitespace }
      } catch {
        throw SettingError(
          name: "QUAD_METRICS_TOKEN_FILE", problem: "\(path) cannot be read: \(ErrorText.reason(of: error))")
      }
    } else {
      token = settings.text("QUAD_METRICS_TOKEN")
    }
    if let token, token.utf8.count < MetricsAccess.minTokenLength {
      throw SettingError(
        name: "QUAD_METRICS_TOKEN",
        problem: "is shorter than \(MetricsAccess.minTokenLength) characters: openssl rand -hex 16 makes one")
    }
    self.init(token: token)
  }

  func admits(_ request: HTTPRequest) -> Bool {
    isAuthorized(request) || isLocal(request)
  }

  /// Compares hashes, so that the time it takes reveals nothing of the token.
  private func isAuthorized(_ request: HTTPRequest) -> Bool {
    guard let tokenHash, let sent = request.header("Authorization"),
      sent.lowercased().hasPrefix("bearer ")
    else { return false }
    return BLAKE2b.hash(Array(sent.dropFirst(7).utf8)) == tokenHash
  }

  /// True for a caller on this machine that uses this machine's own name. With any other name, a page of
  /// another site could send the request through somebody's browser (DNS rebinding).
  private func isLocal(_ request: HTTPRequest) -> Bool {
    guard MetricsAccess.isLoopback(request.peer),
      !MetricsAccess.proxyHeaders.contains(where: { request.header($0) != nil })
    else { return false }
    let host = request.header("Host") ?? ""
    let name =
      host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" }) : String(host.prefix { $0 != ":" })
    return name == "localhost" || MetricsAccess.isLoopback(name)
  }

  private static func isLoopback(_ address: String) -> Bool {
    address == "::1"
      || (address.hasPrefix("127.") && address.split(separator: ".").count == 4
        && address.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E })
  }
}
