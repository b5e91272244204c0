internal import Glibc

/// The address of a socket.
enum IPAddress: Hashable, Sendable, CustomStringConvertible {
  case v4(UInt32)
  case v6(UInt64, UInt64)

  /// Returns nil for families other than IPv4 and IPv6.
  init?(_ address: UnsafePointer<sockaddr>) {
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET: self = .v4(UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
    case AF_INET6:
      self = .v6(
        UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
        UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self)))
    default: return nil
    }
  }

  /// Parses the numeric form, without brackets. A zone after `%` is dropped.
  init?(_ text: String) {
    let host = String(text.prefix { $0 != "%" })
    var v4: UInt32 = 0
    if inet_pton(AF_INET, host, &v4) == 1 {
      self = .v4(UInt32(bigEndian: v4))
      return
    }
    var v6: (UInt64, UInt64) = (0, 0)
    guard inet_pton(AF_INET6, host, &v6) == 1 else { return nil }
    self = .v6(UInt64(bigEndian: v6.0), UInt64(bigEndian: v6.1))
  }

  /// True for globally reachable unicast by the special-purpose registries of IANA (RFC 6890 and its
  /// successors). IPv6: only 2000::/3 without the nets that carry IPv4 or no hosts, which excludes mapped,
  /// translated and tunneled IPv4.
  var isPublic: Bool {
    switch self {
    case .v4(let address):
      !Self.reserved4.contains { address >> (32 - $0.length) == $0.net >> (32 - $0.length) }
    case .v6(let high, _):
      high >> 61 == 1 && !Self.reserved6.contains { high >> (64 - $0.length) == $0.net >> (64 - $0.length) }
    }
  }

  var description: String {
    switch self {
    case .v4(let address):
      [24, 16, 8, 0].map { String(address >> $0 & 255) }.joined(separator: ".")
    case .v6(let high, let low):
      [high, low].flatMap { half in [48, 32, 16, 0].map { String(half >> $0 & 0xFFFF, radix: 16) } }
        .joined(separator: ":")
    }
  }

  private static let reserved4: [(net: UInt32, length: UInt32)] = [
    (0x0000_0000, 8),  // this network
    (0x0A00_0000, 8),  // private
    (0x6440_0000, 10),  // carrier-grade NAT
    (0x7F00_0000, 8),  // loopback
    (0xA9FE_0000, 16),  // link-local, cloud metadata
    (0xAC10_0000, 12),  // private
    (0xC000_0000, 24),  // protocol assignments
    (0xC000_0200, 24),  // documentation
    (0xC058_6300, 24),  // 6to4 relays
    (0xC0A8_0000, 16),  // private
    (0xC612_0000, 15),  // benchmarks
    (0xC633_6400, 24),  // documentation
    (0xCB00_7100, 24),  // documentation
    (0xE000_0000, 4),  // multicast
    (0xF000_0000, 4),  // reserved, broadcast
  ]

  private static let reserved6: [(net: UInt64, length: UInt64)] = [
    (0x2001_0000_0000_0000, 23),  // protocol assignments, Teredo
    (0x2001_0DB8_0000_0000, 32),  // documentation
    (0x2002_0000_0000_0000, 16),  // 6to4
    (0x3FFF_0000_0000_0000, 20),  // documentation
  ]
}
