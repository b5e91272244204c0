/// The value of Host: a name or an address, and an optional port (RFC 9110, section 7.2; RFC 3986, 3.2.2).
enum HostField {
  static func isValid(_ value: some Collection<UInt8>) -> Bool {
    var rest = Array(value)[...]
    while rest.last == 0x20 || rest.last == 0x09 { rest.removeLast() }
    guard rest.count <= ServerLimits.host else { return false }
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")), end > rest.startIndex + 2 else { return false }
      let address = rest[(rest.startIndex + 1)..<end]
      guard address.allSatisfy({ isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
      else {
        return false
      }
      rest = rest[(end + 1)...]
    } else {
      let name = rest.prefix { $0 != UInt8(ascii: ":") }
      guard name.allSatisfy(isNameByte) else { return false }
      rest = rest.dropFirst(name.count)
    }
    guard let colon = rest.first else { return true }
    return colon == UInt8(ascii: ":") && rest.count <= 6 && rest.dropFirst().allSatisfy(isDigit)
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

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x46).contains(byte & 0xDF)
  }
}
