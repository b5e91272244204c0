import HTTPServer
import Synchronization
import Testing

/// One malformed request, with a second one behind it that must never be executed.
struct MalformedCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: String
  /// What may be answered; 0 is a closed connection without an answer.
  let answers: Set<Int>

  init(_ name: String, _ bytes: String, _ answers: Set<Int> = [400]) {
    self.name = name
    self.bytes = bytes
    self.answers = answers
  }

  var testDescription: String { name }

  static let second = "GET /second HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  private static func post(_ fields: String, _ body: String = "0\r\n\r\n") -> String {
    "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)\(second)"
  }

  private static func get(_ fields: String, line: String = "GET / HTTP/1.1") -> String {
    "\(line)\r\n\(fields)\r\n\r\n\(second)"
  }

  static let all: [MalformedCase] = [
    .init("length and encoding", post("Content-Length: 5\r\nTransfer-Encoding: chunked")),
    .init("encoding and length", post("Transfer-Encoding: chunked\r\nContent-Length: 80")),
    .init("the same length twice", post("Content-Length: 5\r\nContent-Length: 5")),
    .init("two different lengths", post("Content-Length: 5\r\nContent-Length: 0")),
    .init("encoding xchunked", post("Transfer-Encoding: xchunked"), [501]),
    .init("encoding chunked twice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked")),
    .init("encoding chunked, identity", post("Transfer-Encoding: chunked, identity")),
    .init("encoding behind a vertical tab", post("Transfer-Encoding: \u{0B}chunked")),
    .init("signed length", post("Content-Length: +5")),
    .init("negative length", post("Content-Length: -5")),
    .init("listed length", post("Content-Length: 5,5")),
    .init("hexadecimal length", post("Content-Length: 0x5")),
    .init("length beyond 64 bits", post("Content-Length: 18446744073709551621"), [400, 413]),
    .init("empty length", post("Content-Length:")),
    .init("no host", get("X: y")),
    .init("two hosts", get("Host: a\r\nHost: b")),
    .init("space before the colon", post("Content-Length : 5")),
    .init("space in a name", get("Host: a\r\nX Y: z")),
    .init("empty name", get("Host: a\r\n: z")),
    .init("bare line feeds", get("Host: a\nX: y")),
    .init("bare line feeds everywhere", "GET / HTTP/1.1\nHost: a\n\n\(second)"),
    .init("folded value", get("Host: a\r\nX: a\r\n b")),
    .init("folded encoding", post("Transfer-Encoding:\r\n chunked")),
    .init("NUL in a value", get("Host: a\r\nX: a\0b")),
    .init("NUL in a name", get("Host: a\r\nX\0Y: b")),
    .init("carriage return in a value", get("Host: a\r\nX: a\rY: b")),
    .init("two blanks in the request line", get("Host: a", line: "GET  / HTTP/1.1")),
    .init("no colon", get("Host: a\r\nnonsense"), [400, 0]),
    .init("control character in a value", get("Host: a\r\nX: a\u{01}b")),
    .init("control character in the target", get("Host: a", line: "GET /\u{01} HTTP/1.1")),
    .init("lower-case method", get("Host: a", line: "get / HTTP/1.1")),
    .init("absolute form", get("Host: a", line: "GET http://b/ HTTP/1.1")),
    .init("authority form", get("Host: a", line: "CONNECT b:443 HTTP/1.1")),
    .init("fragment", get("Host: a", line: "GET /#x HTTP/1.1")),
    .init("bytes above ASCII in the target", get("Host: a", line: "GET /ä HTTP/1.1")),
    .init("undecodable query", get("Host: a", line: "GET /?a=%zz HTTP/1.1")),
    .init("space in the target", get("Host: a", line: "GET /a b HTTP/1.1"), [400, 0]),
    .init("HTTP/2.0", get("Host: a", line: "GET / HTTP/2.0"), [400, 505, 0]),
    .init("HTTP/1.0 with encoding", post("Transfer-Encoding: chunked").replacingVersion()),
    .init("huge header", get("Host: a\r\nX: " + String(repeating: "x", count: 70_000)), [413, 431, 0]),
    .init(
      "huge target", get("Host: a", line: "GET /" + String(repeating: "x", count: 70_000) + " HTTP/1.1"),
      [414, 0]),
    .init(
      "chunk size overflow", post("Transfer-Encoding: chunked", "10000000000000005\r\nhello\r\n0\r\n\r\n"),
      [400, 413, 0]),
    .init("negative chunk", post("Transfer-Encoding: chunked", "-5\r\nhello\r\n0\r\n\r\n"), [400, 0]),
    .init(
      "chunk size not a number", post("Transfer-Encoding: chunked", "zz\r\nhello\r\n0\r\n\r\n"), [400, 0]),
    .init(
      "chunk longer than its size", post("Transfer-Encoding: chunked", "2\r\nhello\r\n0\r\n\r\n"), [400, 0]),
  ]

  /// Unusual, and right by RFC 9112.
  static let permitted: [MalformedCase] = [
    .init("no blank after the colon", "GET / HTTP/1.1\r\nHost:a\r\nConnection:close\r\n\r\n", [200]),
    .init("many blanks", "GET / HTTP/1.1\r\nHost: \t  a  \r\nConnection: close\r\n\r\n", [200]),
    .init("an empty value", "GET / HTTP/1.1\r\nHost: a\r\nX:\r\nY: \r\nConnection: close\r\n\r\n", [200]),
    .init("an empty line before", "\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", [200]),
    .init(
      "a long query", "GET /?a=1&b=+&c HTTP/1.1\r\nHost: a\r\nCookie: a=1; b=2\r\nConnection: close\r\n\r\n",
      [200]),
  ]
}

