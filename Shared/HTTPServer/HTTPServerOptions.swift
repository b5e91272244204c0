/// What the server listens on and where it stops. Every limit has its count in `HTTPServerStats`.
package struct HTTPServerOptions: Sendable {
  /// A numeric address; `::` listens on IPv4 too.
  package var host = "127.0.0.1"
  /// 0 takes a free port: `WebServer.port` tells which.
  package var port = 0
  /// Threads that read and write sockets and run the handlers of their connections; 0 takes one a core.
  package var threads = 0
  /// Connections over all threads; further ones are closed at once.
  package var connectionLimit = 8192
  /// Connections from one address; 0 sets no limit, as behind a proxy, where every client has its address.
  package var perAddressLimit = 0
  /// A connection on which nothing moves for so long is closed. While a handler runs or a feed waits the
  /// clock stands still.
  package var timeoutSeconds = 15
  /// Memory for the request line and the headers of one connection, in bytes; more is answered 431 or 414.
  package var headerMemory = 32 * 1024
  /// Most bytes of a body, by method and raw path. A larger one is answered 413 and the connection closed: at
  /// once when its length is announced, otherwise when it ends within `ServerLimits.overrun`, else without an
  /// answer.
  package var maxBody: @Sendable (_ method: String, _ path: String) -> Int = { _, _ in 256 * 1024 }
  /// Bytes of bodies in memory over all connections; beyond it requests are answered 503.
  package var maxBodyMemory = 64 * 1024 * 1024
  /// Handlers that run at once; beyond it requests are answered 503 with `Retry-After: 1`.
  package var maxInFlight = 1024
  /// PEM files; nil speaks plain HTTP.
  package var tls: TLSFiles?
  /// Makes the body of what the server refuses by itself, so that whoever owns the API decides its form.
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

/// A request the server answers without asking the handler.
package struct HTTPRejection: Sendable {
  package let status: Int
  /// Stable: `http.bad_request.<what>`, `http.too_large`, `http.overloaded`, `http.stopping`.
  package let code: String
  package let message: String
}

/// Limits that are nobody's choice.
package enum ServerLimits {
  /// Bytes of a too large chunked body that are read and dropped so that its sender sees the 413.
  package static let overrun = 1024 * 1024
  /// Bytes of one certificate or key file.
  package static let pemFile = 1024 * 1024
  /// Connections that wait to be accepted.
  package static let backlog: Int32 = 4096
}

/// Why a server did not start.
package enum HTTPServerError: Error, Equatable, CustomStringConvertible {
  case badAddress(String)
  /// `code` is errno: EADDRINUSE, EACCES.
  case cannotListen(code: Int32)
  case unreadableFile(String)
  /// libmicrohttpd was built without GnuTLS.
  case noTLS
  /// libmicrohttpd gives no reason; with TLS it is nearly always a key that does not fit its certificate.
  case refused

  package var description: String {
    switch self {
    case .badAddress(let host): "\(host) is not a numeric address"
    case .cannotListen(let code): "the address cannot be listened on (errno \(code))"
    case .unreadableFile(let path): "\(path) cannot be read, or is larger than \(ServerLimits.pemFile) bytes"
    case .noTLS: "this libmicrohttpd has no TLS"
    case .refused: "libmicrohttpd did not start; with TLS: does the key belong to the certificate?"
    }
  }
}
