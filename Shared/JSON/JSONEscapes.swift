/// The escapes of a text that the scan has taken.
enum JSONEscapes {
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
        out.append(byte)
        continue
      }
      switch escaped {
      case UInt8(ascii: "b"): out.append(0x08)
      case UInt8(ascii: "f"): out.append(0x0C)
      case UInt8(ascii: "n"): out.append(0x0A)
      case UInt8(ascii: "r"): out.append(0x0D)
      case UInt8(ascii: "t"): out.append(0x09)
      case UInt8(ascii: "u"): if let scalar = scalar(&rest) { out += Array(String(scalar).utf8) }
      default: out.append(escaped)
      }
    }
    return out
  }

  /// Returns nil unless the bytes are hexadecimal digits.
  static func codeUnit(_ digits: some Sequence<UInt8>) -> UInt16? {
    var unit: UInt16 = 0
    for digit in digits {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
      default: return nil
      }
      unit = unit << 4 | UInt16(value)
    }
    return unit
  }

  /// Consumes four digits, and the second escape of a surrogate pair. The scan has found them valid.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let first = codeUnit(rest.prefix(4)) else { return nil }
    rest = rest.dropFirst(4)
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard let second = codeUnit(rest.dropFirst(2).prefix(4)) else { return nil }
    rest = rest.dropFirst(6)
    return Unicode.Scalar(0x10000 + (UInt32(first & 0x3FF) << 10) + UInt32(second & 0x3FF))
  }
}
