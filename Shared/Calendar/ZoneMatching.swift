internal import Schema

/// Replaces the zones that only the file describes with zones of the database whose clocks show the same
/// times in the years of an event.
///
/// Outlook, Notes and others name zones as they like (`Customized Time Zone`, `GMT +0100 (Standard)`). Quad
/// stores names of the database, so that the rules of the future are those of the system.
struct ZoneMatching {
  /// The years after the last one in the file for which an endless event is compared.
  static let yearsAhead: Int64 = 5
  /// The years before the last one that count where no zone matches all of them.
  private static let yearsRecent: Int64 = 2
  /// The limit of searches in the whole database for one file.
  private static let maxSearches = 60

  private struct Span: Hashable {
    let name: String
    let years: ClosedRange<Int64>
  }

  private let described: [String: Zone]
  /// Zones to prefer: the calendar's, the person's.
  private let preferred: [Zone]
  private let fileYears: ClosedRange<Int64>
  private var found: [Span: Zone?] = [:]
  private var searches = 0
  private var all: [Zone]?

  init(_ described: [String: Zone], preferred: [Zone], years: ClosedRange<Int64>) {
    self.described = described
    self.preferred = preferred
    fileYears = years
  }

  /// Returns the event with zones of the database. What they cannot express becomes a problem.
  mutating func matched(_ event: ReadEvent, _ problems: inout ProblemList) -> ReadEvent {
    // The zones of other times matter only as moments.
    guard case .zoned(let start, let own) = event.start, described[own.name] == own else { return event }
    let years = years(of: event, in: own)
    if let zone = zone(own, fileYears) ?? zone(own, years) { return event.moved(from: own, to: zone) }
    guard event.rule != nil else { return event.inUTC() }
    // The clocks of the last years count: those of the past are history.
    let recent = max(years.lowerBound, years.upperBound - ZoneMatching.yearsRecent)...years.upperBound
    problems.add(event.line, .zoneInexact, own.name)
    if let zone = zone(own, recent) { return event.moved(from: own, to: zone) }
    let offset = own.offset(at: own.instant(of: start).instant)
    if let zone = ZoneMatching.fixed(offset) { return event.moved(from: own, to: zone) }
    var single = event.inUTC()
    single.rule = nil
    return single
  }

  private func years(of event: ReadEvent, in zone: Zone) -> ClosedRange<Int64> {
    let first = event.start.instant(in: zone)
    let from = Zone.utc.date(at: first).year
    let latest = max(from, fileYears.upperBound)
    guard let rule = event.rule else { return from...from }
    guard rule.end != .never, let last = rule.last(from: zone.wallTime(at: first), in: zone) else {
      return from...max(from, latest)
    }
    return from...min(max(from, last.wallTime.date.year), latest)
  }

  private mutating func zone(_ own: Zone, _ years: ClosedRange<Int64>) -> Zone? {
    let span = Span(name: own.name, years: years)
    if let known = found[span] { return known }
    let zone = search(own, years)
    found[span] = .some(zone)
    return zone
  }

  private mutating func search(_ own: Zone, _ years: ClosedRange<Int64>) -> Zone? {
    guard let first = CivilDate(year: years.lowerBound, month: 1, day: 1),
      let last = CivilDate(year: years.upperBound + 1, month: 1, day: 1)
    else { return nil }
    let (from, to) = (Zone.utc.startOfDay(first), Zone.utc.startOfDay(last))
    func fits(_ zone: Zone) -> Bool { zone.hasOffsets(of: own, from: from, to: to) }
    let near = [ZoneNaming.contained(in: own.name)].compactMap(\.self) + preferred
    if let zone = near.first(where: fits) { return zone }
    guard searches < ZoneMatching.maxSearches else { return nil }
    searches += 1
    let text = own.name.lowercased()
    let all = allZones()
    let cities = all.filter { $0.city.map { text.contains($0) } ?? false }
    if let zone = cities.first(where: fits) { return zone }
    if own.changes(from: from, to: to).isEmpty, let zone = ZoneMatching.fixed(own.offset(at: from)) {
      return zone
    }
    return all.first(where: fits)
  }

  /// The zones of Windows first, as they are the best known, then the others by name.
  private mutating func allZones() -> [Zone] {
    if let all { return all }
    var names = WindowsZones.allPlaces
    do { names += try Zone.allNames() } catch {
      // Without a list, the best known zones have to do.
    }
    let zones = names.compactMap { ZoneNaming.named($0) }
    all = zones
    return zones
  }

  /// The zone that is always this many seconds east of UTC, for whole hours.
  private static func fixed(_ offset: Int) -> Zone? {
    guard offset % 3600 == 0 else { return nil }
    let hours = offset / 3600
    return ZoneNaming.named(hours == 0 ? "Etc/UTC" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))")
  }
}

extension Zone {
  /// True if the offsets are those of another zone from one moment to another. They may change some hours
  /// apart: Notes writes the wrong hour.
  fileprivate func hasOffsets(of other: Zone, from: Instant, to: Instant) -> Bool {
    guard offset(at: from) == other.offset(at: from) else { return false }
    return [self, other].allSatisfy { zone in
      zone.changes(from: from, to: to).allSatisfy { change in
        [-86_400, 86_400].allSatisfy { seconds in
          let moment = change.advanced(by: .seconds(seconds))
          return offset(at: moment) == other.offset(at: moment)
        }
      }
    }
  }

  /// `new york` of `America/New_York`; nil for names without a place.
  fileprivate var city: String? {
    guard name.contains("/"), !name.hasPrefix("Etc/"), let last = name.split(separator: "/").last else {
      return nil
    }
    return last.lowercased().replacing("_", with: " ")
  }
}

extension CalendarTime {
  fileprivate func moved(from own: Zone, to zone: Zone) -> CalendarTime {
    guard case .zoned(let time, own) = self else { return self }
    return .zoned(time, zone)
  }

  fileprivate var inUTC: CalendarTime {
    guard case .zoned(_, let zone) = self else { return self }
    return .utc(instant(in: zone))
  }
}

extension ReadEvent {
  fileprivate func moved(from own: Zone, to zone: Zone) -> ReadEvent {
    mapped { $0.moved(from: own, to: zone) }
  }

  fileprivate func inUTC() -> ReadEvent { mapped { $0.inUTC } }

  private func mapped(_ transform: (CalendarTime) -> CalendarTime) -> ReadEvent {
    var event = self
    event.start = transform(start)
    event.end = end.map(transform)
    event.occurrence = occurrence.map(transform)
    event.excluded = excluded.map(transform)
    return event
  }
}
