/// One request, complete: the head passed the guard and the body was read within its limit.
package struct HTTPRequest: Sendable {
  /// The token as sent; only `A`-`Z` and `-` pass the guard.
  package let method: String
  /// Raw, still percent-encoded, without the query; starts with `/`, or is `*`. Split it at `/` before
  /// decoding, or an encoded slash becomes a separator.
  package let path: String
  /// Percent-decoded with `+` as space, in the order sent; a name may repeat.
  package let query: [(name: String, value: String)]
  /// In the order sent, names as written.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]
  /// Numeric address of the TCP peer: the proxy's when there is one. IPv4 in IPv6 form is written as IPv4.
  package let peer: String
  /// The connection to this server is TLS; what a proxy says is not considered.
  package let isSecure: Bool

  package init(
    method: String, path: String, query: [(name: String, value: String)] = [],
    headers: [(name: String, value: String)] = [], body: [UInt8] = [], peer: String = "127.0.0.1",
    isSecure: Bool = false
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.peer = peer
    self.isSecure = isSecure
  }

  /// The first value of the header, whatever the case of its name.
  package func header(_ name: String) -> String? {
    headers.first { equalsIgnoringCase($0.name, name) }?.value
  }

  /// The first value of that name in the query.
  package func queryValue(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }
}

/// ASCII only, as header names are.
func equalsIgnoringCase(_ left: String, _ right: String) -> Bool {
  left.utf8.count == right.utf8.count
    && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
}

func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
