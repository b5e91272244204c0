import Glibc
import HTTPServer
import Synchronization
import Threads

/// A TCP socket that sends exactly what a test says. It blocks, so it lives on a thread of its own (`raw`):
/// the server's handlers share the few threads of Swift's pool with the tests.
struct RawClient: ~Copyable {
  struct Failure: Error { let what: String }

  struct RawResponse: Sendable, Equatable {
    var status = 0
    var head = ""
    var body: [UInt8] = []
    var text: String { String(decoding: body, as: UTF8.self) }

    func header(_ name: String) -> String? {
      head.split(separator: "\r\n").dropFirst()
        .first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
        .map { String($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) }
    }
  }

  private let descriptor: Int32
  private let session: TLSSession?
  private var buffer: [UInt8] = []

  /// Small buffers make a slow reader slow after few bytes.
  init(port: Int, receiveBuffer: Int32? = nil, isSecure: Bool = false) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(what: "socket: \(errno)") }
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafeBytes(of: &address) { bytes in
      Glibc.connect(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    // Otherwise the first bytes of a TLS session wait 40 ms for an acknowledgement.
    var isOn: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    do {
      guard result == 0 else { throw Failure(what: "connect: \(errno)") }
      session = isSecure ? try TLSSession(over: descriptor) : nil
      self.descriptor = descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// False when the peer has closed: some tests send on purpose what cuts the connection.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Whether the server ends the connection within so many milliseconds.
  func isClosed(within milliseconds: Int32) -> Bool {
    var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&item, 1, milliseconds) > 0
  }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
        return session?.send(rest)
          ?? Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Everything up to the end of the connection, or its reset.
  mutating func readAll() throws -> String {
    while try fill() {}
    defer { buffer = [] }
    return String(decoding: buffer, as: UTF8.self)
  }

  /// Bytes until `text` has come.
  mutating func read(until text: String) throws -> String {
    let mark = Array(text.utf8)
    while true {
      if let range = buffer.firstRange(of: mark) {
        defer { buffer.removeFirst(range.upperBound) }
        return String(decoding: buffer[..<range.upperBound], as: UTF8.self)
      }
      guard try fill() else { throw Failure(what: "closed before \(text): \(buffer.count) bytes") }
    }
  }

  /// One response with Content-Length or chunked framing. `isHead`: its body is announced but not sent.
  mutating func answer(isHead: Bool = false) throws -> RawResponse {
    var answer = RawResponse()
    answer.head = try read(until: "\r\n\r\n")
    answer.status = Int(answer.head.dropFirst(9).prefix(3)) ?? 0
    if isHead || answer.status == 304 || answer.status < 200 { return answer }
    if answer.header("Transfer-Encoding") == "chunked" {
      while true {
        let line = try read(until: "\r\n").dropLast(1)
        guard let size = Int(line.prefix { $0 != "\r\n" && $0 != ";" }, radix: 16) else {
          throw Failure(what: "chunk size \(line)")
        }
        let part = try take(size + 2)
        if size == 0 { return answer }
        answer.body += part.dropLast(2)
      }
    }
    answer.body = try take(answer.header("Content-Length").flatMap { Int($0) } ?? 0)
    return answer
  }

  private mutating func take(_ count: Int) throws -> [UInt8] {
    while buffer.count < count {
      guard try fill() else { throw Failure(what: "closed within a body") }
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  /// False at the end of the connection.
  private mutating func fill() throws -> Bool {
    var part = [UInt8](repeating: 0, count: 65_536)
    let count = part.withUnsafeMutableBytes { part in
      session?.receive(into: part) ?? recv(descriptor, part.baseAddress, part.count, 0)
    }
    if count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) { throw Failure(what: "no answer in 20 s") }
    guard count > 0 else { return false }
    buffer += part[..<count]
    return true
  }
}

/// Runs `body` with a connected client on a thread of its own.
func raw<Result: Sendable>(
  _ port: Int, receiveBuffer: Int32? = nil, isSecure: Bool = false,
  _ body: @escaping @Sendable (inout RawClient) throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    do {
      try WorkThread.start("raw-client") {
        continuation.resume(
          with: Swift.Result {
            var client = try RawClient(port: port, receiveBuffer: receiveBuffer, isSecure: isSecure)
            return try body(&client)
          })
      }
    } catch { continuation.resume(throwing: error) }
  }
}

/// A door that tasks wait at until a test opens it.
final class Gate: Sendable {
  private let state = Mutex((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// A count that tests wait for.
final class Tally: Sendable {
  private let state = Mutex((count: 0, waiting: [(Int, CheckedContinuation<Void, Never>)]()))

  var count: Int { state.withLock { $0.count } }

  func add() {
    let reached = state.withLock { state in
      state.count += 1
      let count = state.count
      let reached = state.waiting.filter { $0.0 <= count }
      state.waiting.removeAll { $0.0 <= count }
      return reached
    }
    for (_, continuation) in reached { continuation.resume() }
  }

  func reaches(_ target: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.count < target { state.waiting.append((target, continuation)) }
        return state.count >= target
      }
      if isReached { continuation.resume() }
    }
  }
}

/// Runs `body` against a server on a free port and stops the server after it.
func withServer<Result: Sendable>(
  _ adjust: (inout HTTPServerOptions) -> Void = { _ in },
  handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse = { _ in .text("ok") },
  _ body: (WebServer) async throws -> Result
) async throws -> Result {
  var options = HTTPServerOptions()
  adjust(&options)
  let server = try WebServer.start(options, handler: handler)
  do {
    let result = try await body(server)
    await server.drain(within: .seconds(10))
    return result
  } catch {
    await server.drain(within: .seconds(1))
    throw error
  }
}

extension HTTPResponse {
  static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: [("Content-Type", "text/plain")], body: .bytes(Array(text.utf8)))
  }
}
