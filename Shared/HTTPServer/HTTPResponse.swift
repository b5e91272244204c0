/// The response of the handler. The server adds `Date`, `Content-Length` and the framing. A header with an
/// invalid name or value (CR, LF, or empty) is omitted and counted in `HTTPServerStats.headersRefused`.
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
  /// Bytes that other responses send too, and that are not copied.
  case kept(KeptBytes)
  /// `length` bytes of an open regular file from `offset`, sent by the kernel. The server closes the
  /// descriptor, even if the client has left. A file shorter than promised breaks the connection.
  case file(descriptor: Int32, offset: Int64, length: Int64)
  /// Bytes that are made while they are sent. Their number need not be known.
  case source(any BodySource)
  /// Bytes sent as they arrive until the feed finishes or the client leaves.
  case stream(EventFeed)
}
