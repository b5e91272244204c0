/// The reason why a request head was rejected. libmicrohttpd 0.9.75 accepts some of these and then reads a
/// second request out of the first one's body (CWE-444), so the guard runs before anything else looks at a
/// request.
package enum GuardFault: String, CaseIterable {
  case twoLengths = "two_lengths"
  case lengthAndEncoding = "length_and_encoding"
  case encoding
  case length
  case host
  case fieldName = "field_name"
  case fieldValue = "field_value"
  case lines
  case method
  case target
  case version
  case query
  case repeated
  case requestLine = "request_line"
  case targetTooLong = "target_too_long"
  case queryTooLong = "query_too_long"
  case headTooLarge = "head_too_large"
  case chunkSize = "chunk_size"
  case chunkExtension = "chunk_extension"
  case chunkEnd = "chunk_end"
  case trailer

  /// True if the head was right and its body is not.
  var isAboutBody: Bool {
    switch self {
    case .chunkSize, .chunkExtension, .chunkEnd, .trailer: true
    default: false
    }
  }

  /// The status of the refusal (RFC 9110, section 15).
  package var status: Int {
    switch self {
    case .version: 505
    case .targetTooLong, .queryTooLong: 414
    case .headTooLarge: 431
    default: 400
    }
  }

  package var message: String {
    switch self {
    case .twoLengths: "More than one Content-Length."
    case .lengthAndEncoding: "Content-Length together with Transfer-Encoding."
    case .encoding: "Transfer-Encoding must be chunked, once, and not in HTTP/1.0."
    case .length: "Content-Length must be digits."
    case .host: "Exactly one Host is required, a name or an address with an optional port."
    case .fieldName: "A header name is not a token."
    case .fieldValue: "A header value holds a control character."
    case .lines: "A line ends without CR, is folded, is no header field, or holds a NUL."
    case .method: "The method is not a token of capital letters."
    case .target: "The target must be a path of printable ASCII."
    case .version: "Only the HTTP versions 1.1 and 1.0 are spoken."
    case .query: "The query cannot be decoded."
    case .repeated: "A header that stands at most once is repeated."
    case .requestLine: "The request line must be method, target and version with one space between them."
    case .targetTooLong: "The target is longer than \(ServerLimits.target) bytes."
    case .queryTooLong: "The query has more than \(ServerLimits.queryMembers) members."
    case .headTooLarge:
      "The headers are larger than \(ServerLimits.head) bytes, or more than \(ServerLimits.fields)."
    case .chunkSize: "The size of a chunk must be hexadecimal digits in a line of its own."
    case .chunkExtension: "The chunk extensions are larger than \(ServerLimits.chunkExtra) bytes."
    case .chunkEnd: "A chunk does not end with CRLF after its size."
    case .trailer: "The trailer is no list of header fields, or too large."
    }
  }
}

/// Collects and checks the header fields of one request.
package struct HeaderGuard {
  package private(set) var fields: [(name: String, value: String)] = []
  /// The length of the announced body; nil without Content-Length.
  package private(set) var contentLength: Int?
  package private(set) var fault: GuardFault?
  /// True if a body is announced. Otherwise none follows.
  package var announcesBody: Bool { encodings > 0 || contentLength ?? 0 > 0 }
  private var lengths = 0
  private var encodings = 0
  private var hosts = 0
  private var cookies = 0
  /// Names of fields that were sent and may not be sent again.
  private var seen: Set<String> = []
  /// True if the body comes in chunks.
  package var isChunked: Bool { encodings > 0 }
  /// Bytes of the fields as they must have been on the wire.
  private var size = 0

  package init() { fields.reserveCapacity(8) }

  /// - Parameter blanks: The number of blanks between the colon and the value.
  package mutating func add(name: some Collection<UInt8>, blanks: Int, value: some Collection<UInt8>) {
    size += name.count + 1 + blanks + value.count + 2
    if name.isEmpty || !name.allSatisfy(isTokenByte) { refuse(.fieldName) }
    if value.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) { refuse(.fieldValue) }
    switch name.count {
    case 4 where matches(name, "host"):
      hosts += 1
      if !HostField.isValid(value) { refuse(.host) }
    case 6 where matches(name, "cookie"):
      cookies += value.count(where: { $0 == UInt8(ascii: ";") }) + 1
      if cookies > ServerLimits.cookies { refuse(.headTooLarge) }
    case 14 where matches(name, "content-length"):
      lengths += 1
      if value.isEmpty || value.count > 18 || !value.allSatisfy({ (0x30...0x39).contains($0) }) {
        refuse(.length)
      } else {
        contentLength = value.reduce(0) { $0 * 10 + Int($1 & 15) }
      }
    case 17 where matches(name, "transfer-encoding"):
      encodings += 1
      if !matches(value, "chunked") { refuse(.encoding) }
    default: break
    }
    if let once = HeaderGuard.once.first(where: { matches(name, $0) }), !seen.insert("\(once)").inserted {
      refuse(.repeated)
    }
    fields.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
  }

  /// Fields of which a second one would contradict the first.
  private static let once: [StaticString] = [
    "authorization", "content-type", "content-encoding", "idempotency-key", "origin", "last-event-id",
  ]

  /// Checks the whole head, whose lines the caller has read itself.
  package func judge(method: String, target: String, version: String) -> GuardFault? {
    judge(
      method: method, target: target, version: version,
      wireSize: method.utf8.count + target.utf8.count + version.utf8.count + 6 + size)
  }

  /// Checks the whole head.
  /// - Parameter wireSize: Bytes of the head as sent. libmicrohttpd accepts a bare LF as a line end, unfolds
  ///   lines, cuts a value at a NUL and treats a field without a name as the end of the head. In each case
  ///   this size differs from that of the reported head, written out.
  package func judge(
    method: String, target: String, version: String, wireSize: Int
  ) -> GuardFault? {
    if let fault { return fault }
    let line = method.utf8.count + 1 + target.utf8.count + 1 + version.utf8.count + 2
    guard line + size + 2 == wireSize else { return .lines }
    if lengths > 1 { return .twoLengths }
    if lengths > 0 && encodings > 0 { return .lengthAndEncoding }
    if encodings > 1 { return .encoding }
    guard !method.isEmpty, method.utf8.count <= 32,
      method.utf8.allSatisfy({ (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") })
    else { return .method }
    switch version {
    case "HTTP/1.1": if hosts != 1 { return .host }
    case "HTTP/1.0": if hosts > 1 { return .host } else if encodings > 0 { return .encoding }
    default: return .version
    }
    let isPath = target.utf8.first == UInt8(ascii: "/") || target == "*" && method == "OPTIONS"
    guard isPath, target.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
      return .target
    }
    return nil
  }

  private mutating func refuse(_ reason: GuardFault) {
    if fault == nil { fault = reason }
  }
}

private func matches(_ bytes: some Collection<UInt8>, _ name: StaticString) -> Bool {
  bytes.count == name.utf8CodeUnitCount
    && name.withUTF8Buffer { name in zip(bytes, name).allSatisfy { lowercased($0) == $1 } }
}

/// RFC 9110, 5.6.2.
func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"),
    UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
    UInt8(ascii: "^")...UInt8(ascii: "`"),
    UInt8(ascii: "|"), UInt8(ascii: "~"):
    true
  default: false
  }
}
