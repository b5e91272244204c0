/// The time until an event, or since it. All that a countdown shows is a pure function of two instants and
/// the Magic Wand. Nothing is counted down, so nothing can drift: the value is computed again each second.
///
/// All values are whole seconds, rounded down, of the time between the instants. A day is 86,400 s and never
/// a calendar day, so a change of daylight-saving time moves the hours by one, which is right for time left.
/// The edges:
///
/// - Counting ends at the target: from `now == target` on the event is past. (The same `isPast` rejects a
///   past date when an event is saved.) In the last second before the target, 0 seconds are left and nothing
///   is past yet; no digit is ever negative.
/// - The wand subtracts exactly 172,800 s from the display, from the digits and from every unit, and from
///   nothing else. It works as long as 172,800 s are left: at exactly that the display shows 0, and `phrase`
///   is `hereAsCounted`. One second later it turns itself off.
/// - A unit is gray while the display shows less than one of it; seconds stay until the event is past, when
///   all units are gray.
///
/// The web client's `app/countdown.js` implements the same rules and runs the same test vectors.
package struct Countdown: Hashable, Sendable {
  /// True from the target on.
  package let isPast: Bool
  /// The seconds from now to the target; 0 once it is past.
  package let secondsLeft: Int64
  /// `secondsLeft` minus the seconds that the wand subtracts.
  package let secondsShown: Int64
  /// The seconds from the target to now; 0 until it is past.
  package let secondsSince: Int64
  /// True if the wand can be used. A request for the wand fails while this is false.
  package let isWandEnabled: Bool
  /// True if the wand was asked for and is enabled.
  package let isWandOn: Bool

  /// The seconds that the wand subtracts: the day that has begun already, and the event's own day.
  package static let wandSeconds: Int64 = 172_800

  package init(to target: Instant, at now: Instant, wand: Bool = false) {
    let milliseconds = target.milliseconds - now.milliseconds
    isPast = milliseconds <= 0
    secondsLeft = max(milliseconds, 0) / 1000
    secondsSince = max(-milliseconds, 0) / 1000
    isWandEnabled = secondsLeft >= Countdown.wandSeconds
    isWandOn = wand && isWandEnabled
    secondsShown = isWandOn ? secondsLeft - Countdown.wandSeconds : secondsLeft
  }

  /// The main display: the shown time left, or the time since once the event is past.
  package var digits: Digits { Digits(isPast ? secondsSince : secondsShown) }

  /// The UNTIL counter: the shown time in whole units of one kind; 0 once the event is past.
  package func value(in unit: CountdownUnit) -> Int64 { secondsShown / unit.seconds }

  /// True if the selector does not offer the unit. A larger unit is gray whenever a smaller one is.
  package func isGrey(_ unit: CountdownUnit) -> Bool {
    isPast || unit != .seconds && secondsShown < unit.seconds
  }

  /// The counted unit for the choice `chosen`: the unit itself, or the next smaller one that is not gray. A
  /// client that keeps the choice and shows this unit returns to the larger one when the wand is turned off.
  package func selected(_ chosen: CountdownUnit) -> CountdownUnit {
    CountdownUnit.allCases.first { $0.seconds <= chosen.seconds && !isGrey($0) } ?? .seconds
  }

  /// The countdown as a sentence, in the largest fitting unit from days down.
  package var phrase: CountdownPhrase {
    if isPast {
      let (count, unit) = Countdown.largest(secondsSince)
      return unit == .seconds ? .now : .ago(count, unit)
    }
    if isWandOn, secondsShown == 0 { return .hereAsCounted }
    let (count, unit) = Countdown.largest(secondsShown)
    return .left(count, unit)
  }

  private static func largest(_ seconds: Int64) -> (Int64, CountdownUnit) {
    let unit = CountdownUnit.allCases.first { $0 != .weeks && $0.seconds <= seconds } ?? .seconds
    return (seconds / unit.seconds, unit)
  }

  /// Days, and the rest of the day as on a clock.
  package struct Digits: Hashable, Sendable {
    package let days: Int64
    /// The hours, 0 to 23.
    package let hours: Int64
    /// The minutes, 0 to 59.
    package let minutes: Int64
    /// The seconds, 0 to 59.
    package let seconds: Int64

    fileprivate init(_ total: Int64) {
      days = total / CountdownUnit.days.seconds
      hours = total / CountdownUnit.hours.seconds % 24
      minutes = total / CountdownUnit.minutes.seconds % 60
      seconds = total % 60
    }
  }
}

/// The units of the UNTIL selector, the largest first, which is the order of graying out.
package enum CountdownUnit: String, Choice {
  case weeks, days, hours, minutes, seconds

  /// The default unit.
  package static let standard = CountdownUnit.days

  /// The length of the unit.
  package var seconds: Int64 {
    switch self {
    case .weeks: 604_800
    case .days: 86_400
    case .hours: 3600
    case .minutes: 60
    case .seconds: 1
    }
  }
}

/// A countdown as one sentence; each client supplies the words.
package enum CountdownPhrase: Hashable, Sendable {
  /// The number of whole units left, never weeks; 0 seconds in the last second.
  case left(Int64, CountdownUnit)
  /// The wand has subtracted all time left: the event is here, as far as counting goes.
  case hereAsCounted
  /// The first minute of the event.
  case now
  /// The number of whole days, hours or minutes since the event.
  case ago(Int64, CountdownUnit)

  /// A stable name: `days_left`, `here_as_counted`, `now`, `days_ago`.
  package var key: String {
    switch self {
    case .left(_, let unit): unit.rawValue + "_left"
    case .hereAsCounted: "here_as_counted"
    case .now: "now"
    case .ago(_, let unit): unit.rawValue + "_ago"
    }
  }

  /// The number in the sentence; 0 if there is none.
  package var count: Int64 {
    switch self {
    case .left(let count, _), .ago(let count, _): count
    case .hereAsCounted, .now: 0
    }
  }
}
