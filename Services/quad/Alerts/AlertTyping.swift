import Schema
import Terminal

/// Parsers for the times and days of alerts that a person types.
enum AlertTyping {
  /// Returns the minutes of `10`, `90m`, `2h` or `1d`.
  static func minutes(_ text: String) -> Int? {
    let isNumber = (1...6).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && $0.isNumber }
    return isNumber ? Int(text) : EventTyping.minutes(text)
  }

  static let quietForms = "22:00-07:00, or 22:00-07:00 mon-fri"

  /// Parses `22:00-07:00`, `22:00-07:00 mon-fri` or `22:00-07:00 sat,sun`; every day unless days are named.
  static func quiet(_ words: [String]) throws(UsageError) -> Notifier.QuietHours {
    guard (1...2).contains(words.count) else { throw UsageError("enter quiet hours like \(quietForms)") }
    let times = words[0].split(separator: "-", omittingEmptySubsequences: false)
    guard times.count == 2 else { throw UsageError("\(words[0]): enter quiet hours like \(quietForms)") }
    return Notifier.QuietHours(
      from: try time(String(times[0])), to: try time(String(times[1])),
      days: try days(words.count == 2 ? words[1] : "mon-sun"))
  }

  /// Parses `22:00` or `7:30`.
  static func time(_ text: String) throws(UsageError) -> TimeOfDay {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      (1...2).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && $0.isNumber }
    }
    guard parts.count == 2, isPlain, parts[1].utf8.count == 2, let hour = UInt8(parts[0]),
      let minute = UInt8(parts[1]), let time = TimeOfDay(hour: Int(hour), minute: Int(minute))
    else { throw UsageError("\(text): enter a time like 22:00") }
    return time
  }

  private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Parses `mon-fri`, `fri-mon`, `sat,sun` or `mon-wed,sat`.
  static func days(_ text: String) throws(UsageError) -> Notifier.QuietDays {
    var found: Set<Int> = []
    for part in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
        names.firstIndex(of: String($0))
      }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else {
        throw UsageError("\(text): enter days like mon-fri or sat,sun")
      }
      // A range such as Friday to Monday passes the end of the week.
      let count = (last - first + names.count) % names.count
      for step in 0...count { found.insert((first + step) % names.count) }
    }
    let days = found.sorted().map { Notifier.QuietDay.allCases[$0] }
    return Notifier.QuietDays(checked: days)
  }

  /// Days in words: `every day`, `Mon-Fri`, `Sat, Sun`.
  static func words(_ days: Notifier.QuietDays) -> String {
    let chosen = Notifier.QuietDay.allCases.indices.filter {
      days.all.contains(Notifier.QuietDay.allCases[$0])
    }
    if chosen.count == names.count { return "every day" }
    let names = names.map(\.capitalizedFirst)
    if let first = chosen.first, let last = chosen.last, chosen.count > 2, last - first == chosen.count - 1 {
      return "\(names[first])-\(names[last])"
    }
    return chosen.map { names[$0] }.joined(separator: ", ")
  }

  static func words(_ quiet: Notifier.QuietHours) -> String {
    "\(words(quiet.from))-\(words(quiet.to)), \(words(quiet.days))"
  }

  /// A time in words: `22:00`.
  static func words(_ time: TimeOfDay) -> String { String(time.description.prefix(5)) }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
