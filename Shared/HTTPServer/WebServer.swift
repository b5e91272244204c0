internal import Glibc
internal import Synchronization
internal import Threads

/// An HTTP/1.1 server. It owns the sockets, the framing, the limits and the guard against smuggled requests.
/// Routes, cookies and JSON belong to its caller.
package final class WebServer: Sendable {
  /// The port it listens on.
  package let port: Int
  private let core: ServerCore
  /// Nil once a drain took it.
  private let daemon: Mutex<Daemon?>

  private init(port: Int, core: ServerCore, daemon: Daemon) {
    self.port = port
    self.core = core
    self.daemon = Mutex(daemon)
  }

  /// Listens and serves until `drain`. `handler` runs on the thread of its connection, at most `maxInFlight`
  /// at once. While it computes, the other connections of that thread wait; while it awaits, they do not. It
  /// must finish on its own, because a client that leaves is not detected while it runs.
  package static func start(
    _ options: HTTPServerOptions, handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) throws(HTTPServerError) -> WebServer {
    let (listener, port) = try listen(on: options.host, port: options.port)
    let core = ServerCore(options: options, handler: handler)
    let daemon = try Daemon.start(core, on: listener)
    do { try WorkThread.start("http-watch") { core.links.watch() } } catch {
      daemon.stop()
      throw .noThread
    }
    return WebServer(port: port, core: core, daemon: daemon)
  }

  /// Stops the server: accepts no further connections, ends the feeds, completes requests in progress with
  /// `Connection: close` and closes the rest. Handlers that take longer than `limit` are replaced by status
  /// 503, and their own response is dropped. Only the first call has an effect.
  package func drain(within limit: Duration) async {
    guard let daemon = takeDaemon() else { return }
    let core = core
    await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = {
        stop(daemon, core, within: limit)
        continuation.resume()
      }
      do { try WorkThread.start("http-drain", work) } catch { work() }
    }
  }

  package var stats: HTTPServerStats { core.stats }

  /// Without an earlier drain, running handlers are cut off and the calling thread waits for the server's.
  deinit {
    if let daemon = takeDaemon() { stop(daemon, core, within: .zero) }
  }

  private func takeDaemon() -> Daemon? {
    daemon.withLock { held in
      defer { held = nil }
      return held
    }
  }
}

private func stop(_ daemon: Daemon, _ core: ServerCore, within limit: Duration) {
  core.settle(within: limit)
  daemon.stop()
  core.links.stop()
}

/// Opens a listening TCP socket and returns it with its port.
private func listen(on host: String, port: Int) throws(HTTPServerError) -> (Int32, Int) {
  var hints = addrinfo()
  hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV
  hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
  var found: UnsafeMutablePointer<addrinfo>?
  guard (0...65_535).contains(port), getaddrinfo(host, String(port), &hints, &found) == 0, let found else {
    throw .badAddress(host)
  }
  defer { freeaddrinfo(found) }
  let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
  let descriptor = socket(found.pointee.ai_family, kind, 0)
  guard descriptor >= 0 else { throw .cannotListen(code: errno) }
  var on: Int32 = 1
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
  guard bind(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
    Glibc.listen(descriptor, ServerLimits.backlog) == 0
  else {
    let code = errno
    close(descriptor)
    throw .cannotListen(code: code)
  }
  return (descriptor, boundPort(of: descriptor))
}

/// Returns the port, which both families store in the same place, in network order.
private func boundPort(of descriptor: Int32) -> Int {
  var storage = sockaddr_storage()
  var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
  return withUnsafeMutableBytes(of: &storage) { bytes in
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
      getsockname(descriptor, start, &length) == 0
    else { return 0 }
    return Int(bytes[2]) << 8 | Int(bytes[3])
  }
}
