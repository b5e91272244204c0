import Glibc
import HTTPServer
import Synchronization
import Testing

@Suite("A server hands over what was sent and sends what was answered")
struct ServingTests {
  @Test("the handler sees the request as it was sent")
  func request() async throws {
    let seen = Mutex<HTTPRequest?>(nil)
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      seen.withLock { $0 = request }
      return .text("ok", status: 201)
    }
    let answer = try await withServer(handler: handler) { server in
      try await raw(server.port) { client in
        client.send("PUT /a%2Fb/c?x=1+2&y=%C3%A4&x HTTP/1.1\r\nHost: h\r\nX-One: 1\r\nx-one: 2\r\n")
        client.send("Content-Length: 4\r\n\r\nbody")
        return try client.answer()
      }
    }
    #expect(answer.status == 201)
    #expect(answer.text == "ok")
    let request = try #require(seen.withLock { $0 })
    #expect(request.method == "PUT")
    #expect(request.path == "/a%2Fb/c")
    #expect(request.query.map { "\($0.name)=\($0.value)" } == ["x=1 2", "y=ä", "x="])
    #expect(request.header("X-ONE") == "1")
    #expect(request.headers.filter { $0.name == "x-one" }.map(\.value) == ["2"])
    #expect(request.body == Array("body".utf8))
    #expect(request.peer == "127.0.0.1")
    #expect(!request.isSecure)
  }

  @Test("one connection serves many requests, also when they are sent ahead")
  func pipelining() async throws {
    let count = 50
    let answers = try await withServer(handler: { .text($0.path + String(decoding: $0.body, as: UTF8.self)) })
    {
      server in
      let answers = try await raw(server.port) { client in
        var text = ""
        for index in 0..<count {
          text += "POST /\(index) HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab"
        }
        client.send(text)
        return try (0..<count).map { _ in try client.answer().text }
      }
      #expect(server.stats.connectionsTotal == 1)
      #expect(server.stats.requestsTotal == count)
      return answers
    }
    #expect(answers == (0..<count).map { "/\($0)ab" })
  }

  @Test("HEAD is answered with the headers alone")
  func head() async throws {
    let method = Mutex("")
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      method.withLock { $0 = request.method }
      return .text("hello")
    }
    try await withServer(handler: handler) { server in
      let (first, second) = try await raw(server.port) { client in
        client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
        let first = try client.answer(isHead: true)
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        return (first, try client.answer())
      }
      #expect(first.header("Content-Length") == "5")
      #expect(second.text == "hello")
      #expect(method.withLock { $0 } == "GET")
    }
  }

  @Test("a part of a file is sent and its descriptor closed", arguments: ["GET", "HEAD"])
  func file(method: String) async throws {
    let path = "/tmp/quad-http-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    let made = open(path, O_CREAT | O_RDWR | O_EXCL, 0o600)
    try #require(made >= 0)
    defer { unlink(path) }
    let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    #expect(content.withUnsafeBytes { write(made, $0.baseAddress, $0.count) } == content.count)
    close(made)
    let opened = Mutex<Int32>(-1)
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      opened.withLock { $0 = descriptor }
      return HTTPResponse(status: 200, body: .file(descriptor: descriptor, offset: 1000, length: 150_000))
    }
    let answer = try await withServer(handler: handler) { server in
      try await raw(server.port) { client in
        client.send("\(method) / HTTP/1.1\r\nHost: h\r\n\r\n")
        return try client.answer(isHead: method == "HEAD")
      }
    }
    #expect(answer.header("Content-Length") == "150000")
    if method == "GET" { #expect(answer.body == Array(content[1000..<151_000])) }
    #expect(!isOpen(opened.withLock { $0 }, path))
  }

  @Test("kept bytes are sent by every response and freed with the last")
  func keptBytes() async throws {
    let name = "quad-http-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    let made = open("/tmp/\(name)", O_CREAT | O_RDWR | O_EXCL, 0o600)
    try #require(made >= 0)
    defer { unlink("/tmp/\(name)") }
    let content = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    #expect(content.withUnsafeBytes { write(made, $0.baseAddress, $0.count) } == content.count)
    close(made)
    let file = try #require(ServedFolder("/tmp").open(name))
    let kept = Mutex(KeptBytes(reading: file))
    weak let last = kept.withLock { $0 }
    #expect(last != nil)
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      HTTPResponse(status: 200, body: kept.withLock { $0.map(HTTPBody.kept) ?? .bytes([]) })
    }
    try await withServer(handler: handler) { server in
      try await raw(server.port) { client in
        for method in ["GET", "HEAD", "GET"] {
          client.send("\(method) / HTTP/1.1\r\nHost: h\r\n\r\n")
          let answer = try client.answer(isHead: method == "HEAD")
          #expect(answer.header("Content-Length") == "60000")
          if method == "GET" { #expect(answer.body == content) }
        }
      }
      kept.withLock { $0 = nil }
    }
    #expect(last == nil)
  }

  @Test("a header that would split the response is left out and counted")
  func headerInjection() async throws {
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      HTTPResponse(status: 200, headers: [("X", "a\r\nSet-Cookie: b"), ("Y\r\nZ", "1"), ("Good", "1")])
    }
    try await withServer(handler: handler) { server in
      let answer = try await raw(server.port) { client in
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        return try client.answer()
      }
      #expect(answer.header("Set-Cookie") == nil)
      #expect(answer.header("Good") == "1")
      #expect(server.stats.headersRefused == 2)
    }
  }

  @Test("two servers may not listen on one port, and a name is no address")
  func addresses() async throws {
    try await withServer { server in
      var options = HTTPServerOptions()
      options.port = server.port
      #expect(throws: HTTPServerError.cannotListen(code: EADDRINUSE)) {
        _ = try WebServer.start(options) { _ in .text("") }
      }
      options.host = "localhost"
      #expect(throws: HTTPServerError.badAddress("localhost")) {
        _ = try WebServer.start(options) { _ in .text("") }
      }
    }
  }

  @Test("IPv6 is served, and an IPv4 client on it is named as IPv4")
  func dualStack() async throws {
    try await withServer({ $0.host = "::" }, handler: { .text($0.peer) }) { server in
      let answer = try await raw(server.port) { client in
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        return try client.answer()
      }
      #expect(answer.text == "127.0.0.1")
    }
  }
}

/// The descriptor's number may be taken anew by another test, so its target is compared.
private func isOpen(_ descriptor: Int32, _ path: String) -> Bool {
  var target = [CChar](repeating: 0, count: 4096)
  let count = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
  return count > 0 && String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) == path
}
