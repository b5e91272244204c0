/// The wall times of one location over time, as stored in a file of the time zone database.
///
/// RFC 8536 (TZif): the block of 64 bits and its footer; of version 1 the block of 32 bits.
package final class ZoneTable: Sendable {
  /// The largest file of the database is smaller than 4 KiB.
  package static let maxFileBytes = 64 * 1024
  /// No location was ever further from UTC (RFC 8536 requires less than 26 hours).
  static let furthestOffset = 26 * 3600 - 1

  /// The local time from one transition to the next.
  struct LocalTime: Hashable {
    /// Seconds east of UTC.
    let offset: Int
    let isDaylight: Bool
    let abbreviation: String
  }

  /// A time span without a change; `end` is the first second after it.
  struct Segment: Hashable {
    static let earliest = Int64.min / 4
    static let latest = Int64.max / 4

    let start: Int64
    let end: Int64
    let time: LocalTime
  }

  /// Seconds since 1970 at which the local time with the same index begins; ascending.
  private let transitions: [Int64]
  private let kinds: [UInt8]
  private let times: [LocalTime]
  /// The rule after the last transition. Without it, the last local time stays.
  private let rule: ZoneRule?
  /// The second from which the rule alone describes all changes.
  private let ruleStart: Int64

  /// - Throws: `ZoneFault.damaged` for a file that is not TZif, or that counts leap seconds.
  package init(_ bytes: [UInt8]) throws(ZoneFault) {
    guard bytes.count <= ZoneTable.maxFileBytes else { throw .damaged }
    var reader = TZifReader(bytes)
    let first = try reader.header()
    var header = first
    if first.version >= 2 {
      try reader.skip(first.size(ofTime: 4))
      header = try reader.header()
    }
    let width = first.version >= 2 ? 8 : 4
    transitions = try reader.times(header.transitions, width: width)
    kinds = try reader.take(header.transitions)
    times = try reader.localTimes(header)
    // Leap seconds, and the marks for standard time or UTC, are not needed here.
    try reader.skip(header.leapSeconds * (width + 4) + header.standardMarks + header.universalMarks)
    let count = times.count
    guard header.leapSeconds == 0, kinds.allSatisfy({ Int($0) < count }),
      zip(transitions, transitions.dropFirst()).allSatisfy(<)
    else { throw .damaged }
    rule = first.version >= 2 ? try reader.footer() : nil
    ruleStart = ZoneTable.ruleStart(rule, transitions, kinds, times)
  }

  private init(always time: LocalTime) {
    (transitions, kinds, times, rule, ruleStart) = ([], [], [time], nil, Segment.latest)
  }

  /// Creates a zone from its changes, ascending, and the time before them. The last one stays.
  init(before: LocalTime, _ changes: [(second: Int64, time: LocalTime)]) {
    var times = [before]
    for change in changes where !times.contains(change.time) { times.append(change.time) }
    transitions = changes.map(\.second)
    kinds = changes.map { change in UInt8(clamping: times.firstIndex(of: change.time) ?? 0) }
    (self.times, rule, ruleStart) = (times, nil, Segment.latest)
  }

  /// Creates a zone with one rule for all time, as in `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3`.
  ///
  /// - Throws: `ZoneFault.damaged` for an invalid rule (POSIX.1-2017, 8.3).
  package init(rule text: String) throws(ZoneFault) {
    let rule = try ZoneRule(Array(text.utf8))
    (transitions, kinds, times, ruleStart) = ([], [], [rule.standard], Segment.earliest)
    self.rule = rule
  }

  static let utc = ZoneTable(always: LocalTime(offset: 0, isDaylight: false, abbreviation: "UTC"))

  /// Returns the segment without a change that contains this second.
  func segment(at second: Int64) -> Segment {
    guard let last = transitions.last, second < last else {
      let start = transitions.last ?? Segment.earliest
      if let rule { return rule.segment(at: second, notBefore: start) }
      let time = kinds.last.map { times[Int($0)] } ?? times[0]
      return Segment(start: start, end: Segment.latest, time: time)
    }
    var (low, high) = (0, transitions.count - 1)
    // The first transition after the second.
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] > second { high = middle } else { low = middle + 1 }
    }
    guard low > 0 else { return Segment(start: Segment.earliest, end: transitions[0], time: times[0]) }
    return Segment(start: transitions[low - 1], end: transitions[low], time: times[Int(kinds[low - 1])])
  }
}

extension ZoneTable {
  /// Returns the two changes of each year, if they are the only ones from this segment on, and it began with
  /// one.
  func yearly(from segment: Segment) -> ZoneRule.Daylight? {
    segment.start >= ruleStart ? rule?.daylight : nil
  }

