internal import Bus

/// W3C trace context, packed into 26 bytes: version, trace id (16), span id (8), flags.
package enum TraceContext {
  static let length = 26
  private static let sampledBit: UInt8 = 1

  /// Returns the trace id as 32 hexadecimal digits.
  package static func traceID(_ packed: [UInt8]) -> String { hex(packed[1..<17]) }

  /// Returns the span id as 16 hexadecimal digits.
  package static func spanID(_ packed: [UInt8]) -> String { hex(packed[17..<25]) }

  /// True if spans of this trace should be recorded.
  package static func isSampled(_ packed: [UInt8]) -> Bool {
    packed.count == length && packed[25] & sampledBit != 0
  }

  /// Formats `00-<trace>-<span>-<flags>`.
  package static func text(_ packed: [UInt8]) -> String {
    var text: [UInt8] = [UInt8(ascii: "0"), UInt8(ascii: "0")]
    text.reserveCapacity(55)
    for part in [1..<17, 17..<25, 25..<26] {
      text.append(UInt8(ascii: "-"))
      append(packed[part], to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses `00-<trace>-<span>-<flags>`; nil unless well-formed.
  package static func parse(_ text: String) -> [UInt8]? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "00", parts[1].utf8.count == 32, parts[2].utf8.count == 16,
      parts[3].utf8.count == 2
    else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      guard let decoded = unhex(part) else { return nil }
      bytes += decoded
    }
    guard bytes[1..<17].contains(where: { $0 != 0 }), bytes[17..<25].contains(where: { $0 != 0 }) else {
      return nil
    }
    return bytes
  }

  /// Creates a new trace with random ids.
  package static func random(isSampled: Bool) -> [UInt8] {
    var packed: [UInt8] = [0]
    packed.reserveCapacity(length)
    // The lowest bit keeps both ids from being all zero.
    for _ in 0..<3 { append(RandomWords.next() | 1, to: &packed) }
    packed.append(isSampled ? sampledBit : 0)
    return packed
  }

  /// Returns the same trace and flags with a span id of its own.
  package static func child(of packed: [UInt8]) -> [UInt8] {
    var child: [UInt8] = []
    child.reserveCapacity(length)
    child += packed[..<17]
    append(RandomWords.next() | 1, to: &child)
    child += packed[25...]
    return child
  }

  private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
  }

  private static func unhex(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16),
        rest.prefix(2).allSatisfy({ $0.isHexDigit && !$0.isUppercase })
      else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
