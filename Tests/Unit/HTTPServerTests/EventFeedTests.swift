import Synchronization
import Testing

@testable import HTTPServer

@Suite("An event feed delivers all in order or ends")
struct EventFeedTests {
  private let request = "GET /v1/stream HTTP/1.1\r\nHost: h\r\nAccept: text/event-stream\r\n\r\n"

  /// A server whose every request is answered with the feed.
  private func streaming(
    _ feed: EventFeed, status: Int = 200
  ) -> @Sendable (HTTPRequest) async -> HTTPResponse {
    { _ in
      HTTPResponse(
        status: status, headers: [("Content-Type", "text/event-stream")], body: .stream(feed))
    }
  }

  @Test("a thousand events arrive in order, whoever is faster")
  func order() async throws {
    let closed = Tally()
    let feed = EventFeed { closed.add() }
    try await withServer(handler: streaming(feed)) { server in
      let request = request
      async let heard = raw(server.port) { client in
        client.send(request)
        return try client.answer()
      }
      for number in 0..<1000 {
        while !feed.send(Array("data: \(number)\n\n".utf8)) { await Task.yield() }
        if number % 7 == 0 { await Task.yield() }
      }
      feed.finish()
      let answer = try await heard
      #expect(answer.status == 200)
      #expect(answer.header("Content-Type") == "text/event-stream")
      #expect(answer.text == (0..<1000).map { "data: \($0)\n\n" }.joined())
      await closed.reaches(1)
    }
    #expect(closed.count == 1)
    #expect(!feed.send([1]))
  }

  @Test("the head is sent before the first event, and each event when it comes")
  func immediate() async throws {
    let feed = EventFeed()
    try await withServer(handler: streaming(feed)) { server in
      let request = request
      let ready = Tally()
      async let heard = raw(server.port) { client in
        client.send(request)
        var heard = [try client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200")]
        ready.add()
        for number in 1...3 {
          heard.append(try client.read(until: "data: \(number)\n\n").isEmpty == false)
          ready.add()
        }
        return heard
      }
      for number in 1...3 {
        await ready.reaches(number)
        #expect(feed.send(Array("data: \(number)\n\n".utf8)))
      }
      await ready.reaches(4)
      #expect(server.stats.streams == 1)
      let parts = try await heard
      #expect(parts == [true, true, true, true])
    }
  }

  @Test(
    "an event or the end that comes while the connection goes to sleep wakes it", arguments: [true, false])
  func wakeUp(isEvent: Bool) {
    let connection = ConnectionHandle(nil, ServerCore(options: HTTPServerOptions()) { _ in .text("") })
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 1)
    defer { buffer.deallocate() }
    let feed = EventFeed()
    _ = feed.read(into: buffer) { connection.suspend() }
    #expect(feed.isAsleep)
    #expect(feed.send([1]))
    #expect(!feed.isAsleep)
    #expect(feed.read(into: buffer) { connection.suspend() } == .bytes(1))
    let next = feed.read(into: buffer) {
      if isEvent { #expect(feed.send([2])) } else { feed.finish() }
      return connection.suspend()
    }
    #expect(next == .later)
    #expect(!feed.isAsleep)
    #expect(feed.read(into: buffer) { connection.suspend() } == (isEvent ? .bytes(1) : .end))
  }

  @Test("many writers lose nothing")
  func writers() async throws {
    let feed = EventFeed(limitBytes: 4096, limitEntries: 16)
    let writers = 8
    let each = 250
    try await withServer(handler: streaming(feed)) { server in
      let request = request
      async let heard = raw(server.port) { client in
        client.send(request)
        return try client.answer().text
      }
      await withTaskGroup(of: Void.self) { group in
        for writer in 0..<writers {
          group.addTask {
            for number in 0..<each {
              while !feed.send(Array("\(writer) \(number)\n".utf8)) { await Task.yield() }
            }
          }
        }
      }
      feed.finish()
      let lines = try await heard.split(separator: "\n")
      #expect(lines.count == writers * each)
      for writer in 0..<writers {
        #expect(
          lines.filter { $0.hasPrefix("\(writer) ") }
            == (0..<each).map { "\(writer) \($0)" }[...].map { $0[...] })
      }
    }
  }

  @Test("a full feed takes nothing more", arguments: [(100, 1000), (1_000_000, 10)])
  func full(limitBytes: Int, limitEntries: Int) {
    let closed = Tally()
    let feed = EventFeed(limitBytes: limitBytes, limitEntries: limitEntries) { closed.add() }
    var sent = 0
    while feed.send([UInt8](repeating: 0, count: 10)) { sent += 1 }
    #expect(sent == 10)
    #expect(closed.count == 0)
    feed.finish()
    feed.finish()
    #expect(closed.count == 1)
  }

  @Test("a client that reads nothing fills the feed, and finishing it frees the connection")
  func slowReader() async throws {
    let feed = EventFeed(limitBytes: 64 * 1024)
    let isFull = Gate()
    try await withServer({ $0.timeoutSeconds = 1 }, handler: streaming(feed)) { server in
      let request = request
      let head = Tally()
      async let client: Void = raw(server.port, receiveBuffer: 4096) { client in
        client.send(request)
        _ = try client.read(until: "\r\n\r\n")
        head.add()
        _ = try client.readAll()
      }
      await head.reaches(1)
      // The kernel's buffers take some before the feed fills.
      let event = [UInt8](repeating: 0x78, count: 16 * 1024)
      while feed.send(event) { await Task.yield() }
      feed.finish()
      isFull.open()
      _ = try await client
    }
    #expect(feed.isClosed)
  }

  @Test("a client that leaves closes the feed at one of the next events")
  func leaving() async throws {
    let closed = Tally()
    let feed = EventFeed { closed.add() }
    try await withServer(handler: streaming(feed)) { server in
      let request = request
      try await raw(server.port) { client in
        client.send(request)
        _ = try client.read(until: "\r\n\r\n")
      }
      // The first write after the end succeeds: only the answer to it tells that nobody is there.
      while !feed.isClosed {
        _ = feed.send(Array(": here\n\n".utf8))
        await Task.yield()
      }
      await closed.reaches(1)
    }
    #expect(closed.count == 1)
  }

  @Test("a drain ends the feeds after what they hold")
  func drain() async throws {
    let closed = Tally()
    let feed = EventFeed { closed.add() }
    try await withServer(handler: streaming(feed)) { server in
      let request = request
      let head = Tally()
      async let heard = raw(server.port) { client in
        client.send(request)
        _ = try client.read(until: "\r\n\r\n")
        head.add()
        return try client.readAll()
      }
      await head.reaches(1)
      #expect(feed.send(Array("data: last\n\n".utf8)))
      await server.drain(within: .seconds(10))
      let text = try await heard
      #expect(text.contains("data: last\n\n"))
      #expect(text.hasSuffix("0\r\n\r\n"))
      #expect(server.stats.streams == 0)
    }
    #expect(closed.count == 1)
  }

  @Test("HEAD of a stream closes its feed")
  func head() async throws {
    let closed = Tally()
    let feed = EventFeed { closed.add() }
    try await withServer(handler: streaming(feed)) { server in
      let answer = try await raw(server.port) { client in
        client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
        return try client.answer(isHead: true)
      }
      #expect(answer.status == 200)
      await closed.reaches(1)
    }
  }
}
