import Crypto
import HTTPServer
import ServiceKit

/// The tags of the states of replies, RFC 9110, section 8.8.3.
enum EntityTag {
  /// The tag of a body: 12 bytes of its BLAKE2b hash.
  static func of(_ body: [UInt8]) -> String {
    Base64URL.encode(Array(BLAKE2b.hash(parts: [body]).prefix(12)))
  }

  /// The first tag of an `If-None-Match`, without its quotes and its mark of weakness; nil for `*` and for
  /// text that cannot be one of our tags.
  static func first(in tags: String) -> String? {
    guard let open = tags.firstIndex(of: "\"") else { return nil }
    let rest = tags[tags.index(after: open)...]
    guard let close = rest.firstIndex(of: "\"") else { return nil }
    let tag = rest[..<close]
    guard (1...100).contains(tag.utf8.count),
      tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    else { return nil }
    return String(tag)
  }

  /// True if an `If-None-Match` names the tag (RFC 9110 section 13.1.2: `*`, or a list compared weakly).
  /// - Parameter etag: the tag with its quotes.
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

extension HTTPResponse {
  /// The reply to a read with its tag, or 304 for a client that has it already.
  static func tagged(
    _ tag: String, to request: HTTPRequest, headers: [(String, String)], body: [UInt8]
  ) -> HTTPResponse {
    let etag = "\"\(tag)\""
    let headers = headers + [("ETag", etag)]
    if let known = request.header("If-None-Match"), EntityTag.names(etag, in: known) {
      // The server sends the body's length alone.
      return HTTPResponse(status: 304, headers: headers, body: .bytes(body))
    }
    return HTTPResponse(status: 200, headers: headers, body: .bytes(body))
  }
}
