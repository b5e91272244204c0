internal import Schema

/// Finds the zone for a name in a calendar file: the database's, or the one that the file describes.
struct ZoneNaming {
  /// The maximum number of names cached for one file.
  private static let maxNames = 1000

  /// The zone for comparing times without a zone with others.
  let fallback = Zone.utc
  private let descriptions: [String: ZoneDescription]
  private let years: ClosedRange<Int64>
  private var found: [String: Zone?] = [:]
  /// The zones that only the file describes, by their TZID.
  private(set) var described: [String: Zone] = [:]

  /// - Parameters:
  ///   - descriptions: The file's own descriptions (VTIMEZONE).
  ///   - years: The years in which its events happen.
  init(_ descriptions: [String: ZoneDescription] = [:], years: ClosedRange<Int64>) {
    self.descriptions = descriptions
    self.years = years
  }

  mutating func zone(_ name: String) -> Zone? {
    if let known = found[name] { return known }
    let zone = ZoneNaming.find(name) ?? describe(name) ?? ZoneNaming.contained(in: name)
    if found.count < ZoneNaming.maxNames { found[name] = .some(zone) }
    return zone
  }

  private mutating func describe(_ name: String) -> Zone? {
    guard let description = descriptions[name] else { return nil }
    if let zone = description.place.flatMap({ ZoneNaming.find($0) }) { return zone }
    guard let table = description.table(years.lowerBound - 1...years.upperBound + 1) else { return nil }
    let zone = Zone(name: name, table: table)
    if described.count < ZoneNaming.maxNames { described[name] = zone }
    return zone
  }

  private static func find(_ name: String) -> Zone? {
    if let zone = named(name) { return zone }
    if let place = WindowsZones.place(of: name) { return named(place) }
    // `/Europe/Berlin`, `/freeassociation.sourceforge.net/Europe/Berlin`,
    // `/mozilla.org/20070129_1/Europe/Berlin`
    guard name.hasPrefix("/") else { return nil }
    let parts = name.split(separator: "/")
    for count in [3, 2, 1] where parts.count >= count {
      if let zone = named(parts.suffix(count).joined(separator: "/")) { return zone }
    }
    return nil
  }

  /// The first zone of the database whose name stands in a text: `GMT+1 (Europe/Berlin)`.
  static func contained(in text: String) -> Zone? {
    let words = text.unicodeScalars.split { !ZoneFolder.isOfName($0) }.prefix(maxWords)
    for word in words where word.contains("/") {
      if let zone = named(String(String.UnicodeScalarView(word))) { return zone }
    }
    return nil
  }

  private static let maxWords = 20

  static func named(_ name: String) -> Zone? {
    do { return try Zone.named(name) } catch { return nil }
  }
}
