/// The value of Host: a name or an address, and an optional port (RFC 9110, section 7.2; RFC 3986, 3.2.2).
enum HostField {
  static func isValid(_ value: UnsafeRawBufferPointer) -> Bool {
    var end = value.count
    while end > 0, value[end - 1] == 0x20 || value[end - 1] == 0x09 { end -= 1 }
    guard end <= ServerLimits.host else { return false }
    var at = 0
    if end > 0, value[0] == UInt8(ascii: "[") {
      at = 1
      while at < end, isAddressByte(value[at]) { at += 1 }
      guard at > 2, at < end, value[at] == UInt8(ascii: "]") else { return false }
      at += 1
    } else {
      while at < end, isNameByte(value[at]) { at += 1 }
    }
    guard at < end else { return true }
    guard value[at] == UInt8(ascii: ":"), end - at <= 6 else { return false }
    return value[(at + 1)..<end].allSatisfy(isDigit)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// A byte of an IPv6 address.
  private static func isAddressByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x46).contains(byte & 0xDF) || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: ".")
  }
}
