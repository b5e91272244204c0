internal import CCurl
package import Schema

/// The mail server of a site, as configured by its operator.
package struct SMTPServer: Sendable, CustomStringConvertible, CustomReflectable {
  package enum Security: Sendable {
    /// `smtp://`: without STARTTLS nothing is sent.
    case startTLS
    /// `smtps://`: TLS from the first byte.
    case tls
    /// `smtp://…?tls=off`: readable on the way, including the password. For a relay on the same machine.
    case off
  }

  package let host: String
  package let port: Int
  package let security: Security
  /// The site's address. Mails are from it, and its domain is used to greet the server.
  package let sender: EmailAddress
  let login: (user: String, password: String)?
  /// A PEM file of the certificates to trust; nil uses the system's.
  let caFile: String?
  /// The timeout until the server has greeted, negotiated TLS and accepted the sign-in.
  package var connectTimeout = Duration.seconds(5)
  /// The timeout from the call to the server's last reply.
  package var timeout = Duration.seconds(20)

  /// - Parameter url: `smtp://host:port`, `smtps://host:port` or `smtp://host:port?tls=off`. The default
  ///   ports are 587, 465 and 25. User and password are never part of it: URLs are shown and logged.
  package init(
    url: String, sender: EmailAddress, user: String? = nil, password: String? = nil, caFile: String? = nil
  ) throws(SMTPServerError) {
    guard let handle = curl_url() else { throw SMTPServerError(problem: "cannot be read: no memory") }
    defer { curl_url_cleanup(handle) }
    guard !url.utf8.contains(0), curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK,
      let host = urlPart(CURLUPART_HOST, of: handle), !host.isEmpty
    else { throw SMTPServerError(problem: "is not a URL such as smtps://mail.hilltop.example:465") }
    for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS] {
      guard urlPart(part, of: handle) == nil else {
        throw SMTPServerError(problem: "holds a user or a password, which are settings of their own")
      }
    }
    let query = urlPart(CURLUPART_QUERY, of: handle)
    let path = urlPart(CURLUPART_PATH, of: handle) ?? "/"
    guard path == "/", urlPart(CURLUPART_FRAGMENT, of: handle) == nil else {
      throw SMTPServerError(problem: "has something behind its port")
    }
    switch (urlPart(CURLUPART_SCHEME, of: handle), query) {
    case ("smtp", nil): security = .startTLS
    case ("smtps", nil): security = .tls
    case ("smtp", "tls=off"): security = .off
    case ("smtp", _), ("smtps", _): throw SMTPServerError(problem: "may end in ?tls=off after smtp: alone")
    default: throw SMTPServerError(problem: "begins with neither smtp: nor smtps:")
    }
    let usual =
      switch security {
      case .startTLS: 587
      case .tls: 465
      case .off: 25
      }
    port = urlPart(CURLUPART_PORT, of: handle, flags: 0).flatMap { Int($0) } ?? usual
    guard port > 0 else { throw SMTPServerError(problem: "has no port that can be connected to") }
    self.host = host
    self.sender = sender
    self.caFile = caFile
    login = try SMTPServer.login(user, password)
  }

  private static func login(
    _ user: String?, _ password: String?
  ) throws(SMTPServerError) -> (user: String, password: String)? {
    // Empty is absent: compose passes on both, whether or not the operator gave them.
    let (user, password) = (user ?? "", password ?? "")
    guard !user.isEmpty || !password.isEmpty else { return nil }
    guard !user.isEmpty, !password.isEmpty else {
      throw SMTPServerError(problem: "needs both a user and a password, or neither")
    }
    guard (user + password).unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      throw SMTPServerError(problem: "has a control character in its user or password")
    }
    return (user, password)
  }

  /// The URL for libcurl, which greets the server with the path.
  var transferURL: String {
    "\(security == .tls ? "smtps" : "smtp")://\(host):\(port)/\(sender.domain)"
  }

  package var description: String {
    "\(security == .tls ? "smtps" : "smtp")://\(host):\(port)\(security == .off ? "?tls=off" : "")"
  }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The settings of the mail server are invalid. The problem continues a sentence that starts with the
/// setting's name.
package struct SMTPServerError: Error, CustomStringConvertible {
  package let problem: String
  package var description: String { "the mail server's URL \(problem)" }
}
