internal import Glibc
package import Schema

/// A time zone of the system's database (tzdata): the wall time of a location, past and future.
///
/// Foundation has its own rules, which no system update reaches, so nothing in Quad uses them.
package struct Zone: Hashable, Sendable {
  /// The requested name: `Europe/Berlin`.
  package let name: String
  private let table: ZoneTable

  /// The name that people use: `New York` for `America/New_York`, `UTC` for `Etc/UTC`.
  package var place: String {
    String((name.split(separator: "/").last ?? "").map { $0 == "_" ? " " : $0 })
  }

  package init(name: String, table: ZoneTable) {
    self.name = name
    self.table = table
  }

  package static func == (left: Zone, right: Zone) -> Bool {
    left.name == right.name && left.table == right.table
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The reason why a zone is unavailable.
package enum ZoneFault: Error, Hashable, Sendable {
  /// The database has no zone of this name.
  case unknown
  /// The file of this name does not follow RFC 8536.
  case damaged
  /// The system does not allow reading it.
  case unreadable

  /// The fault code for a caller.
  package var code: FaultCode { self == .unknown ? .zoneUnknown : .zoneUnusable }
}

extension Zone {
  /// Returns the zone of the system's database. Its file is read once, and again when it changes.
  package static func named(_ name: String) throws(ZoneFault) -> Zone {
    try ZoneFolder.system.zone(named: name)
  }

  package static func named(_ name: ZoneName) throws(ZoneFault) -> Zone { try named(name.text) }

  /// Returns every name of the system's database, sorted. Keep the result: the call reads some twenty
  /// folders.
  package static func allNames() throws(ZoneFault) -> [String] { try ZoneFolder.system.allNames() }

  /// Universal time, which needs no database.
  package static let utc = Zone(name: "UTC", table: .utc)

  /// The site's zone, for people without one in their profile: the environment's `TZ`, a name of the
  /// database, as of the program's start. Universal time for anything else.
  package static let site = inEnvironment(getenv("TZ").map { String(cString: $0) })

  package static func inEnvironment(_ name: String?) -> Zone {
    guard let name, !name.isEmpty else { return utc }
    do { return try named(name) } catch { return utc }
  }
}

extension Zone {
  /// Returns the seconds east of UTC.
  package func offset(at instant: Instant) -> Int { table.segment(at: second(of: instant)).time.offset }

  /// Returns the wall time, to the second.
  package func wallTime(at instant: Instant) -> WallTime {
    let second = second(of: instant)
    return WallTime(clamping: second + Int64(table.segment(at: second).time.offset))
  }

  package func date(at instant: Instant) -> CivilDate { wallTime(at: instant).date }

  /// Returns the moment at which clocks show this time.
  ///
  /// A skipped time is read as if the clocks had not changed yet, so it moves forward by the skipped amount
  /// (02:30 becomes 03:30) and is `isAdjusted`. Of a time that occurs twice, the first is returned.
  package func instant(of time: WallTime) -> (instant: Instant, isAdjusted: Bool) {
    let (second, gap) = resolve(time.secondsSince1970)
    return (Instant(seconds: second), gap != nil)
  }

  /// Returns the first moment of a date. If the clocks skip midnight, it is the moment they change.
  package func startOfDay(_ date: CivilDate) -> Instant {
    let (second, gap) = resolve(date.daysSince1970 * 86_400)
    return Instant(seconds: gap ?? second)
  }

  /// Returns the moments from `start` and before `end` at which the clocks change: the offset, the name or
  /// daylight saving time. At most the first `maxChanges`.
  package func changes(from start: Instant, to end: Instant) -> [Instant] {
    var changes: [Instant] = []
    var segment = segment(at: start)
    while changes.count < Zone.maxChanges, let next = self.segment(after: segment),
      Instant(seconds: next.start) < end
    {
      if next.time != segment.time { changes.append(Instant(seconds: next.start)) }
      segment = next
    }
    return changes
  }

  /// Two changes a year for a thousand years.
  package static let maxChanges = 2000

  /// Returns the segment without a change of the clocks that contains a moment.
  func segment(at instant: Instant) -> ZoneTable.Segment { table.segment(at: second(of: instant)) }

  /// Returns the two changes of each year, if they are the only ones from a segment on, and it began with
  /// one.
  func yearly(from segment: ZoneTable.Segment) -> ZoneRule.Daylight? { table.yearly(from: segment) }

  /// Returns the next segment; nil if there are no more changes.
  func segment(after segment: ZoneTable.Segment) -> ZoneTable.Segment? {
    segment.end < ZoneTable.Segment.latest ? table.segment(at: segment.end) : nil
  }

  /// Returns the second of a wall time. For a skipped time, also the second at which the clocks change.
  private func resolve(_ wall: Int64) -> (second: Int64, gap: Int64?) {
    var segment = table.segment(at: wall - Int64(ZoneTable.furthestOffset))
    var before = segment.time.offset
    while true {
      let second = wall - Int64(segment.time.offset)
      if second < segment.end {
        return second >= segment.start ? (second, nil) : (wall - Int64(before), segment.start)
      }
      before = segment.time.offset
      segment = table.segment(at: segment.end)
    }
  }

  private func second(of instant: Instant) -> Int64 { floorDivide(instant.milliseconds, 1000) }
}

extension Instant {
  /// Clamps to the years 1 to 9999: a table may contain seconds far beyond them.
  init(seconds: Int64) {
    let limit: Int64 = 1_000_000_000_000
    self.init(milliseconds: min(max(seconds, -limit), limit) * 1000)
  }
}

extension WallTime {
  /// Clamps to the years 1 to 9999.
  init(clamping seconds: Int64) {
    let first = CivilDate.allDays.lowerBound * 86_400
    let last = CivilDate.allDays.upperBound * 86_400 + 86_399
    self = WallTime(secondsSince1970: min(max(seconds, first), last)) ?? .sample
  }
}
