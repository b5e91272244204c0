import FoundationEssentials
import HTTPServer
import Testing

@testable import gateway

@Suite("The service worker begins with the version and the names of the site's files")
struct SiteLineTests {
  private struct Site: Decodable, Equatable {
    let version: String
    let files: [String]
  }

  private static let files: [String: [UInt8]] = [
    "/index.html": Array("<!doctype html>".utf8), "/sw.js": Array("// worker\n".utf8),
    "/app/main.js": Array("let a".utf8), "/style.css": [], "/notes.md": Array("not served".utf8),
    "/assets/small.png": [UInt8](repeating: 0, count: SiteLine.maxAssetBytes),
    "/assets/large.png": [UInt8](repeating: 0, count: SiteLine.maxAssetBytes + 1),
    "/large.png": [UInt8](repeating: 0, count: SiteLine.maxAssetBytes + 1),
  ]

  private func answer(_ files: [String: [UInt8]], _ path: String) throws -> HTTPResponse? {
    try #require(try WebFiles(files)).answer(HTTPRequest(method: "GET", path: path))
  }

  private func text(_ files: [String: [UInt8]], _ path: String = "/sw.js") throws -> String {
    guard case .bytes(let bytes) = try #require(try answer(files, path)).body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func site(_ files: [String: [UInt8]]) throws -> Site {
    let lines = try text(files).split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let line = try #require(lines.first)
    let (start, end) = ("const site = ", ";")
    #expect(line.hasPrefix(start) && line.hasSuffix(end))
    return try JSONDecoder().decode(Site.self, from: Data(line.dropFirst(start.count).dropLast().utf8))
  }

  @Test("one line, then the file's own text; the other files are as they were")
  func line() throws {
    let own = try text(Self.files).split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    #expect(own == ["// worker", ""])
    #expect(try text(Self.files, "/app/main.js") == "let a")
  }

  @Test("every served file but the worker and large assets, sorted")
  func list() throws {
    #expect(
      try site(Self.files).files == [
        "/app/main.js", "/assets/small.png", "/index.html", "/large.png", "/style.css",
      ])
  }

  @Test(
    "another version, tag and text where a served file comes, goes, changes or is renamed",
    arguments: [
      ["/app/main.js": Array("let b".utf8)], ["/style.css": Array(" ".utf8)], ["/new.txt": []],
      ["/sw.js": Array("// another\n".utf8)], ["/app/main.js": nil, "/app/other.js": Array("let a".utf8)],
      ["/style.css": nil], ["/assets/large.png": Array("x".utf8)],
      // The same bytes in a row, cut elsewhere.
      ["/index.html": Array("<!doctype html>l".utf8), "/app/main.js": Array("et a".utf8)],
    ] as [[String: [UInt8]?]])
  func changes(change: [String: [UInt8]?]) throws {
    let changed = Self.files.merging(change.compactMapValues { $0 }) { $1 }
      .filter { change[$0.key] != .some(nil) }
    #expect(try site(changed).version != site(Self.files).version)
    #expect(try text(changed) != text(Self.files))
    let tag = { (files: [String: [UInt8]]) in
      try answer(files, "/sw.js")?.headers.first { $0.0 == "ETag" }?.1
    }
    #expect(try tag(changed) != tag(Self.files))
  }

  @Test("the same version for the same files, whatever lies beside them")
  func same() throws {
    let version = try site(Self.files).version
    #expect(version.count == 22)
    #expect(version.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    var others = Self.files
    others["/notes.md"] = Array("changed".utf8)
    others["/more.md"] = []
    #expect(try text(others) == text(Self.files))
  }

  @Test("no name ends the text that it stands in")
  func hostile() throws {
    let names = [
      "/\"]};alert(1);({a:[\".js", "/\\\".js", "/\n.js", "/\u{2028}.js", "/</script>.js", "/ä😀.js",
    ]
    var files = Self.files
    for name in names { files[name] = [] }
    #expect(Set(try site(files).files).isSuperset(of: names))
  }

  @Test("without a worker nothing is written, and a worker elsewhere is a file like any other")
  func absent() throws {
    var files = Self.files
    files["/sw.js"] = nil
    files["/app/sw.js"] = Array("// other".utf8)
    #expect(try text(files, "/app/sw.js") == "// other")
    #expect(try answer(files, "/sw.js") == nil)
  }

  @Test("the worker is asked for each time")
  func caching() throws {
    let headers = try #require(try answer(Self.files, "/sw.js")).headers
    #expect(headers.filter { $0.0 == "Cache-Control" }.map(\.1) == ["no-cache"])
  }
}
