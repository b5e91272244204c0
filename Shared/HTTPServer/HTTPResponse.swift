/// What the handler answers. `Date`, `Content-Length` and the framing are the server's; a header whose name
/// or value cannot stand in a response (CR, LF, or nothing at all) is left out and counted in
/// `HTTPServerStats.headersRefused`.
package struct HTTPResponse: Sendable {
  package var status: Int
  package var headers: [(String, String)]
  package var body: HTTPBody

  package init(status: Int, headers: [(String, String)] = [], body: HTTPBody = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

package enum HTTPBody: Sendable {
  case bytes([UInt8])
  /// `length` bytes of an open regular file from `offset`, sent by the kernel. The server closes the
  /// descriptor, also when the client has left. A file shorter than promised cuts the connection.
  case file(descriptor: Int32, offset: Int64, length: Int64)
  /// Bytes as they come until the feed finishes or the client leaves.
  case stream(EventFeed)
}
