/// An HTTP request to send.
package struct FetchRequest: Sendable {
  package var method: String
  package var url: String
  package var headers: [(String, String)]
  package var body: [UInt8]
  /// The time from the call to the last byte, including redirects. For `lines`: the longest silence.
  package var timeout: Duration
  /// The maximum number of bytes in the response's body. For `lines`: in one line, and in the waiting lines.
  package var maxBody: Int
  /// An open file that gets the body of a 2xx response, which is empty then. Its owner keeps it open until
  /// the request has ended. Not for `lines`.
  package var file: Int32?
  /// True to truncate a longer body there and close the connection, instead of `tooLarge`: for callers that
  /// only need the status. Not for `lines`.
  package var cutsBody: Bool

  package init(
    method: String = "GET", url: String, headers: [(String, String)] = [], body: [UInt8] = [],
    timeout: Duration = .seconds(15), maxBody: Int = 10 * 1024 * 1024, file: Int32? = nil,
    cutsBody: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.maxBody = maxBody
    self.file = file
    self.cutsBody = cutsBody
  }
}

package struct FetchResponse: Sendable {
  package let status: Int
  /// In the order sent, names as written.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]
  /// The URL that permanent redirects (301, 308) led to; nil without any.
  package var movedTo: String?

  package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns the first value of the header. The case of the name does not matter.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// The allowed targets of a request.
package struct FetchPolicy: Sendable {
  /// Nil allows any address.
  let allows: (@Sendable (IPAddress) -> Bool)?
  /// Nil allows any port.
  let ports: Set<Int>?
  let maxRedirects: Int
  let redirectSchemes: Set<String>
  /// Exceptions allowed by an operator.
  var besides = AllowedTargets.none
  /// False for a fresh connection each time.
  private(set) var keepsConnections = false

  /// For a host configured by an operator: any address and port, connections are kept and reused, redirects
  /// are returned as responses.
  package static let configuredHost = FetchPolicy(
    allows: nil, ports: nil, maxRedirects: 0, redirectSchemes: [], keepsConnections: true)

  /// For an address from someone else. Only public addresses, checked at the connecting socket, so that
  /// neither a spelling nor a second DNS answer leads inside; ports 80 and 443; a fresh connection each time;
  /// at most three redirects, each checked again and only to HTTPS, and only for GET and HEAD; the body at
  /// most 10 MiB.
  package static let guarded = FetchPolicy(
    allows: { $0.isPublic }, ports: [80, 443], maxRedirects: 3, redirectSchemes: ["https"])

  /// The same policy with the operator's exceptions: private addresses, other ports, and redirects to plain
  /// HTTP there.
  package static func guarded(besides targets: AllowedTargets) -> FetchPolicy {
    var policy = guarded
    policy.besides = targets
    return policy
  }

  /// The same policy for many requests to a few hosts: connections are kept and reused. The address of a kept
  /// one is checked again before each request.
  package var keepingConnections: FetchPolicy {
    var policy = self
    policy.keepsConnections = true
    return policy
  }

  /// True if a request to the URL might be allowed, as far as that is known before resolving its host.
  package func takes(_ url: String) -> Bool {
    do {
      let target = try TargetURL(url, self)
      return IPAddress(target.bareHost).map { mayConnect(to: $0, for: target) } ?? true
    } catch { return false }
  }

  var isGuarded: Bool { allows != nil }

  /// Checks before anything is resolved. A port that only a listed net allows is checked with the address.
  func mayUse(host: String, port: Int) -> Bool {
    guard let ports else { return true }
    return ports.contains(port) || besides.mayUse(host: host, port: port)
  }

  func mayRedirect(to target: TargetURL) -> Bool {
    redirectSchemes.contains(target.scheme)
      || maxRedirects > 0 && besides.lists(host: target.bareHost, port: target.port)
  }

  /// Checks the very address that is about to be connected to.
  func mayConnect(to address: IPAddress, for target: TargetURL) -> Bool {
    guard let allows else { return true }
    if besides.allow(address, host: target.host, port: target.port) { return true }
    return allows(address) && (ports?.contains(target.port) ?? true)
  }

  /// The maximum number of bytes in a guarded response, whatever the request allows.
  static let guardedBody = 10 * 1024 * 1024
}
