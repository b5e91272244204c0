/// A complete request: the head passed the guard and the body was read within its limit.
package struct HTTPRequest: Sendable {
  /// The method as sent; only `A`-`Z` and `-` pass the guard.
  package let method: String
  /// Raw, still percent-encoded, without the query; starts with `/`, or is `*`. Split it at `/` before
  /// decoding, or an encoded slash becomes a separator.
  package let path: String
  /// Percent-decoded with `+` as space, in the order sent; a name may repeat.
  package let query: [(name: String, value: String)]
  /// In the order sent, names as written.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]
  /// The body, if it was put in a file; then `body` is empty.
  package let bodyFile: BodyFile?
  /// The numeric address of the TCP peer, which may be a proxy. IPv4 in IPv6 form is written as IPv4.
  package let peer: String
  /// True if the connection to this server uses TLS. Headers of a proxy are ignored.
  package let isSecure: Bool

  package init(
    method: String, path: String, query: [(name: String, value: String)] = [],
    headers: [(name: String, value: String)] = [], body: [UInt8] = [], bodyFile: BodyFile? = nil,
    peer: String = "127.0.0.1", isSecure: Bool = false
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.bodyFile = bodyFile
    self.peer = peer
    self.isSecure = isSecure
  }

  /// Returns the first value of the header. The case of the name does not matter.
  package func header(_ name: String) -> String? {
    headers.first { equalsIgnoringCase($0.name, name) }?.value
  }

  /// Returns the first value of that name in the query.
  package func queryValue(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }
}

/// Compares ASCII only, the alphabet of header names.
func equalsIgnoringCase(_ left: String, _ right: String) -> Bool {
  left.utf8.count == right.utf8.count
    && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
}

func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
