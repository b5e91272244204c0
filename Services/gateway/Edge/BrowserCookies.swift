/// The cookies of a browser: the sign-in session, and the device that signed in before.
///
/// The prefix `__Host-` needs Secure. Browsers accept Secure over TLS, but over plain HTTP on loopback only
/// some do, so the names have no prefix there.
struct BrowserCookies: Sendable {
  let session: String
  let device: String
  private let attributes: String

  static let sessionLifetime = 90 * 24 * 3600
  static let deviceLifetime = 366 * 24 * 3600

  init(isSecure: Bool) {
    session = isSecure ? "__Host-sid" : "sid"
    device = isSecure ? "__Host-device" : "device"
    attributes = (isSecure ? "; Secure" : "") + "; HttpOnly; SameSite=Lax; Path=/"
  }

  /// An empty token clears the cookie.
  func settingSession(_ token: String) -> String {
    "\(session)=\(token)\(attributes); Max-Age=\(token.isEmpty ? 0 : Self.sessionLifetime)"
  }

  func settingDevice(_ token: String) -> String {
    "\(device)=\(token)\(attributes); Max-Age=\(Self.deviceLifetime)"
  }
}
