/// The rules of a head (RFC 9112 and RFC 9110), over its bytes: what its fields may hold and say together.
struct FieldRules {
  private(set) var fault: GuardFault?
  /// The length of the announced body; nil without Content-Length.
  private(set) var contentLength: Int?
  private(set) var count = 0
  private var lengths = 0
  private var encodings = 0
  private var hasUnknownCoding = false
  private var hosts = 0
  private var cookies = 0
  /// A bit for each field of `once` that was sent.
  private var seen = 0

  /// True if the body comes in chunks.
  var isChunked: Bool { encodings > 0 }

  mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    count += 1
    if name.isEmpty || !name.allBytes(isTokenByte) { refuse(.fieldName) }
    if !value.allBytes(isValueByte) { refuse(.fieldValue) }
    switch name.count {
    case 4 where matches(name, "host"):
      hosts += 1
      if !HostField.isValid(value) { refuse(.host) }
    case 6 where matches(name, "cookie"):
      cookies += value.count(where: { $0 == UInt8(ascii: ";") }) + 1
      if cookies > ServerLimits.cookies { refuse(.headTooLarge) }
    case 6 where matches(name, "origin"): sendOnce(0)
    case 12 where matches(name, "content-type"): sendOnce(1)
    case 13 where matches(name, "authorization"): sendOnce(2)
    case 13 where matches(name, "last-event-id"): sendOnce(3)
    case 15 where matches(name, "idempotency-key"): sendOnce(4)
    case 16 where matches(name, "content-encoding"): sendOnce(5)
    default: addFraming(name: name, value: value)
    }
  }

  /// Notes what the field says about the body.
  mutating func addFraming(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    switch name.count {
    case 14 where matches(name, "content-length"):
      lengths += 1
      if value.isEmpty || value.count > 18 || !value.allBytes({ (0x30...0x39).contains($0) }) {
        refuse(.length)
      } else {
        contentLength = value.reduce(0) { $0 * 10 + Int($1 & 15) }
      }
    case 17 where matches(name, "transfer-encoding"):
      encodings += 1
      switch TransferCoding(value) {
      case .chunked: break
      case .unknown: hasUnknownCoding = true
      case .ambiguous: refuse(.encoding)
      }
    default: break
    }
  }

  /// A second one of these would contradict the first.
  private mutating func sendOnce(_ number: Int) {
    if seen & 1 << number != 0 { refuse(.repeated) }
    seen |= 1 << number
  }

  /// Checks the whole head, all of whose fields were added.
  func judge(
    method: UnsafeRawBufferPointer, target: UnsafeRawBufferPointer, version: UnsafeRawBufferPointer
  ) -> GuardFault? {
    if let fault { return fault }
    if lengths > 1 { return .twoLengths }
    if lengths > 0 && encodings > 0 { return .lengthAndEncoding }
    if encodings > 1 { return .encoding }
    guard !method.isEmpty, method.count <= 32,
      method.allBytes({ (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") })
    else { return .method }
    if equals(version, "HTTP/1.1") {
      if hosts != 1 { return .host }
    } else if equals(version, "HTTP/1.0") {
      if hosts > 1 { return .host }
      if encodings > 0 { return .encoding }
    } else {
      return .version
    }
    let isPath = target.first == UInt8(ascii: "/") || equals(target, "*") && equals(method, "OPTIONS")
    guard isPath, target.allBytes({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
      return .target
    }
    return hasUnknownCoding ? .encodingUnknown : nil
  }

  private mutating func refuse(_ reason: GuardFault) {
    if fault == nil { fault = reason }
  }
}

extension UnsafeRawBufferPointer {
  /// True if all bytes pass. It looks at all of them, without a branch for each.
  @inline(__always)
  func allBytes(_ isGood: (UInt8) -> Bool) -> Bool {
    var isAll = true
    for index in 0..<count { isAll = isGood(self[index]) && isAll }
    return isAll
  }
}

/// Compares without regard to case; `name` is in small letters.
func matches(_ bytes: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
  guard bytes.count == name.utf8CodeUnitCount else { return false }
  return name.withUTF8Buffer { name in
    for index in 0..<bytes.count where lowercased(bytes[index]) != name[index] { return false }
    return true
  }
}

private func equals(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
  guard bytes.count == text.utf8CodeUnitCount else { return false }
  return text.withUTF8Buffer { text in
    for index in 0..<bytes.count where bytes[index] != text[index] { return false }
    return true
  }
}

/// A tab, or anything that is no control character (RFC 9110, 5.5).
private func isValueByte(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

/// RFC 9110, 5.6.2.
func isTokenByte(_ byte: UInt8) -> Bool {
  // A bit for each byte: ! # $ % & ' * + - . and digits; letters, ^ _ ` | ~.
  let below64: UInt64 = 1 << 33 | 0x1F << 35 | 3 << 42 | 3 << 45 | 0x3FF << 48
  let from64: UInt64 = 0x3FF_FFFF << 1 | 7 << 30 | 0x3FF_FFFF << 33 | 1 << 60 | 1 << 62
  let bits: UInt64 = byte < 64 ? below64 : byte < 128 ? from64 : 0
  return bits >> UInt64(byte & 63) & 1 == 1
}
