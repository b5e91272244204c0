/// An address on the web: `https` or `http` with a host, without a user or a password. Whether a program may
/// reach it is decided where it is fetched.
package protocol WebAddress: CheckedText {
  /// The maximum size in bytes; an address is ASCII.
  static var maxLength: Int { get }
}

extension WebAddress {
  package init?(_ input: String) {
    let trimmed = Text.trim(input)
    guard (9...Self.maxLength).contains(trimmed.utf8.count),
      trimmed.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let scheme = ["https://", "http://"].first(where: { trimmed.lowercased().hasPrefix($0) })
    else { return nil }
    let host = trimmed.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    guard !host.isEmpty, !host.contains("@"), !trimmed.contains("\\") else { return nil }
    self.init(checked: trimmed)
  }

  package static var schema: JSONValue {
    ["type": "string", "format": "uri", "minLength": 9, "maxLength": .int(Int64(maxLength))]
  }
}
