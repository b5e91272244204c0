/// 128 bits in the text form of RFC 9562. Version 7 sorts by the time of creation; version 4 reveals nothing.
package struct RawUUID: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The first and the last in the order of ids; neither names anything.
  package static let min = RawUUID(high: 0, low: 0)
  package static let max = RawUUID(high: .max, low: .max)

  /// Version 4: 122 random bits from the system.
  package static func random() -> RawUUID {
    let (high, low) = RandomWords.two()
    return RawUUID(
      high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  /// Version 7: 48 bits of Unix milliseconds, then random bits.
  package static func timed(_ now: Instant) -> RawUUID {
    let random = RawUUID.random()
    let milliseconds = UInt64(clamping: now.milliseconds) & 0xFFFF_FFFF_FFFF
    return RawUUID(high: milliseconds << 16 | 0x7000 | random.high & 0x0FFF, low: random.low)
  }

  /// True if its first 48 bits are a time, as in version 7.
  package var isTimed: Bool { high >> 12 & 0xF == 7 && low >> 62 == 2 }

  /// The 16 bytes, most significant first.
  package var bytes: [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      unsafe buffer.withMemoryRebound(to: UInt64.self) { words in
        unsafe words[0] = high.bigEndian
        unsafe words[1] = low.bigEndian
      }
      count = 16
    }
  }

  /// Nil unless there are exactly 16 bytes. The function is not generic: it runs for each id of each row and
  /// message, and a generic one is not specialized across modules.
  package init?(bytes: ArraySlice<UInt8>) {
    guard bytes.count == 16 else { return nil }
    self = unsafe bytes.withUnsafeBytes { unsafe RawUUID(loading: $0) }
  }

  package init?(bytes: [UInt8]) {
    self.init(bytes: bytes[...])
  }

  package init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    unsafe self.init(loading: bytes)
  }

  private init(loading bytes: UnsafeRawBufferPointer) {
    high = unsafe UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    low = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }
}

extension RawUUID: LosslessStringConvertible {
  /// Accepts the 36-character form in either case; anything else is nil.
  package init?(_ description: String) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var digits = 0
    var position = 0
    for byte in description.utf8 {
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = RawUUID.hexValue(byte), digits < 32 else { return nil }
        if digits < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
        digits += 1
      }
      position += 1
    }
    guard digits == 32, position == 36 else { return nil }
    self.init(high: high, low: low)
  }

  package var description: String {
    unsafe String(unsafeUninitializedCapacity: 36) { text in
      var position = 0
      for index in 0..<32 {
        if index == 8 || index == 12 || index == 16 || index == 20 {
          unsafe text[position] = UInt8(ascii: "-")
          position += 1
        }
        let word = index < 16 ? high : low
        let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (index & 15))) & 15
        unsafe text[position] = RawUUID.hexDigit(digit)
        position += 1
      }
      return position
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
