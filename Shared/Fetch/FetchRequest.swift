/// An HTTP request to send.
package struct FetchRequest: Sendable {
  package var method: String
  package var url: String
  package var headers: [(String, String)]
  package var body: [UInt8]
  /// From the call to the last byte, redirects included. For `lines`: the longest silence.
  package var timeout: Duration
  /// Most bytes of the response's body. For `lines`: of one line, and of the lines that wait.
  package var maxBody: Int
  /// A longer body is cut off there and the connection closed, instead of `tooLarge`: for who asks for the
  /// status alone. Not for `lines`.
  package var cutsBody: Bool

  package init(
    method: String = "GET", url: String, headers: [(String, String)] = [], body: [UInt8] = [],
    timeout: Duration = .seconds(15), maxBody: Int = 10 * 1024 * 1024, cutsBody: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.maxBody = maxBody
    self.cutsBody = cutsBody
  }
}

package struct FetchResponse: Sendable {
  package let status: Int
  /// In the order sent, names as written.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]

  package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The first value of the header, whatever the case of its name.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Where a request may go.
package struct FetchPolicy: Sendable {
  /// Nil connects to any address.
  let allows: (@Sendable (IPAddress) -> Bool)?
  /// Nil connects to any port.
  let ports: Set<Int>?
  let maxRedirects: Int
  let redirectSchemes: Set<String>
  /// What an operator allows although the rest would not.
  var besides = AllowedTargets.none

  /// A host an operator configured: any address and port, connections are kept and reused, redirects are
  /// answers.
  package static let configuredHost = FetchPolicy(
    allows: nil, ports: nil, maxRedirects: 0, redirectSchemes: [])

  /// An address somebody else named. Only public addresses, judged at the socket that connects, so that
  /// neither a spelling nor a second DNS answer leads inside; ports 80 and 443; a fresh connection each time;
  /// at most three redirects, each judged anew and only to HTTPS, and only for GET and HEAD; the body at most
  /// 10 MiB.
  package static let guarded = FetchPolicy(
    allows: { $0.isPublic }, ports: [80, 443], maxRedirects: 3, redirectSchemes: ["https"])

  /// The same, and what the operator lists: private addresses, other ports, and redirects to plain HTTP
  /// there.
  package static func guarded(besides targets: AllowedTargets) -> FetchPolicy {
    var policy = guarded
    policy.besides = targets
    return policy
  }

  /// Whether a request to the URL might be sent, as far as it can be said before its host is looked up.
  package func takes(_ url: String) -> Bool {
    do {
      let target = try TargetURL(url, self)
      return IPAddress(target.bareHost).map { mayConnect(to: $0, for: target) } ?? true
    } catch { return false }
  }

  var isGuarded: Bool { allows != nil }

  /// Before anything is looked up. A port that only a listed net has is judged with the address.
  func mayUse(host: String, port: Int) -> Bool {
    guard let ports else { return true }
    return ports.contains(port) || besides.mayUse(host: host, port: port)
  }

  func mayRedirect(to target: TargetURL) -> Bool {
    redirectSchemes.contains(target.scheme)
      || maxRedirects > 0 && besides.lists(host: target.bareHost, port: target.port)
  }

  /// The very address that is about to be connected to.
  func mayConnect(to address: IPAddress, for target: TargetURL) -> Bool {
    guard let allows else { return true }
    if besides.allow(address, host: target.host, port: target.port) { return true }
    return allows(address) && (ports?.contains(target.port) ?? true)
  }

  /// Most bytes of a guarded response, whatever the request says.
  static let guardedBody = 10 * 1024 * 1024
}
