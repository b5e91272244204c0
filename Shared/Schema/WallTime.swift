/// A date and a time of day as shown by a clock on the wall, without a place.
///
/// JSON form `2026-10-15T19:00:00`; the seconds may be left out on input. A time zone turns it into an
/// `Instant` (module Calendar); a time that a clock change skips is still a wall time.
package struct WallTime: Hashable, Sendable {
  package let date: CivilDate
  package let time: TimeOfDay

  package init(date: CivilDate, time: TimeOfDay) {
    self.date = date
    self.time = time
  }

  /// The seconds from 1970-01-01T00:00:00 to here, on a clock without changes.
  package var secondsSince1970: Int64 { date.daysSince1970 * 86_400 + Int64(time.secondsOfDay) }

  /// Nil outside of the years 1 to 9999.
  package init?(secondsSince1970 seconds: Int64) {
    let time = (seconds % 86_400 + 86_400) % 86_400
    let day = (seconds - time) / 86_400
    guard CivilDate.allDays.contains(day) else { return nil }
    self.init(date: CivilDate(daysSince1970: day), time: TimeOfDay(secondsOfDay: Int(time)))
  }
}

extension WallTime: Comparable {
  package static func < (left: WallTime, right: WallTime) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }
}

extension WallTime: WrittenValue {
  package init?(_ description: String) {
    var reader = DigitReader(description)
    guard let date = reader.date(), reader.take("T"), let time = reader.timeOfDay(), reader.isAtEnd else {
      return nil
    }
    self.init(date: date, time: time)
  }

  package var description: String { "\(date)T\(time)" }

  package static var schema: JSONValue {
    ["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?$"]
  }
  package static var sample: WallTime { WallTime(date: .sample, time: .sample) }
  package static var bad: FaultCode { .dateBad }
}

/// A time on a clock of 24 hours, to the second. JSON form `19:00:00`; the seconds may be left out on input.
package struct TimeOfDay: Hashable, Sendable {
  /// The second of the day, 0 to 86,399.
  package let secondsOfDay: Int

  /// Creates a time of day; whole days are dropped.
  package init(secondsOfDay: Int) {
    self.secondsOfDay = (secondsOfDay % 86_400 + 86_400) % 86_400
  }

  package init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else { return nil }
    secondsOfDay = hour * 3600 + minute * 60 + second
  }

  package var hour: Int { secondsOfDay / 3600 }
  package var minute: Int { secondsOfDay / 60 % 60 }
  package var second: Int { secondsOfDay % 60 }
  package static let midnight = TimeOfDay(secondsOfDay: 0)
}

extension TimeOfDay: WrittenValue, Comparable {
  package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.secondsOfDay < right.secondsOfDay }

  package init?(_ description: String) {
    var reader = DigitReader(description)
    guard let time = reader.timeOfDay(), reader.isAtEnd else { return nil }
    self = time
  }

  package var description: String {
    [hour, minute, second].map { DigitReader.text(Int64($0), 2) }.joined(separator: ":")
  }

  package static var schema: JSONValue {
    ["type": "string", "pattern": "^[0-9]{2}:[0-9]{2}(:[0-9]{2})?$"]
  }
  package static var sample: TimeOfDay { TimeOfDay(secondsOfDay: 19 * 3600) }
  package static var bad: FaultCode { .timeBad }
}

/// The name of a zone in the IANA time zone database, such as `America/New_York`. The program that uses it
/// checks if this machine's database has it.
package struct ZoneName: CheckedText {
  package let text: String
  package static let bad = FaultCode.zoneUnknown
  package static let sampleText = "America/New_York"
  package static let maxLength = 64
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard (1...ZoneName.maxLength).contains(input.utf8.count),
      input.utf8.allSatisfy({ $0.isZoneMark || $0.isLetterOrDigit }),
      input.utf8.first?.isLetterOrDigit == true,
      !input.contains("//"), !input.hasSuffix("/")
    else { return nil }
    text = input
  }

  package static var schema: JSONValue {
    ["type": "string", "minLength": 1, "maxLength": .int(Int64(maxLength))]
  }
}

extension UInt8 {
  fileprivate var isZoneMark: Bool { "/_+-".utf8.contains(self) }
  fileprivate var isLetterOrDigit: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }
}

extension FaultCode {
  package static let timeBad = FaultCode(
    .invalidArgument, "time_bad", "Enter a time like 19:00 or 19:00:30.")
  package static let zoneUnknown = FaultCode(
    .invalidArgument, "zone_unknown", "Enter a time zone like America/New_York.")
  package static let zoneUnusable = FaultCode(
    .unavailable, "zone_unusable",
    "This time zone's rules can't be read. Ask your administrator.")
}
