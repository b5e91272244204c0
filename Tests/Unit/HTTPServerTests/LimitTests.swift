import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("Too much is refused before it costs much")
struct LimitTests {
  @Test("a body that is announced too large is refused at once and its connection closed")
  func sizedBody() async throws {
    try await withServer({ $0.maxBody = { _, path in path == "/big" ? 1000 : 10 } }) { server in
      let heard = try await raw(server.port) { client in
        client.send("POST /small HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n")
        return try client.readAll()
      }
      #expect(heard.statuses == [413])
      let fits = try await raw(server.port) { client in
        client.send("POST /big HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\nhello world")
        return try client.answer().status
      }
      #expect(fits == 200)
      #expect(server.stats.rejectedBySize == 1)
    }
  }

  @Test("a chunked body is counted while it is read", arguments: [(10, 200), (11, 413), (200_000, 413)])
  func chunkedBody(size: Int, status: Int) async throws {
    let length = Mutex(0)
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      length.withLock { $0 = request.body.count }
      return .text("ok")
    }
    try await withServer({ $0.maxBody = { _, _ in 10 } }, handler: handler) { server in
      let heard = try await raw(server.port) { client in
        client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
        var left = size
        while left > 0 {
          let part = min(left, 4096)
          client.send(String(part, radix: 16) + "\r\n" + String(repeating: "x", count: part) + "\r\n")
          left -= part
        }
        client.send("0\r\n\r\n")
        return try client.readAll()
      }
      #expect(heard.statuses == [status])
      #expect(length.withLock { $0 } == (status == 200 ? size : 0))
      #expect(server.stats.rejectedBySize == (status == 200 ? 0 : 1))
    }
  }

  @Test("a chunked body without an end is cut off")
  func endless() async throws {
    try await withServer({ $0.maxBody = { _, _ in 10 } }) { server in
      let isCut = try await raw(server.port) { client in
        client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "1000\r\n" + String(repeating: "x", count: 4096) + "\r\n"
        // Far more than the overrun and the buffers of the kernel hold.
        for _ in 0..<10_000 where !client.send(chunk) { return true }
        return false
      }
      #expect(isCut)
    }
  }

  @Test("bodies of all connections together stay within their memory")
  func bodyMemory() async throws {
    let gate = Gate()
    let inside = Tally()
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      inside.add()
      await gate.wait()
      return .text("ok")
    }
    let body = String(repeating: "x", count: 1000)
    let post = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n\(body)"
    try await withServer({ $0.maxBodyMemory = 1500 }, handler: handler) { server in
      async let first = raw(server.port) { client in
        client.send(post)
        return try client.answer().status
      }
      await inside.reaches(1)
      let second = try await raw(server.port) { client in
        client.send(post)
        return try client.answer()
      }
      #expect(second.status == 503)
      #expect(second.header("Retry-After") == "1")
      gate.open()
      #expect(try await first == 200)
      // A client has its response before the server has let go of the request.
      try await waitUntil("the body's memory is free") { server.stats.bodyMemory == 0 }
      let third = try await raw(server.port) { client in
        client.send(post)
        return try client.answer().status
      }
      #expect(third == 200)
    }
  }

  @Test("handlers beyond the limit are not started and the client told when to come back")
  func inFlight() async throws {
    let gate = Gate()
    let inside = Tally()
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      inside.add()
      await gate.wait()
      return .text("ok")
    }
    try await withServer({ $0.maxInFlight = 2 }, handler: handler) { server in
      async let first = get(server.port)
      async let second = get(server.port)
      await inside.reaches(2)
      let third = try await get(server.port)
      #expect(third.status == 503)
      #expect(third.header("Retry-After") == "1")
      #expect(server.stats.handling == 2)
      #expect(server.stats.rejectedByLoad == 1)
      gate.open()
      let statuses = try await [first.status, second.status]
      #expect(statuses == [200, 200])
      try await waitUntil("both requests have ended") { server.stats.handling == 0 }
      #expect(try await get(server.port).status == 200)
      #expect(inside.count == 3)
    }
  }

  @Test("a client that sends too slowly loses its connection, the others do not")
  func slowClient() async throws {
    try await withServer({ $0.timeoutSeconds = 1 }) { server in
      async let slow = raw(server.port) { client in
        client.send("GET / HTTP/1.1\r\nHost: h\r\nX-Slow: ")
        return try client.readAll().statuses
      }
      #expect(try await get(server.port).status == 200)
      let statuses = try await slow
      #expect(statuses.allSatisfy { $0 == 408 })
    }
  }

  @Test("connections of one address beyond its limit are closed")
  func perAddress() async throws {
    let gate = Gate()
    let inside = Tally()
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      inside.add()
      await gate.wait()
      return .text("ok")
    }
    try await withServer({ $0.perAddressLimit = 2 }, handler: handler) { server in
      async let first = get(server.port)
      async let second = get(server.port)
      await inside.reaches(2)
      let third = try await raw(server.port) { client in
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        return try client.readAll()
      }
      #expect(third == "")
      gate.open()
      let statuses = try await [first.status, second.status]
      #expect(statuses == [200, 200])
    }
  }
}

