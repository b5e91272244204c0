internal import Glibc
package import Schema

/// A time zone of the system's database (tzdata): what clocks show where, past and to come.
///
/// Foundation carries rules of its own that no update of the system reaches; nothing in Quad asks it.
package struct Zone: Hashable, Sendable {
  /// As it was asked for: `Europe/Berlin`.
  package let name: String
  private let table: ZoneTable

  package init(name: String, table: ZoneTable) {
    self.name = name
    self.table = table
  }

  package static func == (left: Zone, right: Zone) -> Bool {
    left.name == right.name && left.table == right.table
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Why there is no zone.
package enum ZoneFault: Error, Hashable, Sendable {
  /// The database has no zone of this name.
  case unknown
  /// The file of this name is not what RFC 8536 describes.
  case damaged
  /// The system does not let it be read.
  case unreadable

  /// What a caller is told.
  package var code: FaultCode { self == .unknown ? .zoneUnknown : .zoneUnusable }
}

extension Zone {
  /// The zone of the system's database, read once and again when its file changes.
  package static func named(_ name: String) throws(ZoneFault) -> Zone {
    try ZoneFolder.system.zone(named: name)
  }

  package static func named(_ name: ZoneName) throws(ZoneFault) -> Zone { try named(name.text) }

  /// Every name of the system's database, sorted. Keep what it gives: it reads some twenty folders.
  package static func allNames() throws(ZoneFault) -> [String] { try ZoneFolder.system.allNames() }

  /// Universal time, which needs no database.
  package static let utc = Zone(name: "UTC", table: .utc)

  /// Where the site is, for people whose profile says nothing better: the environment's `TZ`, a name of the
  /// database, as it was when the program started. Universal time for anything else.
  package static let site = inEnvironment(getenv("TZ").map { String(cString: $0) })

  package static func inEnvironment(_ name: String?) -> Zone {
    guard let name, !name.isEmpty else { return utc }
    do { return try named(name) } catch { return utc }
  }
}

extension Zone {
  /// Seconds east of UTC.
  package func offset(at instant: Instant) -> Int { table.segment(at: second(of: instant)).time.offset }

  /// What clocks show, to the second.
  package func wallTime(at instant: Instant) -> WallTime {
    let second = second(of: instant)
    return WallTime(clamping: second + Int64(table.segment(at: second).time.offset))
  }

  package func date(at instant: Instant) -> CivilDate { wallTime(at: instant).date }

  /// The moment at which clocks show this time.
  ///
  /// A time that the clocks skip is taken as if they had not yet been changed, so that it moves forward by
  /// what is skipped (02:30 becomes 03:30) and is `isAdjusted`. Of a time that comes twice it is the first.
  package func instant(of time: WallTime) -> (instant: Instant, isAdjusted: Bool) {
    let (second, gap) = resolve(time.secondsSince1970)
    return (Instant(seconds: second), gap != nil)
  }

  /// The first moment of a date. Where the clocks skip midnight it is the moment they are changed.
  package func startOfDay(_ date: CivilDate) -> Instant {
    let (second, gap) = resolve(date.daysSince1970 * 86_400)
    return Instant(seconds: gap ?? second)
  }

  /// When the clocks change, the offset, the name or whether it is daylight saving time, from a moment on and
  /// before another; the first `maxChanges`.
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

  /// The time without a change of the clocks that holds a moment.
  func segment(at instant: Instant) -> ZoneTable.Segment { table.segment(at: second(of: instant)) }

  /// The two changes of each year, if they are all that happens from a segment on, and it began with one.
  func yearly(from segment: ZoneTable.Segment) -> ZoneRule.Daylight? { table.yearly(from: segment) }

  /// The one after it; nil when nothing changes any more.
  func segment(after segment: ZoneTable.Segment) -> ZoneTable.Segment? {
    segment.end < ZoneTable.Segment.latest ? table.segment(at: segment.end) : nil
  }

  /// The second of a time on the clocks; for one that they skip also the second at which they are changed.
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
  /// The nearest of the years 1 to 9999: a table may name seconds far beyond them.
  init(seconds: Int64) {
    let limit: Int64 = 1_000_000_000_000
    self.init(milliseconds: min(max(seconds, -limit), limit) * 1000)
  }
}

extension WallTime {
  /// The nearest time of the years 1 to 9999.
  init(clamping seconds: Int64) {
    let first = CivilDate.allDays.lowerBound * 86_400
    let last = CivilDate.allDays.upperBound * 86_400 + 86_399
    self = WallTime(secondsSince1970: min(max(seconds, first), last)) ?? .sample
  }
}
