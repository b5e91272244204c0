import HTTPServer
import Synchronization
import Testing

@testable import Fetch

@Suite("Lines come as they are sent, in order and bounded")
struct LineTests {
  @Test("a server's events are read line by line, also by a slow reader", arguments: [64 * 1024, 64])
  func events(limit: Int) async throws {
    let feed = EventFeed(limitBytes: 1024)
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      HTTPResponse(status: 200, headers: [("Content-Type", "text/event-stream")], body: .stream(feed))
    }
    try await withServer(handler: handler) { client, base, _ in
      async let sent: Void = {
        for number in 0..<1000 {
          while !feed.send(Array("data: \(number)\r\n\n".utf8)) { await Task.yield() }
        }
        feed.finish()
      }()
      var heard: [String] = []
      let response = try await client.lines(
        FetchRequest(url: base, maxBody: limit), policy: .configuredHost
      ) { line in
        heard.append(line)
        return true
      }
      await sent
      #expect(response.status == 200)
      #expect(response.header("Content-Type") == "text/event-stream")
      #expect(heard == (0..<1000).flatMap { ["data: \($0)", ""] })
    }
  }

  @Test("a reader that has enough ends the stream")
  func enough() async throws {
    let closed = Gate()
    let feed = EventFeed { closed.open() }
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      HTTPResponse(status: 200, body: .stream(feed))
    }
    try await withServer(handler: handler) { client, base, _ in
      #expect(feed.send(Array("1\n2\n3\n".utf8)))
      var heard: [String] = []
      let response = try await client.lines(FetchRequest(url: base), policy: .configuredHost) { line in
        heard.append(line)
        return heard.count < 2
      }
      #expect(response.status == 200)
      #expect(heard == ["1", "2"])
      // The first write after the end succeeds: only the answer to it tells that nobody is there.
      while !feed.isClosed {
        _ = feed.send(Array(": here\n".utf8))
        await Task.yield()
      }
      await closed.wait()
    }
  }

  @Test("a line over the limit ends it")
  func longLine() async throws {
    let listener = try ScriptedListener { _ in "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 1001)
    }
    let client = try FetchClient.start()
    defer { client.stop() }
    await #expect(throws: FetchError.tooLarge) {
      _ = try await client.lines(
        FetchRequest(url: "http://127.0.0.1:\(listener.port)/", maxBody: 1000), policy: .configuredHost
      ) { _ in true }
    }
  }

  @Test("a stream that falls silent times out, and one that is refused shows why")
  func silence() async throws {
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      guard request.path == "/stream" else { return text("no\nstream\n", status: 401) }
      let feed = EventFeed()
      _ = feed.send(Array("one\n".utf8))
      return HTTPResponse(status: 200, body: .stream(feed))
    }
    try await withServer(handler: handler) { client, base, _ in
      let heard = Mutex(0)
      await #expect(throws: FetchError.timedOut) {
        _ = try await client.lines(
          FetchRequest(url: base + "/stream", timeout: .seconds(1)), policy: .configuredHost
        ) { _ in
          heard.withLock { $0 += 1 }
          return true
        }
      }
      let before = heard.withLock { $0 }
      #expect(before <= 1)
      let refused = try await client.lines(FetchRequest(url: base + "/"), policy: .configuredHost) { _ in
        heard.withLock { $0 += 1 }
        return true
      }
      #expect(refused.status == 401)
      #expect(refused.body == Array("no\nstream\n".utf8))
      #expect(heard.withLock { $0 } == before)
    }
  }

  @Test("a cancelled reader ends the transfer")
  func cancellation() async throws {
    let listener = try ScriptedListener()
    let client = try FetchClient.start()
    defer { client.stop() }
    let url = "http://127.0.0.1:\(listener.port)/"
    let reader = Task {
      try await client.lines(FetchRequest(url: url), policy: .configuredHost) { _ in true }
    }
    while listener.connections < 1 { await Task.yield() }
    reader.cancel()
    await #expect(throws: FetchError.cancelled) { _ = try await reader.value }
  }
}
