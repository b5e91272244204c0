/// How far away an event is, or how long ago it was: everything that a countdown shows, as a pure function of
/// two instants and the Magic Wand. Nothing is counted down, so that nothing can drift: each second somebody
/// asks anew.
///
/// All values are whole seconds, rounded down, of the time between the instants; a day is 86,400 s and never
/// a calendar day, so that a change of daylight-saving time moves the hours by one, which is right for time
/// left. The edges:
///
/// - Counting ends at the target: from `now == target` on the event is past (what an event's date may not be
///   when it is saved is the same, `isPast`). In the last second before it, 0 seconds are left and nothing is
///   past yet; no digit is ever negative.
/// - The wand takes exactly 172,800 s off what is shown, of the digits and of every unit, and of nothing
///   else. It works as long as 172,800 s are left: at exactly that 0 is shown, and `phrase` says
///   `hereAsCounted`. One second later it is off by itself.
/// - A unit is grey when less than one of it is shown; seconds stay until the event is past, when all are
///   grey.
///
/// The web client's `app/countdown.js` says the same, and runs the same test vectors.
package struct Countdown: Hashable, Sendable {
  /// From the target on.
  package let isPast: Bool
  /// From now to the target; 0 once it is past.
  package let secondsLeft: Int64
  /// `secondsLeft`, less what the wand takes.
  package let secondsShown: Int64
  /// From the target to now; 0 until it is past.
  package let secondsSince: Int64
  /// Whether the wand can be waved. Where it was asked for and this is false, a request fails.
  package let isWandEnabled: Bool
  /// False where the wand was asked for and is not enabled.
  package let isWandOn: Bool

  /// What the wand takes off: the day that has begun already, and the event's own day.
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

  /// The main display: what is shown of the time left, or, once the event is past, the time since.
  package var digits: Digits { Digits(isPast ? secondsSince : secondsShown) }

  /// The UNTIL counter: what is shown in whole units of one kind; 0 once the event is past.
  package func value(in unit: CountdownUnit) -> Int64 { secondsShown / unit.seconds }

  /// Whether the selector no longer offers the unit. A larger unit is grey whenever a smaller one is.
  package func isGrey(_ unit: CountdownUnit) -> Bool {
    isPast || unit != .seconds && secondsShown < unit.seconds
  }

  /// The unit that is counted when `chosen` was chosen: it, or the next smaller one that is not grey. Whoever
  /// keeps the choice and shows this one gives the larger unit back when the wand is put down.
  package func selected(_ chosen: CountdownUnit) -> CountdownUnit {
    CountdownUnit.allCases.first { $0.seconds <= chosen.seconds && !isGrey($0) } ?? .seconds
  }

  /// What a sentence says of it, in the largest fitting unit from days down.
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

  /// Days, and the rest of the day as a clock would show it.
  package struct Digits: Hashable, Sendable {
    package let days: Int64
    /// 0 to 23.
    package let hours: Int64
    /// 0 to 59.
    package let minutes: Int64
    /// 0 to 59.
    package let seconds: Int64

    fileprivate init(_ total: Int64) {
      days = total / CountdownUnit.days.seconds
      hours = total / CountdownUnit.hours.seconds % 24
      minutes = total / CountdownUnit.minutes.seconds % 60
      seconds = total % 60
    }
  }
}

/// What the UNTIL selector offers, the largest first, which is the order of greying.
package enum CountdownUnit: String, Choice {
  case weeks, days, hours, minutes, seconds

  /// What is counted before anybody chooses.
  package static let standard = CountdownUnit.days

  /// The length of one.
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

/// A countdown in one sentence; the words are whoever's who speaks to people.
package enum CountdownPhrase: Hashable, Sendable {
  /// So many whole units are left, never weeks. 0 seconds in the last second.
  case left(Int64, CountdownUnit)
  /// The wand has taken off all there was: it is here, as far as counting goes.
  case hereAsCounted
  /// The first minute of the event.
  case now
  /// So many whole days, hours or minutes ago.
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

  /// The number in the sentence; 0 where there is none.
  package var count: Int64 {
    switch self {
    case .left(let count, _), .ago(let count, _): count
    case .hereAsCounted, .now: 0
    }
  }
}
