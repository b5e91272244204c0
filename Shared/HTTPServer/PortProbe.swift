internal import Glibc

/// Checks from another process if a server on this machine responds on its port.
package enum PortProbe {
  /// Returns the status of `GET path`; nil if no HTTP response arrived within `limit`.
  package static func status(of path: String, host: String, port: Int, within limit: Duration) -> Int? {
    guard let descriptor = open(host, port, limit) else { return nil }
    defer { close(descriptor) }
    let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
    guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      return nil
    }
    // "HTTP/1.1 200", which the server sends in one piece.
    var start = [UInt8](repeating: 0, count: 12)
    guard recv(descriptor, &start, start.count, Int32(MSG_WAITALL)) == start.count else {
      return nil
    }
    let words = String(decoding: start, as: UTF8.self).split(separator: " ")
    guard words.count == 2, words[0].hasPrefix("HTTP/1.") else { return nil }
    return Int(words[1])
  }

  /// True if the port accepts connections, the only check for a port with TLS.
  package static func takesConnections(host: String, port: Int, within limit: Duration) -> Bool {
    guard let descriptor = open(host, port, limit) else { return false }
    close(descriptor)
    return true
  }

  /// Returns the loopback address for a server that is bound to all addresses.
  private static func reachable(_ host: String) -> String {
    switch host {
    case "0.0.0.0": "127.0.0.1"
    case "::": "::1"
    default: host
    }
  }

  private static func open(_ host: String, _ port: Int, _ limit: Duration) -> Int32? {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(reachable(host), String(port), &hints, &found) == 0, let found else { return nil }
    defer { freeaddrinfo(found) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(found.pointee.ai_family, kind, 0)
    guard descriptor >= 0 else { return nil }
    // The send timeout is also the timeout for connecting.
    var time = timeval(limit)
    for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    guard connect(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}

extension timeval {
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
  }
}
