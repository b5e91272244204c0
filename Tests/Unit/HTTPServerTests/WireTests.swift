import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite("Raw requests of RFC 9112 have one meaning")
struct WireTests {
  private static let problem = "{\"problem\":true}"
  private static let second = "GET /second HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  private func passed(_ parts: [[UInt8]]) -> (output: [UInt8], refusal: WireFilter.Refusal?) {
    var filter = WireFilter()
    for part in parts { filter.take(part) }
    var output = [UInt8](repeating: 0, count: filter.waiting)
    let count = output.withUnsafeMutableBytes { filter.move(into: $0) }
    return (Array(output[..<count]), filter.refusal)
  }

  @Test("E6: the table has 200 cases, and each name once")
  func table() {
    #expect(WireCase.all.count >= 200, "\(WireCase.all.count)")
    #expect(Set(WireCase.all.map { "\($0)" }).count == WireCase.all.count)
  }

  @Test("E6: it does not matter in which parts the bytes arrive", arguments: WireCase.all)
  func parts(wire: WireCase) {
    let whole = passed([wire.bytes])
    let single = passed(wire.bytes.map { [$0] })
    // What a long line is refused for does not depend on the rest of it.
    if wire.bytes.count < 10_000 {
      #expect(whole.output == single.output)
      #expect(whole.refusal == single.refusal)
    } else {
      #expect(whole.refusal?.fault.status == single.refusal?.fault.status)
    }
  }

  @Test("E6: a refusal is one problem, once, on a connection that closes; the rest is served")
  func answers() async throws { try await answers(tls: nil) }

  @Test("E6: the same over TLS")
  func answersOverTLS() async throws {
    try await withTemporaryFolder { folder in
      let files = try makeCertificate(in: folder)
      try await answers(tls: TLSFiles(certificate: files.certificate, key: files.key))
    }
  }

  private func answers(tls: TLSFiles?) async throws {
    let seen = Mutex<[String]>([])
    let problem = WireTests.problem
    try await withServer(
      { options in
        options.tls = tls
        options.onReject = { rejection in
          HTTPResponse(
            status: rejection.status, headers: [("Content-Type", "application/problem+json")],
            body: .bytes(Array(problem.utf8)))
        }
      },
      handler: { request in
        seen.withLock { $0.append(request.path) }
        return .text("ok")
      }
    ) { server in
      for wire in WireCase.all {
        seen.withLock { $0 = [] }
        let heard = try await raw(server.port, isSecure: tls != nil) { client in
          client.send(wire.bytes + Array(WireTests.second.utf8))
          return try client.readAll()
        }
        let paths = seen.withLock { $0 }
        if wire.status == 200, wire.isOld {
          // HTTP/1.0 ends the connection after each response.
          #expect(heard.contains(" 200 ") && paths == ["/"], "\(wire): \(heard)")
        } else if wire.status == 200 {
          #expect(heard.statuses == [200, 200], "\(wire): \(heard)")
          #expect(paths.count == 2 && paths.last == "/second", "\(wire): \(paths)")
        } else {
          #expect(heard.statuses == [wire.status], "\(wire): \(heard)")
          #expect(heard.hasSuffix("\r\n\r\n" + problem), "\(wire): \(heard)")
          #expect(heard.lowercased().contains("\r\nconnection: close\r\n"), "\(wire): \(heard)")
          #expect(paths == [], "\(wire)")
        }
      }
    }
  }

  @Test("E6: a refusal waits for the responses of the requests before it")
  func order() async throws {
    try await withServer(handler: { request in
      .text(request.path + String(decoding: request.body, as: UTF8.self))
    }) {
      server in
      let good =
        "POST /one HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nab\r\n0\r\nT: z\r\n\r\n"
      let bad = "POST /two HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\nab\r\n0\r\n\r\n"
      let heard = try await raw(server.port) { client in
        client.send(good + good + bad + good)
        return try client.readAll()
      }
      #expect(heard.statuses == [200, 200, 400])
      #expect(heard.components(of: "/oneab") == 2)
    }
  }

  @Test("E6: what libmicrohttpd reads is the same request without extensions and trailers")
  func canonical() {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    let (output, refusal) = passed([Array((head + "0A;x=\"y\"\r\n0123456789\r\n00;z\r\nA: b\r\n\r\n").utf8)])
    #expect(String(decoding: output, as: UTF8.self) == head + "a\r\n0123456789\r\n0\r\n\r\n")
    #expect(refusal == nil)
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
