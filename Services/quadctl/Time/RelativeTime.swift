import Schema
import SiteCommands

/// A time in a seed file, relative to the load: `-21d 18:30` or `-2h`.
enum RelativeTime: Hashable, Sendable {
  /// A time on the wall in the site's zone, this many days after the date of the load.
  case wall(days: Int, hour: Int, minute: Int)
  case hoursBefore(Int)

  /// Parses exactly `[-+]DAYSd HH:MM` or `-HOURSh`; nil for anything else.
  init?(_ text: String) {
    guard let sign = text.utf8.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else {
      return nil
    }
    let isAhead = sign == UInt8(ascii: "+")
    let parts = text.dropFirst().split(separator: " ", omittingEmptySubsequences: false)
    guard let first = parts.first, let count = RelativeTime.number(first.dropLast(), digits: 1...4) else {
      return nil
    }
    switch (first.last, parts.count) {
    case ("h", 1) where !isAhead: self = .hoursBefore(count)
    case ("d", 2):
      let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
      guard clock.count == 2, let hour = RelativeTime.number(clock[0], digits: 2...2), hour < 24,
        let minute = RelativeTime.number(clock[1], digits: 2...2), minute < 60
      else { return nil }
      self = .wall(days: isAhead ? count : -count, hour: hour, minute: minute)
    default: return nil
    }
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }

  /// The instant for a load at `now`.
  func instant(now: Instant) -> Instant {
    switch self {
    case .wall(let days, let hour, let minute):
      LocalTime.instant(days: days, hour: hour, minute: minute, from: now)
    case .hoursBefore(let hours): now.advanced(by: .seconds(-3600 * hours))
    }
  }
}

extension RelativeTime: Codable, CustomStringConvertible {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let time = RelativeTime(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text): enter a time like -21d 18:30, +3d 09:00, or -2h")
    }
    self = time
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return switch self {
    case .wall(let days, let hour, let minute):
      "\(days < 0 ? "-" : "+")\(abs(days))d \(two(hour)):\(two(minute))"
    case .hoursBefore(let hours): "-\(hours)h"
    }
  }
}
