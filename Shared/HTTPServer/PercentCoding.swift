/// Percent-encoding of RFC 3986, and the query format of browsers.
package enum PercentCoding {
  /// Returns nil if an escape is not two hexadecimal digits, or the result is not UTF-8 or contains a NUL.
  package static func decode(_ text: Substring, plusIsSpace: Bool = false) -> String? {
    // Most text has no escapes, and is what it is.
    let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 != UInt8(ascii: "%") && $0 != 0 && !(plusIsSpace && $0 == UInt8(ascii: "+")) }
    }
    if isPlain == true { return String(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(hexDigit), let low = rest.next().flatMap(hexDigit),
          high | low != 0
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      case 0: return nil
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  package static func decode(_ text: String, plusIsSpace: Bool = false) -> String? {
    decode(text[...], plusIsSpace: plusIsSpace)
  }

  /// Escapes everything but the unreserved characters, so the result fits a path segment and a query value.
  package static func encode(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Parses `a=1&b=x+y`. A name without `=` has an empty value, empty pairs are skipped. Returns nil if any
  /// part cannot be decoded: half a query is worse than none.
  package static func query(_ text: Substring) -> [(name: String, value: String)]? {
    var pairs: [(name: String, value: String)] = []
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decode(parts[0], plusIsSpace: true),
        let value = parts.count == 2 ? decode(parts[1], plusIsSpace: true) : ""
      else { return nil }
      pairs.append((name, value))
    }
    return pairs
  }

  package static func query(_ text: String) -> [(name: String, value: String)]? { query(text[...]) }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

/// The `Cookie` header of RFC 6265.
package enum Cookies {
  /// Returns the first cookie of that name; names are case-sensitive. Browsers send the most specific path
  /// first, so the first is the one meant.
  package static func value(_ name: String, in header: String) -> String? {
    for pair in header.split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, trimmed(parts[0]) == name else { continue }
      let value = trimmed(parts[1])
      guard value.count >= 2, value.first == "\"", value.last == "\"" else { return String(value) }
      return String(value.dropFirst().dropLast())
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = text.drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return start }
    return start[...last]
  }
}
