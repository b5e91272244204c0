/// The reason why a request head was rejected. libmicrohttpd 0.9.75 accepts some of these and then reads a
/// second request out of the first one's body (CWE-444), so the guard runs before anything else looks at a
/// request.
package enum GuardFault: String, CaseIterable {
  case twoLengths = "two_lengths"
  case lengthAndEncoding = "length_and_encoding"
  case encoding
  case encodingUnknown = "encoding_unknown"
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
    case .encodingUnknown: 501
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
    case .encodingUnknown: "The only transfer coding is chunked."
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
