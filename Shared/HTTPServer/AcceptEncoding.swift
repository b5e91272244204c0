/// The content codings that a request accepts (RFC 9110 section 12.5.3).
package enum AcceptEncoding {
  /// The maximum number of members examined; browsers send five.
  private static let maxMembers = 32

  /// True if the gzip form is accepted, and preferred at least as much as the plain one. A request without
  /// the header gets the plain one, and an invalid member accepts nothing.
  package static func prefersGzip(_ request: HTTPRequest) -> Bool {
    let members = members(request)
    let gzip = weight(["gzip", "x-gzip"], in: members) ?? weight(["*"], in: members) ?? 0
    return gzip > 0 && gzip >= weight(["identity"], in: members) ?? 0
  }

  /// True if the brotli form is accepted by its name, and preferred at least as much as gzip and the plain
  /// one.
  package static func prefersBrotli(_ request: HTTPRequest) -> Bool {
    let members = members(request)
    guard let brotli = weight(["br"], in: members), brotli > 0 else { return false }
    return ["gzip", "x-gzip", "identity"].allSatisfy { brotli >= weight([$0], in: members) ?? 0 }
  }

  private static func members(_ request: HTTPRequest) -> [Substring] {
    let values = request.headers.filter { equalsIgnoringCase($0.name, "Accept-Encoding") }.lazy.map(\.value)
    return Array(values.flatMap { $0.split(separator: ",", maxSplits: maxMembers) }.prefix(maxMembers))
  }

  /// Returns the weight in thousandths; nil for a coding that is not listed. Of duplicates the lowest counts.
  private static func weight(_ names: [String], in members: some Sequence<Substring>) -> Int? {
    members.compactMap { member -> Int? in
      let parts = member.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
      guard names.contains(where: { equalsIgnoringCase($0, String(parts[0])) }) else { return nil }
      switch parts.count {
      case 1: return 1000
      case 2: return quality(parts[1]) ?? 0
      default: return 0
      }
    }.min()
  }

  /// Parses `q=0.5`: 0 or 1 and up to three digits, at most 1; nil for anything else.
  private static func quality(_ parameter: Substring) -> Int? {
    guard parameter.hasPrefix("q=") || parameter.hasPrefix("Q=") else { return nil }
    let text = parameter.dropFirst(2)
    guard let whole = text.first, whole == "0" || whole == "1" else { return nil }
    let fraction = text.dropFirst(2)
    guard text.count == 1 || text.dropFirst().first == ".", fraction.count <= 3,
      fraction.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    let digits = fraction + String(repeating: "0", count: 3 - fraction.count)
    guard let thousandths = Int(digits) else { return nil }
    let value = (whole == "1" ? 1000 : 0) + thousandths
    return value <= 1000 ? value : nil
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var rest = text.drop(while: blank)
    while let last = rest.last, blank(last) { rest.removeLast() }
    return rest
  }
}
