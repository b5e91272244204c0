import Dispatch
import TestSupport
import Testing

@testable import HTTPServer

@Suite("Clients keep a pace")
struct PaceTests {
  private static let pace = ClientPace()

  @Test(
    "E1: heads have a time, bodies and readers an average rate, handlers and live streams neither",
    arguments: [
      (LinkPhase.head, 10, nil, false), (.head, 11, nil, true),
      (.idle, 25, nil, false), (.idle, 26, nil, true),
      (.body, 10, 0, false), (.body, 11, 11 * 1024 - 1, true), (.body, 11, 11 * 1024, false),
      (.body, 600, 600 * 1024, false), (.body, 600, 200_000, true),
      (.sending, 10, 0, false), (.sending, 11, 100, true), (.sending, 11, 20_000, false),
      (.sending, 3600, nil, false), (.handling, 3600, 0, false), (.stream, 3600, 0, false),
    ] as [(LinkPhase, Int, Int?, Bool)])
  func pace(phase: LinkPhase, seconds: Int, bytes: Int?, isSlow: Bool) {
    let verdict = PaceTests.pace.isTooSlow(
      phase, elapsed: .seconds(seconds), bytes: bytes, idle: .seconds(15))
    #expect(verdict == isSlow)
  }

  @Test("E1: a household is an IPv4 address or half an IPv6 address")
  func addresses() {
    let four = ClientAddress(ipv4: [192, 0, 2, 1])
    #expect(four == ClientAddress(ipv6: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 192, 0, 2, 1]))
    #expect(four != ClientAddress(ipv4: [192, 0, 2, 2]))
    let six = [UInt8](repeating: 0x20, count: 8)
    #expect(
      ClientAddress(ipv6: six + [UInt8](repeating: 1, count: 8))
        == ClientAddress(ipv6: six + [UInt8](repeating: 2, count: 8)))
    #expect(ClientAddress(ipv6: six + six) != ClientAddress(ipv6: [1] + six + six.dropLast()))
  }
}

@Suite("Slow clients lose their connection, others do not")
struct SlowClientTests {
  private func fast(_ options: inout HTTPServerOptions) {
    options.pace.head = .milliseconds(400)
    options.pace.grace = .milliseconds(400)
    options.timeoutSeconds = 120
  }

  private func wait(_ server: WebServer, until count: Int) async throws {
    try await waitUntil("\(count) slow connections are ended") { server.stats.cutSlow >= count }
  }

  @Test(
    "E1: a head or a body that comes byte by byte is ended",
    arguments: [
      "GET / HTTP/1.1\r\nHost: h\r\nX: ", "G",
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5000\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n100\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nX: ",
    ])
  func dripping(beginning: String) async throws {
    try await withServer({
      fast(&$0)
      if beginning.hasPrefix("GET / HTTP/1.1\r\nHost: h\r\n\r\n") { $0.timeoutSeconds = 1 }
    }) { server in
      async let isCut = raw(server.port) { client in
        client.send(beginning)
        // Each byte restarts the idle timeout. The socket fails soon after the server has closed it.
        for _ in 0..<400 {
          if !client.send("x") || client.isClosed(within: 25) { return true }
        }
        return false
      }
      let wasCut = try await isCut
      #expect(wasCut)
      // libmicrohttpd itself ends a connection that waits too long for a later head. The client may see the
      // end before it is counted.
      if !beginning.hasPrefix("GET / HTTP/1.1\r\nHost: h\r\n\r\n") {
        try await wait(server, until: 1)
        #expect(server.stats.cutSlow == 1)
      }
      #expect(try await get(server.port).status == 200)
    }
  }

  @Test("E1: a reader that takes nothing is ended, and one that takes its time at the rate is not")
  func readers() async throws {
    let body = [UInt8](repeating: 0x78, count: 8 << 20)
    let isOver = DispatchSemaphore(value: 0)
    try await withServer({ fast(&$0) }, handler: { _ in HTTPResponse(status: 200, body: .bytes(body)) }) {
      server in
      async let stuck = raw(server.port, receiveBuffer: 4096) { client in
        client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        isOver.wait()
        return try client.readAll().utf8.count
      }
      let whole = try await raw(server.port) { client in
        client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        return try client.readAll().utf8.count
      }
      #expect(whole > body.count)
      try await wait(server, until: 1)
      isOver.signal()
      let part = try await stuck
      #expect(part < body.count)
      #expect(server.stats.cutSlow == 1)
    }
  }

  @Test("E1: a handler and a live stream may take as long as they like")
  func patient() async throws {
    let gate = Gate()
    let feed = EventFeed()
    try await withServer(
      { fast(&$0) },
      handler: { request in
        if request.path == "/stream" { return HTTPResponse(status: 200, body: .stream(feed)) }
        await gate.wait()
        return .text("late")
      }
    ) { server in
      async let late = get(server.port)
      async let events = raw(server.port) { client in
        client.send("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n")
        return try client.read(until: "at last")
      }
      async let dripping = raw(server.port) { client in
        client.send("GET / HTTP/1.1\r\nX: ")
        return try client.readAll()
      }
      try await wait(server, until: 1)
      #expect(try await dripping == "")
      gate.open()
      #expect(feed.send(Array("at last".utf8)))
      #expect(try await late.status == 200)
      #expect(try await events.hasSuffix("at last"))
      feed.finish()
    }
  }

  @Test("E1: for a new connection of an address the oldest unfinished one gives way, and a busy one never")
  func room() async throws {
    let isOver = DispatchSemaphore(value: 0)
    let gate = Gate()
    let inside = Tally()
    try await withServer(
      { $0.perAddressLimit = 3 },
      handler: { request in
        if request.path == "/wait" {
          inside.add()
          await gate.wait()
        }
        return .text("ok")
      }
    ) { server in
      async let busy = raw(server.port) { client in
        client.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n")
        return try client.answer().status
      }
      await inside.reaches(1)
      async let first = raw(server.port) { client in
        client.send("GET / HTTP/1.1\r\nX: ")
        return try client.readAll()
      }
      try await waitUntil("two are open") { server.stats.connections == 2 }
      async let second = raw(server.port) { client in
        client.send("GET / HTTP/1.1\r\nX: ")
        return try client.readAll()
      }
      try await waitUntil("three are open") { server.stats.connections == 3 }
      async let third = raw(server.port) { client in
        client.send("GET / HTTP/1.1\r\nX: ")
        isOver.wait()
      }
      let firstHeard = try await first
      #expect(firstHeard.isEmpty)
      #expect(server.stats.cutForRoom == 1)
      try await waitUntil("three are open") { server.stats.connections == 3 }
      #expect(try await get(server.port).status == 200)
      let secondHeard = try await second
      #expect(secondHeard.isEmpty)
      isOver.signal()
      try await third
      gate.open()
      #expect(try await busy == 200)
      #expect(server.stats.connectionsRefused == 0)
    }
  }
}