@Suite("Clients and servers may leave at any time")
struct LeavingTests {
  @Test("a client that leaves while its handler runs releases everything")
  func clientLeaves() async throws {
    let gate = Gate()
    let inside = Tally()
    let closed = Tally()
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      inside.add()
      if request.path == "/slow" { await gate.wait() }
      return HTTPResponse(status: 200, body: .stream(EventFeed { closed.add() }))
    }
    try await withServer(handler: handler) { server in
      for index in 1...20 {
        try await raw(server.port) { client in _ = client.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n") }
        await inside.reaches(index)
      }
      gate.open()
      await server.drain(within: .seconds(10))
      await closed.reaches(20)
      #expect(closed.count == 20)
      #expect(server.stats.inFlight == 0)
      #expect(server.stats.streams == 0)
      #expect(server.stats.connections == 0)
    }
  }

  @Test("a drain loses no request that is under way", arguments: [1, 4])
  func drain(threads: Int) async throws {
    let gate = Gate()
    let inside = Tally()
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      inside.add()
      await gate.wait()
      return .text("ok")
    }
    let clients = 32
    try await withServer({ $0.threads = threads }, handler: handler) { server in
      try await withThrowingTaskGroup(of: RawClient.RawResponse.self) { group in
        for _ in 0..<clients { group.addTask { try await get(server.port) } }
        await inside.reaches(clients)
        async let drained: Void = server.drain(within: .seconds(20))
        await refuses(server.port)
        gate.open()
        for try await answer in group {
          #expect(answer.status == 200)
          #expect(answer.header("Connection")?.lowercased() == "close")
        }
        await drained
      }
      #expect(server.stats.inFlight == 0)
      #expect(server.stats.abandoned == 0)
    }
  }

  @Test("a handler that does not end is answered for when the drain's time is over")
  func abandoned() async throws {
    let gate = Gate()
    let inside = Tally()
    let closed = Tally()
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      inside.add()
      await gate.wait()
      return HTTPResponse(status: 200, body: .stream(EventFeed { closed.add() }))
    }
    try await withServer(handler: handler) { server in
      async let answer = get(server.port)
      await inside.reaches(1)
      await server.drain(within: .zero)
      let status = try await answer.status
      #expect(status == 503)
      #expect(server.stats.abandoned == 1)
      gate.open()
      await closed.reaches(1)
    }
  }

  @Test("a server under load stops at any moment", arguments: 0..<24)
  func stopsUnderLoad(round: Int) async throws {
    let handled = Tally()
    let closed = Tally()
    let streams = Tally()
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      handled.add()
      for _ in 0..<handled.count % 5 { await Task.yield() }
      guard request.path == "/stream" else { return .text("ok") }
      streams.add()
      let feed = EventFeed { closed.add() }
      _ = feed.send(Array("data: 1\n\n".utf8))
      return HTTPResponse(status: 200, body: .stream(feed))
    }
    var options = HTTPServerOptions()
    options.threads = 1 + round % 3
    let server = try WebServer.start(options, handler: handler)
    let port = server.port
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<6 {
        group.addTask {
          while (try? await get(port, client < 2 ? "/stream" : "/")) != nil {}
        }
      }
      await handled.reaches(20 + round)
      await server.drain(within: round.isMultiple(of: 2) ? .zero : .seconds(5))
      try await group.waitForAll()
    }
    let stats = server.stats
    #expect(stats.inFlight == 0)
    #expect(stats.streams == 0)
    #expect(stats.connections == 0)
    await closed.reaches(streams.count)
    #expect(closed.count == streams.count)
  }

  @Test("a server that is let go stops without a drain")
  func letGo() async throws {
    var port = 0
    do {
      let server = try WebServer.start(HTTPServerOptions()) { _ in .text("ok") }
      port = server.port
      #expect(try await get(port).status == 200)
    }
    let free = port
    await #expect(throws: RawClient.Failure.self) { try await get(free) }
  }
}

func get(_ port: Int, _ path: String = "/") async throws -> RawClient.RawResponse {
  try await raw(port) { client in
    client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
    return try client.answer()
  }
}

/// Waits until the port takes no connections.
private func refuses(_ port: Int) async {
  for _ in 0..<500 {
    // Refused, or accepted and closed at once.
    let isClosed = (try? await raw(port) { client in client.isClosed(within: 20) }) ?? true
    if isClosed { return }
  }
}
