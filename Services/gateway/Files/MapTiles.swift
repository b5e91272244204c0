import Schema
import ServiceKit

/// The server of the tiles on the map of a check-in's place: an address with places for zoom, column and row,
/// and the words that credit its makers.
///
/// Pages may load pictures from its origin, and from no other.
struct MapTiles: Equatable, Sendable {
  /// The default credit: nearly every server draws OpenStreetMap's data, whose license asks for it.
  static let usualCredit = "© OpenStreetMap contributors"
  /// The limits in characters.
  static let maxLength = 500
  static let maxCredit = 100

  let template: String
  let credit: String
  /// The scheme, host and port, as the content security policy names them.
  let origin: String

  /// Reads `QUAD_TILES` and `QUAD_TILES_CREDIT`. Returns nil without the first.
  static func of(_ settings: Settings) throws(SettingError) -> MapTiles? {
    guard let template = settings.text("QUAD_TILES") else { return nil }
    return try MapTiles(template, credit: settings.text("QUAD_TILES_CREDIT") ?? usualCredit)
  }

  init(_ template: String, credit: String) throws(SettingError) {
    let scheme = "https://"
    guard template.hasPrefix(scheme) else {
      throw Self.refusal("\(template) does not begin with \(scheme), so pages of TLS would not load it")
    }
    guard template.count <= Self.maxLength else {
      throw Self.refusal("the address is longer than \(Self.maxLength) characters")
    }
    let parts = template.dropFirst(scheme.count).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard Self.isHost(parts[0]) else {
      throw Self.refusal("\(template) names no host, or more than a host and a port")
    }
    try Self.check(path: parts.count > 1 ? String(parts[1]) : "", of: template)
    guard credit.count <= Self.maxCredit, !credit.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw SettingError(
        name: "QUAD_TILES_CREDIT", problem: "has more than \(Self.maxCredit) characters or a line break")
    }
    self.template = template
    self.credit = credit
    origin = scheme + parts[0]
  }

  private static func refusal(_ problem: String) -> SettingError {
    SettingError(name: "QUAD_TILES", problem: problem)
  }

  /// Each place stands once in what follows the host, and nothing else in braces.
  private static func check(path: String, of template: String) throws(SettingError) {
    var rest = path
    for place in ["{z}", "{x}", "{y}"] {
      guard let found = rest.firstRange(of: place) else {
        throw refusal(
          "\(template) has no \(place); an address is like https://tiles.example.org/{z}/{x}/{y}.png")
      }
      rest.removeSubrange(found)
    }
    guard rest.utf8.allSatisfy(isInPath) else {
      throw refusal("\(template) has more than one {z}, {x} and {y}, or what no address has")
    }
  }

  /// A name or an IPv4 address, and a port. The policy's grammar has no IPv6 addresses.
  private static func isHost(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts[0].first, first != ".", first != "-", parts[0].utf8.allSatisfy(isInName) else {
      return false
    }
    guard parts.count == 2 else { return true }
    let isNumber = parts[1].utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber && Int(parts[1]).map((1...65_535).contains) == true
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// RFC 3986: the characters of a path and a query.
  private static func isInPath(_ byte: UInt8) -> Bool {
    isInName(byte) || "_~!$&'()*+,;=:@%/?".utf8.contains(byte)
  }
}

extension MapTiles {
  /// The element of the page that names the tiles, as it is in the folder.
  static let place = #"<meta name="quad-tiles" content="">"#

  /// The files of the web client with the tiles named in the page.
  ///
  /// The worker keeps the page with its headers, so its policy and what it asks for are of the same setting.
  func applied(to files: [String: [UInt8]]) -> [String: [UInt8]] {
    var files = files
    guard let page = files[WebFiles.page] else { return files }
    let text = String(decoding: page, as: UTF8.self)
    guard let place = text.firstRange(of: Self.place) else { return files }
    let element =
      #"<meta name="quad-tiles" content="\#(template.htmlEscaped)" data-credit="\#(credit.htmlEscaped)">"#
    files[WebFiles.page] = Array((text[..<place.lowerBound] + element + text[place.upperBound...]).utf8)
    return files
  }
}
