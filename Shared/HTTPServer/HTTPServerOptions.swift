/// The server's address and its limits. Every limit has its count in `HTTPServerStats`.
package struct HTTPServerOptions: Sendable {
  /// A numeric address; `::` listens on IPv4 too.
  package var host = "127.0.0.1"
  /// 0 picks a free port, which is then in `WebServer.port`.
  package var port = 0
  /// Threads that read and write sockets and run the handlers of their connections; 0 uses one per core.
  package var threads = 0
  /// The maximum number of connections over all threads. For another one the oldest unfinished ones give
  /// way: those that wait for their client. If there are none, the new one is closed at once.
  package var connectionLimit = 16_384
  /// The maximum number of connections from one address (IPv6: its first 64 bits), without live streams. For
  /// another one, its oldest unfinished ones give way. 0 sets no limit, as needed behind a proxy, where all
  /// clients share its address.
  package var perAddressLimit = 0
  /// The pace that a client has to keep.
  package var pace = ClientPace()
  /// The idle timeout of a connection. It is paused while a handler runs or a feed waits.
  package var timeoutSeconds = 15
  /// Memory of one connection in bytes, for the head of a request, libmicrohttpd's copies of its parts, and
  /// the head of the response. It is cleared after each request. The limits of `ServerLimits` leave it
  /// enough.
  package var headerMemory = 40 * 1024
  /// The maximum number of bytes in a body, by method and raw path. A larger one gets status 413 and the
  /// connection is closed: at once if its length is announced, otherwise when it ends within
  /// `ServerLimits.overrun`, else without a response.
  package var maxBody: @Sendable (_ method: String, _ path: String) -> Int = { _, _ in 256 * 1024 }
  /// The folder in which a body is put, by method and raw path; nil keeps it in memory. The folder exists.
  package var bodyFolder: @Sendable (_ method: String, _ path: String) -> String? = { _, _ in nil }
  /// The maximum number of bodies in files at once. Beyond it, the status is 503.
  package var maxBodyFiles = 64
  /// Bytes of bodies in memory over all connections. Beyond it, the status is 503.
  package var maxBodyMemory = 64 * 1024 * 1024
  /// The maximum number of handlers that run at once. Beyond it, the status is 503 with `Retry-After: 1`.
  package var maxInFlight = 1024
  /// PEM files; nil serves plain HTTP.
  package var tls: TLSFiles?
  /// Creates the response for requests that the server rejects by itself, so that the API's owner decides its
  /// format.
  package var onReject: @Sendable (HTTPRejection) -> HTTPResponse = { rejection in
    HTTPResponse(
      status: rejection.status, headers: [("Content-Type", "text/plain; charset=utf-8")],
      body: .bytes(Array((rejection.message + "\n").utf8)))
  }

  package init() {}
}

/// Certificate chain and key for TLS 1.2 and 1.3, as PEM files read once at start.
package struct TLSFiles: Sendable {
  package let certificate: String
  package let key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}

/// A request that the server rejects without calling the handler.
package struct HTTPRejection: Sendable {
  package let status: Int
  /// Stable: `http.bad_request.<what>`, `http.too_large`, `http.overloaded`, `http.stopping`.
  package let code: String
  package let message: String
}

/// Limits that are not configurable.
package enum ServerLimits {
  /// Bytes of an oversized chunked body that are read and dropped so that its sender receives the 413.
  package static let overrun = 1024 * 1024
  /// Bytes of one certificate or key file.
  package static let pemFile = 1024 * 1024
  /// Bytes of the request line and the headers together. libmicrohttpd copies parts of them into the memory
  /// of the connection, so this is a part of `headerMemory`.
  package static let head = 16 * 1024
  /// Bytes of the target.
  package static let target = 8 * 1024
  /// Header fields, members of the query, and cookies.
  package static let fields = 100
  package static let queryMembers = 128
  package static let cookies = 64
  /// Bytes of Host.
  package static let host = 255
  /// Bytes of the chunk extensions, and of the trailer, of one body; both are dropped.
  package static let chunkExtra = 4096
  /// Digits of a chunk's size.
  package static let chunkDigits = 12
  /// Empty lines before a request.
  package static let emptyLines = 4
  /// Connections waiting to be accepted.
  package static let backlog: Int32 = 4096
}

/// The reason why a server did not start.
package enum HTTPServerError: Error, Equatable, CustomStringConvertible {
  case badAddress(String)
  /// `code` is errno: EADDRINUSE, EACCES.
  case cannotListen(code: Int32)
  case unreadableFile(String)
  /// libmicrohttpd was built without GnuTLS.
  case noTLS
  /// The system has no thread for the watch over slow connections.
  case noThread
  /// libmicrohttpd gives no reason. With TLS it is almost always a key that does not match its certificate.
  case refused

  package var description: String {
    switch self {
    case .badAddress(let host): "\(host) is not a numeric address"
    case .cannotListen(let code): "the address cannot be listened on (errno \(code))"
    case .unreadableFile(let path): "\(path) cannot be read, or is larger than \(ServerLimits.pemFile) bytes"
    case .noTLS: "this libmicrohttpd has no TLS"
    case .noThread: "the system has no thread left; raise its limit on threads"
    case .refused: "libmicrohttpd did not start; with TLS: does the key belong to the certificate?"
    }
  }
}
