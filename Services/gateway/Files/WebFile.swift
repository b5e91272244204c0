import Crypto
import HTTPServer

/// One file of the web client in the forms it is sent in, with its constant headers.
struct WebFile: Sendable {
  /// A form of the file. Each has a tag of its own, so that a cache with both does not confuse them.
  private struct Form {
    let bytes: [UInt8]
    let etag: String
    /// The `Content-Encoding`; nil for the plain form.
    let coding: String?

    init(_ bytes: [UInt8], coding: String?) {
      self.bytes = bytes
      etag = "\"\(Base64URL.encode(Array(BLAKE2b.hash(bytes).prefix(16))))\""
      self.coding = coding
    }
  }

  /// Files up to this size are not compressed, because the head of the response weighs more than the savings.
  static let minCompressedBytes = 256

  private let plain: Form
  /// The compressed form, if it is the smaller one.
  private let gzip: Form?
  /// The form that the build made, if it is smaller than both.
  private let brotli: Form?
  private let contentType: String
  private let headers: [(String, String)]

  /// Compresses text once. Other types are compressed already.
  ///
  /// - Parameter brotli: the compressed form that the build put beside the file.
  /// - Throws: `GzipError`.
  init(
    _ bytes: [UInt8], brotli: [UInt8]? = nil, type: String, headers: [(String, String)]
  ) throws(GzipError) {
    plain = Form(bytes, coding: nil)
    var gzip: Form?
    if bytes.count > Self.minCompressedBytes, type.hasSuffix("; charset=utf-8") {
      let compressed = try Gzip.compress(bytes)
      if compressed.count < bytes.count { gzip = Form(compressed, coding: "gzip") }
    }
    self.gzip = gzip
    let smallest = gzip?.bytes.count ?? bytes.count
    self.brotli = brotli.flatMap { $0.count < smallest ? Form($0, coding: "br") : nil }
    contentType = type
    self.headers = headers + (gzip == nil && self.brotli == nil ? [] : [("Vary", "Accept-Encoding")])
  }

  var size: Int { plain.bytes.count }
  var compressedSize: Int { (gzip ?? plain).bytes.count }

  /// The response for `GET` and `HEAD`. A client that accepts a coding may have that form or the plain one,
  /// so either tag matches. For any other client only the plain form's tag does.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let forms = [
      AcceptEncoding.prefersBrotli(request) ? brotli : nil, AcceptEncoding.prefersGzip(request) ? gzip : nil,
      plain,
    ].compactMap(\.self)
    if let known = request.header("If-None-Match"),
      let form = forms.first(where: { EntityTag.names($0.etag, in: known) })
    {
      // The server does not send the body of a 304, only its length, which must be the form's.
      return HTTPResponse(status: 304, headers: headers + [("ETag", form.etag)], body: .bytes(form.bytes))
    }
    let form = forms[0]
    let coding = form.coding.map { [("Content-Encoding", $0)] } ?? []
    return HTTPResponse(
      status: 200, headers: headers + coding + [("ETag", form.etag), ("Content-Type", contentType)],
      body: .bytes(form.bytes))
  }
}
