import Dispatch
import HTTPServer
import Testing

@Suite("A thread of the server never sleeps over requests")
struct TurnTests {
  /// libmicrohttpd takes at most 128 events at a time. After exactly that many it asks for more, and without
  /// `shorterWait` it would sleep until something else happened on one of the thread's connections.
  @Test("as many requests at once as a thread takes are answered", arguments: [127, 128, 129, 256])
  func fullTurn(count: Int) async throws {
    let isHeld = Tally()
    let end = DispatchSemaphore(value: 0)
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      if request.path == "/hold" {
        isHeld.add()
        // The only thread of the server stands still until all requests have come.
        stand(end)
      }
      return .text("ok")
    }
    let adjust: (inout HTTPServerOptions) -> Void = { options in
      options.threads = 1
      options.perAddressLimit = 0
      options.timeoutSeconds = 60
    }
    try await withServer(adjust, handler: handler) { server in
      let isKnown = Tally()
      let start = DispatchSemaphore(value: 0)
      let isSent = Tally()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<count {
          group.addTask {
            try await raw(server.port) { client in
              client.send(request("/"))
              _ = try client.answer()
              isKnown.add()
              stand(start)
              client.send(request("/"))
              isSent.add()
              return try client.answer().status
            }
          }
        }
        await isKnown.reaches(count)
        async let held = raw(server.port) { client in
          client.send(request("/hold"))
          let status = try client.answer().status
          // Its end would wake the thread.
          stand(end)
          return status
        }
        await isHeld.reaches(1)
        for _ in 0..<count { start.signal() }
        await isSent.reaches(count)
        end.signal()
        do {
          let statuses = try await group.reduce(into: []) { $0.append($1) }
          end.signal()
          return try await statuses + [held]
        } catch {
          end.signal()
          throw error
        }
      }
      #expect(statuses == [Int](repeating: 200, count: count + 1))
    }
  }
}

private func request(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n" }

private func stand(_ semaphore: DispatchSemaphore) { semaphore.wait() }
