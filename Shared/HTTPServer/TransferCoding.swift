/// The meaning of a Transfer-Encoding for a body (RFC 9112, 6.1).
enum TransferCoding {
  case chunked
  /// A list of well-formed codings that names another one than `chunked`. Its response is 501.
  case unknown
  /// No list of codings, or one in which `chunked` is not last, repeated or with parameters: two readers
  /// could see two ends of the body. Its response is 400 (RFC 9112, 6.3).
  case ambiguous

  /// - Parameter value: Without blanks at its ends.
  init(_ value: UnsafeRawBufferPointer) {
    guard !matches(value, "chunked") else {
      self = .chunked
      return
    }
    let codings = value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { TransferCoding.trimmed(UnsafeRawBufferPointer(rebasing: $0)) }
    let isChunkedLast = codings.last.map { matches($0, "chunked") } ?? false
    let others = isChunkedLast ? codings.dropLast() : codings[...]
    self = others.allSatisfy(TransferCoding.isOther) ? .unknown : .ambiguous
  }

  private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return UnsafeRawBufferPointer(rebasing: bytes[..<0]) }
    return UnsafeRawBufferPointer(rebasing: bytes[first...last])
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// True for a token other than `chunked`, and anything after a semicolon.
  private static func isOther(_ coding: UnsafeRawBufferPointer) -> Bool {
    let name = trimmed(UnsafeRawBufferPointer(rebasing: coding.prefix { $0 != UInt8(ascii: ";") }))
    return !name.isEmpty && name.allSatisfy(isTokenByte) && !matches(name, "chunked")
  }
}