  /// Returns the second from which the table and the rule agree, since tables also list far future changes.
  private static func ruleStart(
    _ rule: ZoneRule?, _ transitions: [Int64], _ kinds: [UInt8], _ times: [LocalTime]
  ) -> Int64 {
    guard let rule, rule.daylight != nil else { return Segment.latest }
    var start = (transitions.last ?? Segment.earliest) + 1
    for index in transitions.indices.reversed() {
      let at = transitions[index]
      let said = rule.segment(at: at, notBefore: Segment.earliest)
      let before = rule.segment(at: at - 1, notBefore: Segment.earliest)
      let isLast = index + 1 == transitions.count
      guard said.start == at, said.time == times[Int(kinds[index])],
        isLast || said.end == transitions[index + 1],
        before.time == (index > 0 ? times[Int(kinds[index - 1])] : times[0])
      else { break }
      start = at
    }
    return start
  }
}

extension ZoneTable: Hashable {
  package static func == (left: ZoneTable, right: ZoneTable) -> Bool {
    left === right
      || left.transitions == right.transitions && left.kinds == right.kinds && left.times == right.times
        && left.rule == right.rule
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(transitions)
    hasher.combine(times)
  }
}

/// Reads the parts of a TZif file from the front. Every count is checked against the remaining bytes.
private struct TZifReader {
  struct Header {
    let version: UInt8
    let universalMarks: Int
    let standardMarks: Int
    let leapSeconds: Int
    let transitions: Int
    let localTimes: Int
    let characters: Int

    func size(ofTime width: Int) -> Int {
      transitions * (width + 1) + localTimes * 6 + characters + leapSeconds * (width + 4) + standardMarks
        + universalMarks
    }
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func take(_ count: Int) throws(ZoneFault) -> [UInt8] {
    guard count <= rest.count else { throw .damaged }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func skip(_ count: Int) throws(ZoneFault) {
    guard count <= rest.count else { throw .damaged }
    rest = rest.dropFirst(count)
  }

  private mutating func number(_ width: Int) throws(ZoneFault) -> Int64 {
    let bytes = try take(width)
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return width == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }

  private mutating func count(upTo limit: Int) throws(ZoneFault) -> Int {
    let value = try number(4)
    guard (0...Int64(limit)).contains(value) else { throw .damaged }
    return Int(value)
  }

  mutating func header() throws(ZoneFault) -> Header {
    guard try take(4) == Array("TZif".utf8) else { throw .damaged }
    let version = try take(1)[0]
    try skip(15)
    let limit = ZoneTable.maxFileBytes
    let header = Header(
      version: version == 0 ? 1 : version &- UInt8(ascii: "0"), universalMarks: try count(upTo: limit),
      standardMarks: try count(upTo: limit), leapSeconds: try count(upTo: limit),
      transitions: try count(upTo: limit), localTimes: try count(upTo: 256),
      characters: try count(upTo: limit))
    guard (1...9).contains(header.version), header.localTimes > 0 else { throw .damaged }
    return header
  }

  mutating func times(_ count: Int, width: Int) throws(ZoneFault) -> [Int64] {
    guard count <= rest.count / width else { throw .damaged }
    var times: [Int64] = []
    times.reserveCapacity(count)
    for _ in 0..<count {
      // Some files begin with "since ever".
      times.append(max(try number(width), ZoneTable.Segment.earliest))
    }
    guard times.allSatisfy({ $0 < ZoneTable.Segment.latest }) else { throw .damaged }
    return times
  }

  mutating func localTimes(_ header: Header) throws(ZoneFault) -> [ZoneTable.LocalTime] {
    var parts: [(offset: Int64, isDaylight: UInt8, name: UInt8)] = []
    for _ in 0..<header.localTimes {
      parts.append((try number(4), try take(1)[0], try take(1)[0]))
    }
    let names = try take(header.characters)
    var times: [ZoneTable.LocalTime] = []
    for part in parts {
      guard abs(part.offset) <= Int64(ZoneTable.furthestOffset), part.isDaylight <= 1,
        Int(part.name) < names.count
      else { throw .damaged }
      let name = names[Int(part.name)...].prefix { $0 != 0 }
      guard name.allSatisfy(\.isOfAbbreviation), name.count <= ZoneRule.maxAbbreviationLength else {
        throw .damaged
      }
      times.append(
        ZoneTable.LocalTime(
          offset: Int(part.offset), isDaylight: part.isDaylight == 1,
          abbreviation: String(decoding: name, as: UTF8.self)))
    }
    return times
  }

  /// Reads the line between two line feeds. An empty one means that later times are unknown.
  mutating func footer() throws(ZoneFault) -> ZoneRule? {
    guard rest.first == UInt8(ascii: "\n") else { throw .damaged }
    let line = rest.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    guard line.endIndex < rest.endIndex else { throw .damaged }
    return line.isEmpty ? nil : try ZoneRule(Array(line))
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }

  /// RFC 8536 3.2: letters, digits, plus, minus.
  var isOfAbbreviation: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
  }
}
