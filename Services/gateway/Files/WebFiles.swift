import HTTPServer

/// The web client's files, as of the start, and the response for each path.
///
/// A path is looked up among the known ones as it was sent. It never reaches the file system, so nothing in
/// it (`..`, `%2e`, `//`, `\`) can lead out of the set.
struct WebFiles: Sendable {
  /// The result of looking up a path.
  enum Found: Equatable {
    /// The path of a known file. For an address inside the client, it is the path of the page itself.
    case file(String)
    case nothing
  }

  static let page = "/index.html"
  /// Files below this path never change under their name, so a browser keeps them without revalidation.
  static let unchanging = "/assets/"

  /// The end of a name whose file is the brotli form of the one without it. Only what never changes has one.
  static let brotli = ".br"

  private let files: [String: WebFile]
  private let frame: PageFrame?
  private let headers: [(String, String)]

  /// - Parameter files: the files by path (`/app.js`). A file without a known type is left out. `/sw.js` gets
  ///   the site's line at its beginning.
  /// - Parameter pictures: the other origin that pages may load pictures from.
  /// - Returns: nil without `/index.html`.
  /// - Throws: an error if there is no memory to compress.
  init?(_ files: [String: [UInt8]], pictures origin: String? = nil) throws {
    guard files[Self.page] != nil else { return nil }
    var served = files.filter { Self.contentType($0.key) != nil }
    if let script = served[SiteLine.worker] { served[SiteLine.worker] = try SiteLine.of(served) + script }
    headers = CommonHeaders.pages(pictures: origin)
    var known: [String: WebFile] = [:]
    for (path, bytes) in served {
      guard let type = Self.contentType(path) else { continue }
      let headers = headers + [("Cache-Control", Self.cacheControl(path))]
      known[path] = try WebFile(bytes, brotli: files[path + Self.brotli], type: type, headers: headers)
    }
    self.files = known
    frame = files[Self.page].flatMap { PageFrame($0) }
  }

  var count: Int { files.count }
  var size: Int { files.values.reduce(0) { $0 + $1.size } }
  /// The size of all files in bytes, for a browser that accepts gzip.
  var compressedSize: Int { files.values.reduce(0) { $0 + $1.compressedSize } }

  /// The response for a path that is no route; nil if the web client has nothing there.
  func answer(_ request: HTTPRequest) -> HTTPResponse? {
    guard case .file(let path) = find(request.path), let file = files[path] else { return nil }
    guard request.method == "GET" || request.method == "HEAD" else {
      return Problem.methodNotAllowed(["GET", "HEAD"])
    }
    return file.answer(request)
  }

  /// The page with a head of its own, such as that of one event; nil if the page has no place for one.
  ///
  /// - Throws: an error if there is no memory to compress.
  func page(head: String, _ request: HTTPRequest) throws -> HTTPResponse? {
    guard let bytes = frame?.page(head: head), let type = Self.contentType(Self.page) else { return nil }
    let headers = headers + [("Cache-Control", Self.cacheControl(Self.page))]
    return try WebFile(bytes, type: type, headers: headers).answer(request)
  }

  /// A known file, else the page if the path looks like an address inside the client.
  func find(_ path: String) -> Found {
    if files[path] != nil { return .file(path) }
    return Self.isAddressOfPage(path) ? .file(Self.page) : .nothing
  }

  /// True for `/`, `/room/tasks` and `/room/`: segments without a dot. An empty segment, a backslash or an
  /// escape that hides a separator is rejected, because the client's own router reads the path as well.
  static func isAddressOfPage(_ path: String) -> Bool {
    guard path.hasPrefix("/") else { return false }
    var segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard let first = segments.first, !reserved.contains(String(first)) else { return false }
    if segments.last == "" { segments.removeLast() }
    return segments.allSatisfy { segment in
      guard !segment.isEmpty, let text = PercentCoding.decode(segment) else { return false }
      return text.utf8.allSatisfy { $0 > 0x1F && $0 != 0x7F && !separators.contains($0) }
    }
  }

  /// Characters that no segment of a page contains. A dot is for files only.
  private static let separators = Array("./\\".utf8)

  /// First segments that belong to the API and to monitoring.
  private static let reserved: Set<String> = ["v1", "openapi.json", "healthz", "readyz", "metrics"]

  /// The content type by the file's extension; nil for a file that is not served.
  static func contentType(_ path: String) -> String? {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return contentTypes[String(name[name.index(after: dot)...])]
  }

  private static let contentTypes = [
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "webmanifest": "application/manifest+json; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "png": "image/png",
    "ico": "image/x-icon",
    "woff2": "font/woff2",
  ]

  private static func cacheControl(_ path: String) -> String {
    path.hasPrefix(unchanging) ? "public, max-age=31536000, immutable" : "no-cache"
  }
}

extension CommonHeaders {
  /// Headers of the web client's files; `Cache-Control` is each file's own.
  ///
  /// They allow no script but the client's own files, and no script made from text outside the policy `quad`,
  /// which exists only for the address of the service worker.
  ///
  /// - Parameter origin: the other origin that pictures may come from.
  static func pages(pictures origin: String?) -> [(String, String)] {
    let others = origin.map { " \($0)" } ?? ""
    return all.filter { $0.0 != "Cache-Control" && $0.0 != "Content-Security-Policy" } + [
      (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:\(others); "
          + "media-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
          + "form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; "
          + "require-trusted-types-for 'script'; trusted-types quad"
      )
    ]
  }
}
