import Fetch
import Glibc
import HTTPServer
import Synchronization
import Threads

/// A socket that counts its connections and, if it has a script, answers each with these bytes and closes. It
/// listens on IPv4 and IPv6.
final class ScriptedListener: Sendable {
  struct Failure: Error {}

  let port: Int
  private let descriptor: Int32
  private let counted = Mutex(0)
  private let heard = Mutex<[String]>([])

  /// - Parameter script: what the n-th connection is answered; nil answers nothing and keeps it open.
  init(_ script: @escaping @Sendable (_ number: Int) -> String? = { _ in nil }) throws {
    let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.descriptor = descriptor
    var off: Int32 = 0
    setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let isListening = withUnsafeMutableBytes(of: &address) { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
      return bind(descriptor, start, length) == 0 && listen(descriptor, 64) == 0
        && getsockname(descriptor, start, &length) == 0
    }
    port = Int(UInt16(bigEndian: address.sin6_port))
    guard isListening else { throw Failure() }
    try WorkThread.start("listener") { [weak self] in
      var open: [Int32] = []
      while true {
        let peer = accept(descriptor, nil, nil)
        guard peer >= 0 else { break }
        guard let number = self?.count(), let answer = script(number) else {
          open.append(peer)
          continue
        }
        self?.hear(readHead(peer))
        _ = answer.withCString { send(peer, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
        close(peer)
      }
      for peer in open { close(peer) }
      close(descriptor)
    }
  }

  /// Wakes the thread out of `accept`; it closes the descriptor.
  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

  var connections: Int { counted.withLock { $0 } }

  /// The heads of the requests that were answered.
  var requests: [String] { heard.withLock { $0 } }

  private func count() -> Int {
    counted.withLock { count in
      count += 1
      return count
    }
  }

  private func hear(_ head: String) { heard.withLock { $0.append(head) } }
}

private func readHead(_ descriptor: Int32) -> String {
  var bytes: [UInt8] = []
  var byte: UInt8 = 0
  while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8), recv(descriptor, &byte, 1, 0) == 1 {
    bytes.append(byte)
  }
  return String(decoding: bytes, as: UTF8.self)
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

/// Runs `body` with a client and a server, and stops both.
func withServer(
  caFile: String? = nil, _ adjust: (inout HTTPServerOptions) -> Void = { _ in },
  handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
  _ body: (FetchClient, String, WebServer) async throws -> Void
) async throws {
  var options = HTTPServerOptions()
  adjust(&options)
  let server = try WebServer.start(options, handler: handler)
  let client = try FetchClient.start(caFile: caFile)
  let scheme = options.tls == nil ? "http" : "https"
  do { try await body(client, "\(scheme)://127.0.0.1:\(server.port)", server) } catch {
    client.stop()
    await server.drain(within: .seconds(1))
    throw error
  }
  client.stop()
  await server.drain(within: .seconds(5))
}

func text(_ text: String, status: Int = 200, _ headers: [(String, String)] = []) -> HTTPResponse {
  HTTPResponse(status: status, headers: headers, body: .bytes(Array(text.utf8)))
}

/// A folder of its own for one test, removed after it.
func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
  let folder = "/tmp/quad-fetch-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
  guard mkdir(folder, 0o700) == 0 else { throw ScriptedListener.Failure() }
  defer {
    for name in ["cert.pem", "key.pem"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
  try await body(folder)
}
