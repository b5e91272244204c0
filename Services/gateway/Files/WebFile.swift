import Crypto
import HTTPServer

/// One file of the web client in the forms it is sent in, with its constant headers.
struct WebFile: Sendable {
  /// A form of the file. Each has a tag of its own, so that a cache with both does not confuse them.
  private struct Form {
    let bytes: [UInt8]
    let etag: String
    let isGzip: Bool

    init(_ bytes: [UInt8], isGzip: Bool) {
      self.bytes = bytes
      etag = "\"\(Base64URL.encode(Array(BLAKE2b.hash(bytes).prefix(16))))\""
      self.isGzip = isGzip
    }
  }

  /// Files up to this size are not compressed, because the head of the response weighs more than the savings.
  static let minCompressedBytes = 256

  private let plain: Form
  /// The compressed form, if it is the smaller one.
  private let gzip: Form?
  private let contentType: String
  private let headers: [(String, String)]

  /// Compresses text once. Other types are compressed already.
  ///
  /// - Throws: `GzipError`.
  init(_ bytes: [UInt8], type: String, headers: [(String, String)]) throws(GzipError) {
    plain = Form(bytes, isGzip: false)
    var gzip: Form?
    if bytes.count > Self.minCompressedBytes, type.hasSuffix("; charset=utf-8") {
      let compressed = try Gzip.compress(bytes)
      if compressed.count < bytes.count { gzip = Form(compressed, isGzip: true) }
    }
    self.gzip = gzip
    contentType = type
    self.headers = headers + (gzip == nil ? [] : [("Vary", "Accept-Encoding")])
  }

  var size: Int { plain.bytes.count }
  var compressedSize: Int { (gzip ?? plain).bytes.count }

  /// The response for `GET` and `HEAD`. A client that accepts gzip may have either form, so either tag
  /// matches. For any other client only the plain form's tag does.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let forms = AcceptEncoding.prefersGzip(request) ? [gzip, plain].compactMap(\.self) : [plain]
    if let known = request.header("If-None-Match"),
      let form = forms.first(where: { Self.names($0.etag, in: known) })
    {
      // The server does not send the body of a 304, only its length, which must be the form's.
      return HTTPResponse(status: 304, headers: headers + [("ETag", form.etag)], body: .bytes(form.bytes))
    }
    let form = forms[0]
    let coding = form.isGzip ? [("Content-Encoding", "gzip")] : []
    return HTTPResponse(
      status: 200, headers: headers + coding + [("ETag", form.etag), ("Content-Type", contentType)],
      body: .bytes(form.bytes))
  }

  /// True if an `If-None-Match` names the tag (RFC 9110 section 13.1.2: `*`, or a list compared weakly).
  static func names(_ etag: String, in header: String) -> Bool {
    header.split(separator: ",").contains { item in
      let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
      var tag = item.drop(while: blank)
      while let last = tag.last, blank(last) { tag.removeLast() }
      if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
      return tag == "*" || tag == etag
    }
  }
}
