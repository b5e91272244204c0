/// Hosts inside the operator's own network that a guarded request may still go to: an ntfy server next to the
/// site, a webhook of the school. Empty unless an operator lists some.
package struct AllowedTargets: Sendable, Equatable {
  /// The maximum number of entries in a list.
  package static let maxCount = 64
  package static let none = AllowedTargets()

  private var hosts: [Host] = []
  private var nets: [Net] = []

  private init() {}

  /// - Parameter list: `host[:port]` or a net `10.1.0.0/16[:port]`, separated by commas; IPv6 with a port in
  ///   brackets: `[fd00::/8]:8080`. Without a port, 80 and 443 are allowed.
  /// - Throws: An error with the first entry that is neither.
  package init(_ list: String) throws(AllowedTargetError) {
    let entries = list.split(separator: ",", omittingEmptySubsequences: false).map { entry in
      String(entry.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    if entries == [""] { return }
    guard entries.count <= AllowedTargets.maxCount else {
      throw AllowedTargetError(entry: entries[AllowedTargets.maxCount], problem: .tooMany)
    }
    for entry in entries { try add(entry) }
  }

  private mutating func add(_ entry: String) throws(AllowedTargetError) {
    let (name, port) = try AllowedTargets.split(entry)
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      nets.append(Net(try Subnet(String(parts[0]), String(parts[1]), of: entry), ports: port))
    } else if let address = IPAddress(name), !name.contains("%") {
      nets.append(Net(Subnet(address), ports: port))
    } else if AllowedTargets.isName(name) {
      hosts.append(Host(name: canonical(name), ports: port))
    } else {
      throw AllowedTargetError(entry: entry, problem: .host)
    }
  }

  /// Splits an entry into the host or net, without brackets, and its port.
  private static func split(_ entry: String) throws(AllowedTargetError) -> (String, Ports) {
    var name = entry[...]
    var port: Substring?
    if entry.hasPrefix("[") {
      guard let end = entry.firstIndex(of: "]") else {
        throw AllowedTargetError(entry: entry, problem: .host)
      }
      let rest = entry[entry.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else {
        throw AllowedTargetError(entry: entry, problem: .host)
      }
      name = entry[..<end].dropFirst()
      // Brackets are only for IPv6, as in a URL.
      guard name.contains(":") else { throw AllowedTargetError(entry: entry, problem: .host) }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = entry.firstIndex(of: ":"), colon == entry.lastIndex(of: ":") {
      name = entry[..<colon]
      port = entry[colon...].dropFirst()
    }
    guard let port else { return (String(name), .usual) }
    // A URL is not a valid entry.
    guard !port.contains("/") else { throw AllowedTargetError(entry: entry, problem: .host) }
    guard let number = number(port, below: 65_536), number > 0 else {
      throw AllowedTargetError(entry: entry, problem: .port)
    }
    return (String(name), .one(number))
  }

  private static func isName(_ text: String) -> Bool {
    // A name that ends in a number would be an address in another spelling.
    (1...253).contains(text.utf8.count) && !endsInNumber(text)
      && text.utf8.allSatisfy { byte in
        switch byte | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default:
          (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
        }
      }
  }

  /// True if the last label is a number, decimal or hexadecimal.
  private static func endsInNumber(_ text: String) -> Bool {
    guard let last = canonical(text).split(separator: ".", omittingEmptySubsequences: false).last else {
      return true
    }
    let digits = last.hasPrefix("0x") ? last.dropFirst(2) : last
    let isHex = last.hasPrefix("0x")
    return digits.allSatisfy { isHex ? $0.isHexDigit : ("0"..."9").contains($0) }
  }

  /// Parses decimal digits only.
  fileprivate static func number(_ text: Substring, below limit: Int) -> Int? {
    guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), number < limit
    else { return nil }
    return number
  }

  /// True if the list contains the URL's own host and port, by name or as an address. A name whose address is
  /// in a listed net is only detected at the connection.
  package func lists(_ url: String) -> Bool {
    do {
      let target = try TargetURL(url, .configuredHost)
      return lists(host: target.bareHost, port: target.port)
    } catch { return false }
  }

  func lists(host: String, port: Int) -> Bool {
    if let address = IPAddress(host) { return nets.contains { $0.holds(address, port) } }
    return hosts.contains { $0.name == canonical(host) && $0.ports.hold(port) }
  }

  /// True if a URL with this host and port may connect to the address.
  func allow(_ address: IPAddress, host: String, port: Int) -> Bool {
    hosts.contains { $0.name == canonical(host) && $0.ports.hold(port) }
      || nets.contains { $0.holds(address, port) }
  }

  /// True if an entry of the list might allow this port.
  func mayUse(host: String, port: Int) -> Bool {
    lists(host: host, port: port) || nets.contains { $0.ports.hold(port) }
  }
}

/// The error in a list of allowed targets.
package struct AllowedTargetError: Error, Equatable, CustomStringConvertible {
  package enum Problem: Sendable {
    /// Neither a name nor an address.
    case host
    case port
    /// The part after `/` is not a valid length, or the address has bits beyond it.
    case net
    case tooMany
  }

  /// As written.
  package let entry: String
  package let problem: Problem

  package var description: String {
    switch problem {
    case .host: "\(entry) is neither a host such as ntfy.school.example:8080 nor a net such as 10.1.0.0/16"
    case .port: "\(entry) does not end in a port from 1 to 65535"
    case .net: "\(entry) is no net: the length fits the address, and no bit stands behind it"
    case .tooMany: "\(entry) is more than \(AllowedTargets.maxCount) entries"
    }
  }
}

private struct Host: Equatable {
  let name: String
  let ports: Ports
}

private struct Net: Equatable {
  let subnet: Subnet
  let ports: Ports

  init(_ subnet: Subnet, ports: Ports) {
    self.subnet = subnet
    self.ports = ports
  }

  func holds(_ address: IPAddress, _ port: Int) -> Bool { ports.hold(port) && subnet.contains(address) }
}

private enum Ports: Equatable {
  /// 80 and 443.
  case usual
  case one(Int)

  func hold(_ port: Int) -> Bool {
    switch self {
    case .usual: port == 80 || port == 443
    case .one(let one): port == one
    }
  }
}

private struct Subnet: Equatable {
  let address: IPAddress
  let length: Int

  init(_ address: IPAddress) {
    self.address = address
    length = address.bits
  }

  init(_ address: String, _ length: String, of entry: String) throws(AllowedTargetError) {
    guard let address = IPAddress(address), !entry.contains("%"),
      let length = AllowedTargets.number(length[...], below: address.bits + 1),
      address.prefix(length) == address
    else { throw AllowedTargetError(entry: entry, problem: .net) }
    self.address = address
    self.length = length
  }

  func contains(_ other: IPAddress) -> Bool {
    other.bits == address.bits && other.prefix(length) == address
  }
}

extension IPAddress {
  fileprivate var bits: Int {
    switch self {
    case .v4: 32
    case .v6: 128
    }
  }

  /// Returns the address with all bits after the first `length` cleared.
  fileprivate func prefix(_ length: Int) -> IPAddress {
    switch self {
    case .v4(let address): .v4(address & ~(UInt32.max >> length))
    case .v6(let high, let low):
      .v6(high & ~(UInt64.max >> min(length, 64)), low & ~(UInt64.max >> max(length - 64, 0)))
    }
  }
}

/// Returns the canonical name: DNS ignores case, and a trailing dot is the same name.
private func canonical(_ host: String) -> String {
  let lower = host.lowercased()
  return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
}
