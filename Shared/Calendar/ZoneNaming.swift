/// Finds the zone for a name in a calendar file.
struct ZoneNaming {
  /// The maximum number of names cached for one file.
  private static let maxNames = 1000

  /// The zone for comparing times without a zone with others.
  let fallback = Zone.utc
  private let places: [String: String]
  private var found: [String: Zone?] = [:]

  /// - Parameter places: The locations in the file's own zone descriptions (VTIMEZONE).
  init(places: [String: String]) { self.places = places }

  mutating func zone(_ name: String) -> Zone? {
    if let known = found[name] { return known }
    let zone = find(name) ?? places[name].flatMap { find($0) }
    if found.count < ZoneNaming.maxNames { found[name] = .some(zone) }
    return zone
  }

  private func find(_ name: String) -> Zone? {
    if let zone = named(name) { return zone }
    if let place = WindowsZones.place(of: name) { return named(place) }
    // `/freeassociation.sourceforge.net/Europe/Berlin`, `/mozilla.org/20070129_1/Europe/Berlin`
    let parts = name.split(separator: "/")
    guard name.hasPrefix("/"), parts.count > 2 else { return nil }
    for count in [3, 2] where parts.count > count {
      if let zone = named(parts.suffix(count).joined(separator: "/")) { return zone }
    }
    return nil
  }

  private func named(_ name: String) -> Zone? {
    do { return try Zone.named(name) } catch { return nil }
  }
}