extension String {
  fileprivate func replacingVersion() -> String {
    let parts = split(separator: "HTTP/1.1", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.joined(separator: "HTTP/1.0")
  }
}

@Suite("A malformed request is answered once and never becomes two")
struct SmugglingTests {
  @Test("the second request is never executed", arguments: MalformedCase.all)
  func refused(malformed: MalformedCase) async throws {
    let seen = Mutex<[String]>([])
    let heard = try await withServer(
      handler: { request in
        seen.withLock { $0.append(request.path) }
        return .text("ok")
      },
      { server in
        try await raw(server.port) { client in
          client.send(malformed.bytes)
          return try client.readAll()
        }
      })
    let statuses = heard.statuses
    #expect(statuses.count <= 1, "\(heard)")
    #expect(malformed.answers.contains(statuses.first ?? 0), "\(heard)")
    #expect(seen.withLock { $0 } == [])
  }

  @Test("what is unusual but right is served", arguments: MalformedCase.permitted)
  func permitted(malformed: MalformedCase) async throws {
    let handled = Tally()
    let heard = try await withServer(
      handler: { _ in
        handled.add()
        return .text("ok")
      },
      { server in
        try await raw(server.port) { client in
          client.send(malformed.bytes)
          return try client.readAll()
        }
      })
    #expect(heard.statuses == [200])
    #expect(handled.count == 1)
  }

  @Test("the caller decides the form of a refusal, and it is counted")
  func form() async throws {
    try await withServer({ options in
      options.onReject = { rejection in
        HTTPResponse(
          status: rejection.status, headers: [("Content-Type", "application/problem+json")],
          body: .bytes(Array("{\"code\":\"\(rejection.code)\"}".utf8)))
      }
    }) { server in
      let answer = try await raw(server.port) { client in
        client.send("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
        return try client.answer()
      }
      #expect(answer.status == 400)
      #expect(answer.text == "{\"code\":\"http.bad_request.host\"}")
      #expect(answer.header("Connection")?.lowercased() == "close")
      #expect(server.stats.rejectedByGuard == 1)
    }
  }
}

extension String {
  /// The status of every response in it.
  var statuses: [Int] {
    split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst().map { Int($0.prefix(3)) ?? 0 }
  }
}
