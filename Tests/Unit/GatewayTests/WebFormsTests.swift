import HTTPServer
import Testing

@testable import gateway

@Suite("A file has a plain form and, where that is smaller, a gzip one, each with its tag")
struct WebFormsTests {
  private static let script = Array(String(repeating: "let a = 1\n", count: 100).utf8)
  private let pages: WebFiles

  init() throws {
    pages = try #require(
      try WebFiles([
        "/index.html": Self.script, "/app.js": Self.script, "/a.css": Self.script, "/a.json": Self.script,
        "/a.webmanifest": Self.script, "/a.svg": Self.script, "/a.txt": Self.script,
        "/a.png": Self.script, "/a.woff2": Self.script, "/a.ico": Self.script, "/empty.js": [],
        "/short.js": Array(Self.script.prefix(WebFile.minCompressedBytes)),
        "/long.js": Array(Self.script.prefix(WebFile.minCompressedBytes + 1)),
        "/noise.txt": (0..<300).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 167 ^ $0 >> 3) },
      ]))
  }

  private func get(_ path: String, _ headers: [(name: String, value: String)]) throws -> HTTPResponse {
    try #require(pages.answer(HTTPRequest(method: "GET", path: path, headers: headers)))
  }

  private func header(_ name: String, _ response: HTTPResponse) -> [String] {
    response.headers.filter { $0.0 == name }.map(\.1)
  }

  private func bytes(_ response: HTTPResponse) -> [UInt8] {
    guard case .bytes(let bytes) = response.body else { return [] }
    return bytes
  }

  private let takesGzip = ("Accept-Encoding", "gzip, deflate, br")

  @Test(
    "text of more than 256 bytes has two forms",
    arguments: [
      "/", "/app.js", "/a.css", "/a.json", "/a.webmanifest", "/a.svg", "/a.txt", "/long.js", "/room/tasks",
    ])
  func two(path: String) throws {
    let plain = try get(path, [])
    let gzip = try get(path, [takesGzip])
    #expect(header("Content-Encoding", plain) == [] && header("Content-Encoding", gzip) == ["gzip"])
    #expect(bytes(plain).prefix(3) == Self.script.prefix(3) && bytes(gzip).prefix(2) == [0x1F, 0x8B])
    #expect(bytes(gzip).count < bytes(plain).count)
    #expect(header("ETag", plain) != header("ETag", gzip))
    for answer in [plain, gzip] {
      #expect(header("Vary", answer) == ["Accept-Encoding"])
      #expect(header("Content-Type", answer) == header("Content-Type", plain))
      #expect(Set(answer.headers.map { $0.0.lowercased() }).count == answer.headers.count)
    }
  }

  @Test(
    "what is short, no text, or no smaller compressed has one",
    arguments: ["/short.js", "/empty.js", "/noise.txt", "/a.png", "/a.woff2", "/a.ico"])
  func one(path: String) throws {
    let plain = try get(path, [])
    let asked = try get(path, [takesGzip])
    #expect(bytes(plain) == bytes(asked) && header("ETag", plain) == header("ETag", asked))
    for answer in [plain, asked] {
      #expect(header("Content-Encoding", answer) == [] && header("Vary", answer) == [])
    }
  }

  @Test("each form is known by its own tag")
  func tags() throws {
    for taken in [[takesGzip], []] {
      let sent = try get("/app.js", taken)
      let tag = try #require(header("ETag", sent).first)
      for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
        let answer = try get("/app.js", taken + [("If-None-Match", known)])
        #expect(answer.status == 304 && header("ETag", answer) == [tag], "\(known)")
        #expect(header("Vary", answer) == ["Accept-Encoding"])
        #expect(bytes(answer) == bytes(sent))
      }
    }
  }

  @Test("the plain form stays good for who takes gzip now; the gzip form is nothing for who does not")
  func crossed() throws {
    let plain = try #require(header("ETag", try get("/app.js", [])).first)
    let gzip = try #require(header("ETag", try get("/app.js", [takesGzip])).first)
    let kept = try get("/app.js", [takesGzip, ("If-None-Match", plain)])
    #expect(kept.status == 304 && header("ETag", kept) == [plain])
    let both = try get("/app.js", [takesGzip, ("If-None-Match", "\(plain), \(gzip)")])
    #expect(both.status == 304 && header("ETag", both) == [gzip])
    let other = try get("/app.js", [("If-None-Match", gzip)])
    #expect(other.status == 200 && header("ETag", other) == [plain] && bytes(other) == Self.script)
  }

  @Test("sizes are counted in both forms")
  func sizes() throws {
    let one = try #require(try WebFiles(["/index.html": Self.script, "/a.png": [1, 2, 3]]))
    #expect(one.size == Self.script.count + 3)
    let page = one.answer(HTTPRequest(method: "GET", path: "/", headers: [takesGzip]))
    #expect(one.compressedSize == bytes(try #require(page)).count + 3)
  }
}
