import HTTPServer
import Schema
import Testing

@testable import gateway

@Suite("A path leads to a file of the web client, to its page, or nowhere")
struct WebFilesTests {
  private let pages: WebFiles

  init() throws {
    pages = try #require(
      try WebFiles([
        "/index.html": Array("<!doctype html>".utf8), "/app.js": Array("let a".utf8),
        "/assets/logo.svg": Array("<svg/>".utf8), "/empty.css": [], "/notes.md": [],
      ]))
  }

  private func get(_ path: String, _ headers: [(name: String, value: String)] = []) -> HTTPResponse? {
    pages.answer(HTTPRequest(method: "GET", path: path, headers: headers))
  }

  private func header(_ name: String, _ response: HTTPResponse?) -> [String] {
    response?.headers.filter { $0.0 == name }.map(\.1) ?? []
  }

  @Test(
    "a known file by its exact path",
    arguments: ["/index.html", "/app.js", "/assets/logo.svg", "/empty.css"])
  func known(path: String) { #expect(pages.find(path) == .file(path)) }

  @Test(
    "the page for an address inside the client",
    arguments: [
      "/", "/room", "/room/", "/room/tasks", "/people/018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7", "/caf%C3%A9",
      "/a%20b", "/v1x", "/room/v1",
    ])
  func page(path: String) { #expect(pages.find(path) == .file("/index.html")) }

  @Test(
    "nowhere for anything else",
    arguments: [
      "", "*", "app.js", "/app.mjs", "/APP.JS", "/app.js/", "/app.js/room", "/notes.md", "/.git/config",
      "/.git",
      "/..", "/../app.js", "/./app.js", "/%2e%2e/", "/%2E%2E/app.js", "/%2e", "/assets/../app.js",
      "/assets/%2e%2e/app.js", "/..%2fapp.js", "/%2fapp", "//", "//app.js", "//room", "/room//tasks",
      "/room//",
      "/\\", "/room\\tasks", "/%5croom", "/%5C%5Croom", "/%252e%252e/app.js%", "/%", "/%zz", "/%00",
      "/a%0d%0ab",
      "/%7f", "/%FF", "/v1", "/v1/", "/v1/nothing", "/openapi.json", "/healthz", "/healthz/", "/readyz",
      "/metrics", "/metrics/",
    ])
  func nowhere(path: String) {
    #expect(pages.find(path) == .nothing)
    #expect(get(path) == nil)
  }

  @Test(
    "the type is the extension's, whatever is in the file",
    arguments: [
      ("/a.html", "text/html; charset=utf-8"), ("/a.js", "text/javascript; charset=utf-8"),
      ("/a.b.css", "text/css; charset=utf-8"), ("/a.json", "application/json; charset=utf-8"),
      ("/a.webmanifest", "application/manifest+json; charset=utf-8"),
      ("/a.svg", "image/svg+xml; charset=utf-8"), ("/a.txt", "text/plain; charset=utf-8"),
      ("/a.png", "image/png"), ("/a.ico", "image/x-icon"), ("/a.woff2", "font/woff2"),
    ])
  func types(path: String, type: String) { #expect(WebFiles.contentType(path) == type) }

  @Test(
    "and without a known extension there is none",
    arguments: ["/a", "/a.", "/.js", "/a.js/b", "/a.JS", "/a.wasm", "/a.js~", "", "."])
  func untyped(path: String) { #expect(WebFiles.contentType(path) == nil) }

  @Test("the tag is the content's: the same bytes have the same one")
  func tags() throws {
    let again = try #require(try WebFiles(["/index.html": Array("let a".utf8)]))
    let page = again.answer(HTTPRequest(method: "GET", path: "/"))
    #expect(header("ETag", page) == header("ETag", get("/app.js")))
    #expect(header("ETag", get("/app.js")) != header("ETag", get("/")))
    let tag = try #require(header("ETag", page).first)
    #expect(tag.count == 24 && tag.hasPrefix("\"") && tag.hasSuffix("\""))
  }

  @Test("a browser that has the file already is told so, without the file")
  func notModified() throws {
    let tag = try #require(header("ETag", get("/app.js")).first)
    for known in [tag, "W/\(tag)", "\"x\", \(tag)", "\"x\" ,\t\(tag) ", "*"] {
      let answer = get("/app.js", [("If-None-Match", known)])
      #expect(answer?.status == 304, "\(known)")
      #expect(header("ETag", answer) == [tag])
      #expect(header("Content-Type", answer) == [])
    }
    for other in ["\"x\"", "", ",", String(tag.dropFirst().dropLast()), "\"\(tag)\"", "W/*x"] {
      #expect(get("/app.js", [("If-None-Match", other)])?.status == 200, "\(other)")
    }
  }

  @Test("only what stands below /assets/ is kept without asking")
  func caching() {
    #expect(header("Cache-Control", get("/assets/logo.svg")) == ["public, max-age=31536000, immutable"])
    for path in ["/", "/app.js", "/room/tasks", "/assets/page"] {
      #expect(header("Cache-Control", get(path)) == ["no-cache"])
    }
  }

  @Test("every header stands once", arguments: ["/", "/app.js", "/assets/logo.svg"])
  func once(path: String) throws {
    let names = try #require(get(path)).headers.map { $0.0.lowercased() }
    #expect(Set(names).count == names.count)
  }

  @Test("another method is refused", arguments: ["POST", "PUT", "DELETE", "OPTIONS", "get"])
  func methods(method: String) {
    for path in ["/", "/app.js", "/room"] {
      let answer = pages.answer(HTTPRequest(method: method, path: path))
      #expect(answer?.status == 405)
      #expect(header("Allow", answer) == ["GET, HEAD"])
    }
    #expect(pages.answer(HTTPRequest(method: method, path: "/none.js")) == nil)
  }

  @Test("without a page there is no web client")
  func pageless() throws { #expect(try WebFiles(["/app.js": []]) == nil) }

  @Test(
    "a name that reads otherwise in a URL is not served",
    arguments: [".env", ".", "..", "a b.js", "a%2e.js", "ä.js", "a\\b.js", "a?.js", "a#.js", "a+b.js"])
  func names(name: String) { #expect(!WebFolder.isPlain(name)) }

  @Test("a head of its own stands for the page's title and description, with a tag of its own")
  func head() throws {
    let text = """
      <head><title>Quad</title>
      <meta name="description" content="Your room."><link rel="icon" href="/a.png"></head><body>\
      \(String(repeating: "x", count: 300))</body>
      """
    let pages = try #require(try WebFiles(["/index.html": Array(text.utf8)]))
    let request = HTTPRequest(method: "GET", path: "/shared/x", headers: [])
    let page = try #require(try pages.page(head: "<title>Dinner</title>", request))
    guard case .bytes(let bytes) = page.body else { return #expect(Bool(false), "no bytes") }
    let shown = String(decoding: bytes, as: UTF8.self)
    #expect(shown.hasPrefix("<head><title>Dinner</title><link rel=\"icon\" href=\"/a.png\"></head><body>xxx"))
    let usual = pages.answer(request)
    #expect(header("Content-Security-Policy", page) == header("Content-Security-Policy", usual))
    #expect(header("Cache-Control", page) == ["no-cache"] && header("ETag", page) != header("ETag", usual))
    #expect(try WebFiles(["/index.html": Array("<p>".utf8)])?.page(head: "", request) == nil)
  }

  @Test("the page names the apps of the site, and the manifest has only their shortcuts")
  func apps() throws {
    let page = "<head>\(FilesOfApps.place)<title>Quad</title></head>"
    let manifest = """
      {"id":"/","shortcuts":[{"name":"Task","app":"room"},{"name":"Event","app":"events"},{"name":"Inbox"}]}
      """
    let given = [WebFiles.page: Array(page.utf8), FilesOfApps.manifest: Array(manifest.utf8)]
    func text(_ listed: String, _ path: String) throws -> String {
      let files = try FilesOfApps.applied(try SiteApps(listed: listed), to: given)
      return String(decoding: try #require(files[path]), as: UTF8.self)
    }
    #expect(
      try text("room, events", WebFiles.page)
        == #"<head><meta name="quad-apps" content="events room"><title>Quad</title></head>"#)
    #expect(
      try text("events", FilesOfApps.manifest)
        == #"{"id":"/","shortcuts":[{"name":"Event"},{"name":"Inbox"}]}"#)
    let events = try #require(try WebFiles(FilesOfApps.applied(try SiteApps(listed: "events"), to: given)))
    let rooms = try #require(try WebFiles(FilesOfApps.applied(try SiteApps(listed: "room"), to: given)))
    let request = HTTPRequest(method: "GET", path: "/")
    #expect(header("ETag", events.answer(request)) != header("ETag", rooms.answer(request)))
    #expect(throws: (any Error).self) {
      try FilesOfApps.applied(.everything, to: [FilesOfApps.manifest: Array("x".utf8)])
    }
  }

  @Test("a link is the 43 characters of a token, for GET and HEAD alone")
  func link() {
    let token = LinkToken.sampleText
    func link(_ path: String, _ method: String = "GET") -> String? {
      SharedPage.link(HTTPRequest(method: method, path: path, headers: []))?.text
    }
    #expect(link("/shared/\(token)") == token && link("/shared/\(token)", "HEAD") == token)
    #expect(link("/shared/\(token)", "POST") == nil)
    let short = token.dropLast()
    for path in ["/shared/", "/shared/\(token)/", "/shared/\(short)", "/shared/\(short)<", "/x/\(token)"] {
      #expect(link(path) == nil)
    }
  }
}
