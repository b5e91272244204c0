import Terminal

/// The address of a site: `https://quad.example` or, on this machine alone, `http://127.0.0.1:8080`.
///
/// Passwords and tokens are sent there, so plain HTTP to another machine is rejected: anybody on the path
/// could read them.
struct SiteAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address without a slash at its end.
  let text: String

  static let standard = SiteAddress(checked: "http://127.0.0.1:8080")

  private init(checked text: String) { self.text = text }

  init(_ input: String) throws(UsageError) {
    let text = (input.hasSuffix("/") ? String(input.dropLast()) : input).lowercased()
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasPrefix("//"), ["http", "https"].contains(parts[0]),
      let host = SiteAddress.host(parts[1].dropFirst(2))
    else { throw UsageError("\(input): enter an address like https://quad.example") }
    guard parts[0] == "https" || SiteAddress.isLoopback(host) else {
      throw UsageError(
        "\(input) is on another machine and not encrypted, so others could read your password; "
          + "use https://")
    }
    self.text = text
  }

  var description: String { text }

  /// The host of `host:port`; nil for anything else, such as a path or a user name.
  private static func host(_ text: Substring) -> Substring? {
    var host = text
    if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
      let port = text[text.index(after: colon)...]
      guard let number = UInt16(port), number > 0, "\(number)" == port else { return nil }
      host = text[..<colon]
    }
    if host.hasPrefix("["), host.hasSuffix("]") {
      let inner = host.dropFirst().dropLast()
      return !inner.isEmpty && inner.allSatisfy({ $0.isHexDigit || ":.".contains($0) }) ? host : nil
    }
    let isName = host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    return isName && !host.isEmpty ? host : nil
  }

  private static func isLoopback(_ host: Substring) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    // Four whole numbers are required, because `127.evil.example` also begins with 127.
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && !numbers.contains(nil) && numbers.first == 127
  }
}
