import HTTPServer
import Testing

@testable import Fetch

@Suite("A guarded request reaches public addresses only")
struct GuardTests {
  /// The guard as it is, on any port, so that a listener can count.
  private let anyPort = FetchPolicy(
    allows: { $0.isPublic }, ports: nil, maxRedirects: 3, redirectSchemes: ["https", "http"])

  @Test("however the address is written, nothing connects")
  func forms() async throws {
    let listener = try ScriptedListener { _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" }
    let client = try FetchClient.start()
    defer { client.stop() }
    let hosts = [
      "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001",
      "127.0.0.1.", "0.0.0.0", "0", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[::127.0.0.1]", "localhost", "LOCALHOST", "%31%32%37.0.0.1", "①②⑦.⓪.⓪.①", "10.0.0.1", "172.16.0.1",
      "192.168.0.1", "169.254.169.254", "100.64.0.1", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]",
      "[2002:7f00:1::]", "224.0.0.1", "255.255.255.255",
    ]
    for host in hosts {
      let error = await #expect(throws: FetchError.self, "\(host)") {
        _ = try await client.send(
          FetchRequest(url: "http://\(host):\(listener.port)/", timeout: .seconds(5)), policy: anyPort)
      }
      switch error {
      case .refused(.address), .refused(.url): break
      // A spelling that is no address and no name.
      case .unreachable where host.hasSuffix(".") || host.contains("①"): break
      default: Issue.record("\(host): \(String(describing: error))")
      }
    }
    // Connections are accepted in order: with this one the count is complete.
    _ = try await client.send(
      FetchRequest(url: "http://127.0.0.1:\(listener.port)/"), policy: .configuredHost)
    #expect(listener.connections == 1)
  }

  @Test("a redirect to an inner address is refused where it leads")
  func redirectInside() async throws {
    let inner = try ScriptedListener { _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" }
    let target = "http://127.0.0.2:\(inner.port)/secret"
    let outer = try ScriptedListener { _ in
      "HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n"
    }
    let client = try FetchClient.start()
    defer { client.stop() }
    let onlyOne = FetchPolicy(
      allows: { $0 == IPAddress("127.0.0.1") }, ports: nil, maxRedirects: 3, redirectSchemes: ["http"])
    await #expect(throws: FetchError.refused(.address("127.0.0.2"))) {
      _ = try await client.send(FetchRequest(url: "http://127.0.0.1:\(outer.port)/"), policy: onlyOne)
    }
    #expect(outer.connections == 1)
    _ = try await client.send(FetchRequest(url: "http://127.0.0.1:\(inner.port)/"), policy: .configuredHost)
    #expect(inner.connections == 1)
  }

  @Test("three redirects are followed, a fourth is not", arguments: [(3, true), (4, false)])
  func redirects(count: Int, isFollowed: Bool) async throws {
    let open = FetchPolicy(allows: { _ in true }, ports: nil, maxRedirects: 3, redirectSchemes: ["http"])
    let listener = try ScriptedListener { number in
      number <= count
        ? "HTTP/1.1 307 Temporary\r\nLocation: /\(number)\r\nContent-Length: 0\r\n\r\n"
        : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    }
    let client = try FetchClient.start()
    defer { client.stop() }
    let request = FetchRequest(url: "http://127.0.0.1:\(listener.port)/0", headers: [("Authorization", "x")])
    if isFollowed {
      let response = try await client.send(request, policy: open)
      #expect(response.body == Array("ok".utf8))
      #expect(listener.requests.last?.hasPrefix("GET /3 ") == true)
      #expect(listener.requests.last?.contains("Authorization: x") == true)
    } else {
      await #expect(throws: FetchError.refused(.tooManyRedirects)) {
        _ = try await client.send(request, policy: open)
      }
      #expect(listener.connections == 4)
    }
  }

  @Test("credentials do not follow to another host, and only HTTPS is followed")
  func crossing() async throws {
    let other = try ScriptedListener { _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" }
    let otherURL = "http://127.0.0.1:\(other.port)/"
    let first = try ScriptedListener { _ in
      "HTTP/1.1 301 Moved\r\nLocation: \(otherURL)\r\nContent-Length: 0\r\n\r\n"
    }
    let client = try FetchClient.start()
    defer { client.stop() }
    let request = FetchRequest(
      url: "http://127.0.0.1:\(first.port)/",
      headers: [("authorization", "x"), ("Cookie", "y"), ("Accept", "z")])
    let open = FetchPolicy(allows: { _ in true }, ports: nil, maxRedirects: 3, redirectSchemes: ["http"])
    _ = try await client.send(request, policy: open)
    let head = try #require(other.requests.first)
    #expect(head.contains("Accept: z"))
    #expect(!head.lowercased().contains("authorization"))
    #expect(!head.lowercased().contains("cookie"))
    let secure = FetchPolicy(allows: { _ in true }, ports: nil, maxRedirects: 3, redirectSchemes: ["https"])
    await #expect(throws: FetchError.refused(.redirect(otherURL))) {
      _ = try await client.send(request, policy: secure)
    }
  }

  @Test("a guarded body stays within 10 MiB, whatever the request allows")
  func size() async throws {
    let open = FetchPolicy(allows: { _ in true }, ports: nil, maxRedirects: 3, redirectSchemes: [])
    let most = 10 * 1024 * 1024
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      let size = request.path == "/over" ? most + 1 : most
      return HTTPResponse(status: 200, body: .bytes([UInt8](repeating: 0, count: size)))
    }
    try await withServer(handler: handler) { client, base, _ in
      let fits = try await client.send(FetchRequest(url: base + "/", maxBody: Int.max), policy: open)
      #expect(fits.body.count == most)
      await #expect(throws: FetchError.tooLarge) {
        _ = try await client.send(FetchRequest(url: base + "/over", maxBody: Int.max), policy: open)
      }
    }
  }

  @Test("a POST is not redirected")
  func post() async throws {
    let open = FetchPolicy(allows: { _ in true }, ports: nil, maxRedirects: 3, redirectSchemes: ["http"])
    let listener = try ScriptedListener { _ in "HTTP/1.1 307 Go\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n"
    }
    let client = try FetchClient.start()
    defer { client.stop() }
    let response = try await client.send(
      FetchRequest(method: "POST", url: "http://127.0.0.1:\(listener.port)/"), policy: open)
    #expect(response.status == 307)
  }
}
