import FoundationEssentials
import Glibc
import HTTPServer
import Synchronization
import TestSupport
import Testing

@testable import Fetch

@Suite("A request arrives as it was given and its response comes back whole")
struct FetchClientTests {
  @Test("method, headers, query and body arrive", arguments: ["GET", "POST", "PUT", "PATCH", "DELETE"])
  func roundTrip(method: String) async throws {
    let seen = Mutex<HTTPRequest?>(nil)
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      seen.withLock { $0 = request }
      return text("answer", status: 202, [("X-One", "1")])
    }
    try await withServer(handler: handler) { client, base, _ in
      let body = method == "GET" ? [] : Array("body\0\u{1}".utf8)
      let response = try await client.send(
        FetchRequest(
          method: method, url: base + "/a%2Fb?x=%20#f", headers: [("X-Two", "2"), ("X-None", "")],
          body: body),
        policy: .configuredHost)
      #expect(response.status == 202)
      #expect(response.body == Array("answer".utf8))
      #expect(response.header("x-one") == "1")
      #expect(response.header("x-none") == nil)
      let request = try #require(seen.withLock { $0 })
      #expect(request.method == method)
      #expect(request.path == "/a%2Fb")
      #expect(request.queryValue("x") == " ")
      #expect(request.header("X-Two") == "2")
      #expect(request.header("X-None") == "")
      #expect(request.header("Content-Type") == nil)
      #expect(request.header("Expect") == nil)
      #expect(request.body == body)
    }
  }

  @Test("a POST without a body says so")
  func emptyPost() async throws {
    try await withServer(handler: { text($0.header("Content-Length") ?? "none") }) { client, base, _ in
      let response = try await client.send(FetchRequest(method: "POST", url: base), policy: .configuredHost)
      #expect(response.body == Array("0".utf8))
    }
  }

  @Test("HEAD has no body, however long it is said to be")
  func head() async throws {
    try await withServer(handler: { _ in text("0123456789") }) { client, base, _ in
      let response = try await client.send(
        FetchRequest(method: "HEAD", url: base, maxBody: 5), policy: .configuredHost)
      #expect(response.header("Content-Length") == "10")
      #expect(response.body == [])
    }
  }

  @Test("connections are reused, and a guarded request takes its own")
  func reuse() async throws {
    let guarded = FetchPolicy(allows: { _ in true }, ports: nil, maxRedirects: 3, redirectSchemes: ["http"])
    try await withServer(handler: { _ in text("ok") }) { client, base, server in
      for _ in 0..<5 { _ = try await client.send(FetchRequest(url: base), policy: .configuredHost) }
      #expect(server.stats.connectionsTotal == 1)
      for _ in 0..<3 { _ = try await client.send(FetchRequest(url: base), policy: guarded) }
      #expect(server.stats.connectionsTotal == 4)
    }
  }

  @Test("a kept connection is checked before each request")
  func kept() async throws {
    let mayConnect = Atomic(true)
    let guarded = FetchPolicy(
      allows: { _ in mayConnect.load(ordering: .relaxed) }, ports: nil, maxRedirects: 0, redirectSchemes: []
    ).keepingConnections
    try await withServer(handler: { _ in text("ok") }) { client, base, server in
      for _ in 0..<5 { _ = try await client.send(FetchRequest(url: base), policy: guarded) }
      #expect(server.stats.connectionsTotal == 1)
      mayConnect.store(false, ordering: .relaxed)
      await #expect(throws: FetchError.refused(.address("127.0.0.1"))) {
        _ = try await client.send(FetchRequest(url: base), policy: guarded)
      }
      mayConnect.store(true, ordering: .relaxed)
      #expect(try await client.send(FetchRequest(url: base), policy: guarded).status == 200)
    }
  }

  @Test("many requests at once are each answered with their own response")
  func concurrent() async throws {
    try await withServer(handler: { text($0.path) }) { client, base, _ in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<200 {
          group.addTask {
            let response = try await client.send(
              FetchRequest(url: "\(base)/\(number)"), policy: .configuredHost)
            return response.body == Array("/\(number)".utf8)
          }
        }
        for try await isOwn in group { #expect(isOwn) }
      }
    }
  }

  @Test("a redirect of a configured host is an answer")
  func redirect() async throws {
    try await withServer(handler: { _ in text("", status: 302, [("Location", "/elsewhere")]) }) {
      client, base, server in
      let response = try await client.send(FetchRequest(url: base), policy: .configuredHost)
      #expect(response.status == 302)
      #expect(server.stats.requestsTotal == 1)
    }
  }

  @Test("a body over its limit is refused, announced or not", arguments: [true, false])
  func tooLarge(isAnnounced: Bool) async throws {
    let body = String(repeating: "x", count: 1001)
    let head = isAnnounced ? "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n" : "HTTP/1.1 200 OK\r\n\r\n"
    let listener = try ScriptedListener { _ in head + body }
    let client = try FetchClient.start()
    defer { client.stop() }
    let url = "http://127.0.0.1:\(listener.port)/"
    await #expect(throws: FetchError.tooLarge) {
      _ = try await client.send(FetchRequest(url: url, maxBody: 1000), policy: .configuredHost)
    }
    let fits = try await client.send(FetchRequest(url: url, maxBody: 1001), policy: .configuredHost)
    #expect(fits.body.count == 1001)
    let cut = try await client.send(
      FetchRequest(url: url, maxBody: 1000, cutsBody: true), policy: .configuredHost)
    #expect(cut.status == 200 && cut.body.count == 1000)
  }

  @Test("a head is limited in fields and in bytes", arguments: [(200, 1), (1, 90_000)])
  func longHead(fields: Int, length: Int) async throws {
    let field = "X: " + String(repeating: "x", count: length) + "\r\n"
    let head = "HTTP/1.1 200 OK\r\n" + String(repeating: field, count: fields) + "\r\n"
    let listener = try ScriptedListener { _ in head }
    let client = try FetchClient.start()
    defer { client.stop() }
    await #expect(throws: FetchError.tooLarge) {
      _ = try await client.send(
        FetchRequest(url: "http://127.0.0.1:\(listener.port)/"), policy: .configuredHost)
    }
  }

  @Test(
    "a broken connection may have carried the request out",
    arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"])
  func interrupted(answer: String) async throws {
    let listener = try ScriptedListener { _ in answer }
    let client = try FetchClient.start()
    defer { client.stop() }
    let error = await #expect(throws: FetchError.self) {
      _ = try await client.send(
        FetchRequest(url: "http://127.0.0.1:\(listener.port)/"), policy: .configuredHost)
    }
    guard case .interrupted = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("nobody listening is unreachable: nothing was sent")
  func unreachable() async throws {
    let port = try ScriptedListener().port
    let client = try FetchClient.start()
    defer { client.stop() }
    // Once the listener's thread has closed its socket the port refuses.
    var error: FetchError?
    repeat {
      do {
        _ = try await client.send(
          FetchRequest(url: "http://127.0.0.1:\(port)/", timeout: .milliseconds(100)), policy: .configuredHost
        )
      } catch let caught { error = caught }
    } while error == .timedOut
    guard case .unreachable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("time, cancellation and stop each end a request that is not answered")
  func ends() async throws {
    let listener = try ScriptedListener()
    let client = try FetchClient.start(limit: 1)
    let url = "http://127.0.0.1:\(listener.port)/"
    await #expect(throws: FetchError.timedOut) {
      _ = try await client.send(FetchRequest(url: url, timeout: .milliseconds(50)), policy: .configuredHost)
    }
    let cancelled = Task { try await client.send(FetchRequest(url: url), policy: .configuredHost) }
    while listener.connections < 2 { await Task.yield() }
    await #expect(throws: FetchError.unavailable) {
      _ = try await client.send(FetchRequest(url: url), policy: .configuredHost)
    }
    cancelled.cancel()
    await #expect(throws: FetchError.cancelled) { _ = try await cancelled.value }
    let early = Task { () async throws -> FetchResponse in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await client.send(FetchRequest(url: url), policy: .configuredHost)
    }
    await #expect(throws: FetchError.cancelled) { _ = try await early.value }
    let stopped = Task { try await client.send(FetchRequest(url: url), policy: .configuredHost) }
    while listener.connections < 3 { await Task.yield() }
    client.stop()
    await #expect(throws: FetchError.unavailable) { _ = try await stopped.value }
    await #expect(throws: FetchError.unavailable) {
      _ = try await client.send(FetchRequest(url: url), policy: .configuredHost)
    }
  }

  @Test("the environment's proxy is not used")
  func proxy() async {
    // In a process of its own: nobody may read the environment while it is written.
    await #expect(processExitsWith: .success) {
      let proxy = try ScriptedListener { _ in "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n" }
      for name in ["http_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"] {
        setenv(name, "http://127.0.0.1:\(proxy.port)", 1)
      }
      try await withServer(handler: { _ in text("ok") }) { client, base, _ in
        let response = try await client.send(FetchRequest(url: base), policy: .configuredHost)
        exit(response.status == 200 && proxy.connections == 0 ? EXIT_SUCCESS : EXIT_FAILURE)
      }
    }
  }

  @Test(
    "what would break the framing is refused before it is sent",
    arguments: [
      ("GET", "X", "a\r\nY: b"), ("GET", "X\r\nY", "b"), ("GET", "X:", "b"), ("GET", "", "b"),
      ("GET / X", "X", "b"),
      ("get", "X", "b"), ("", "X", "b"), ("GET", "Content-Length", "5"), ("GET", "Host", "other"),
      ("GET", "Transfer-Encoding", "chunked"),
    ])
  func framing(method: String, name: String, value: String) async throws {
    let client = try FetchClient.start()
    defer { client.stop() }
    await #expect(throws: FetchError.refused(.request)) {
      _ = try await client.send(
        FetchRequest(method: method, url: "http://127.0.0.1/", headers: [(name, value)]),
        policy: .configuredHost)
    }
  }

  @Test("TLS is spoken with a trusted certificate of that name only")
  func tls() async throws {
    try await withTemporaryFolder { folder in
      let made = try makeCertificate(in: folder)
      let files = TLSFiles(certificate: made.certificate, key: made.key)
      let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { text($0.isSecure ? "secure" : "plain") }
      try await withServer(caFile: files.certificate, { $0.tls = files }, handler: handler) {
        client, base, server in
        let response = try await client.send(FetchRequest(url: base), policy: .configuredHost)
        #expect(response.body == Array("secure".utf8))
        for (client, url) in [(client, "https://localhost:\(server.port)"), (try FetchClient.start(), base)] {
          let error = await #expect(throws: FetchError.self) {
            _ = try await client.send(FetchRequest(url: url), policy: .configuredHost)
          }
          guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            continue
          }
        }
        #expect(server.stats.requestsTotal == 1)
      }
    }
  }

  @Test("the certificates to trust are read once, not for every connection")
  func certificates() async throws {
    try await withTemporaryFolder { folder in
      let made = try makeCertificate(in: folder)
      let files = TLSFiles(certificate: made.certificate, key: made.key)
      let trusted = "\(folder)/trusted.pem"
      try FileManager.default.copyItem(atPath: made.certificate, toPath: trusted)
      let fresh = FetchPolicy(allows: nil, ports: nil, maxRedirects: 0, redirectSchemes: [])
      try await withServer(caFile: trusted, { $0.tls = files }, handler: { _ in text("hello") }) {
        client, base, server in
        _ = try await client.send(FetchRequest(url: base), policy: fresh)
        try FileManager.default.removeItem(atPath: trusted)
        _ = try await client.send(FetchRequest(url: base), policy: fresh)
        #expect(server.stats.connectionsTotal == 2)
        // A control: nobody else finds them.
        let other = try FetchClient.start(caFile: trusted)
        defer { other.stop() }
        await #expect(throws: FetchError.self) {
          _ = try await other.send(FetchRequest(url: base), policy: fresh)
        }
      }
    }
  }
}

@Suite("The examples of the READMEs work")
struct ReadmeTests {
  @Test("a server is started, asked and drained")
  func example() async throws {
    var options = HTTPServerOptions()
    options.port = 0
    let server = try WebServer.start(options) { request in
      HTTPResponse(
        status: 200, headers: [("Content-Type", "text/plain")], body: .bytes(Array("hello".utf8)))
    }
    let client = try FetchClient.start()
    let response = try await client.send(
      FetchRequest(url: "http://127.0.0.1:\(server.port)/healthz", timeout: .seconds(20)),
      policy: .configuredHost)
    #expect(response.body == Array("hello".utf8))
    await server.drain(within: .seconds(8))
  }
}
