import Schema

/// The times at which a source is read: every half hour, as its server asks, and ever less often while it
/// fails. It is never given up.
enum NewsSchedule {
  static let usual = Duration.seconds(30 * 60)
  /// The shortest and the longest time between two readings, whatever the server asks.
  static let shortest = Duration.seconds(20 * 60)
  static let longest = Duration.seconds(24 * 3600)
  /// The share by which a time may be longer, so that sources of one minute part.
  static let jitter = 0.1

  /// The time until the next reading of a source that was read.
  /// - Parameter minutes: The time for which a copy is good, as the feed says it.
  /// - Parameter chance: 0 to 1.
  static func afterSuccess(minutes: Int?, chance: Double) -> Duration {
    let asked = minutes.map { Duration.seconds($0 * 60) } ?? usual
    return spread(max(asked, usual), chance)
  }

  /// The time until the next reading of a source that failed.
  /// - Parameter failures: The failures in a row, this one included.
  /// - Parameter retryAfter: The time for which the server asked to be left alone.
  static func afterFailure(_ failures: Int, retryAfter: Duration?, chance: Double) -> Duration {
    // 48 half hours are a day.
    let doubled = usual * (1 << min(max(0, failures - 1), 6))
    return max(spread(doubled, chance), min(retryAfter ?? .zero, longest))
  }

  private static func spread(_ time: Duration, _ chance: Double) -> Duration {
    min(max(shortest, time) * (1 + jitter * chance), longest)
  }
}

extension Campus.SourceProblem {
  /// The problem of a status that is neither 200 nor 304.
  init(status: Int) {
    switch status {
    case 401, 402, 403, 407, 451: self = .forbidden
    case 404, 410: self = .missing
    case 429, 503: self = .busy
    default: self = .broken
    }
  }

  /// The problem of a feed without a reply; nil if the site itself is the reason.
  init?(_ fault: Fault) {
    switch fault.code {
    case FaultCode.feedRefused.code: self = .refused
    case FaultCode.feedUnreachable.code: self = .unreachable
    case FaultCode.feedSlow.code: self = .slow
    case FaultCode.feedTooLarge.code: self = .tooLarge
    case FaultCode.feedHostBusy.code: self = .busy
    default: return nil
    }
  }
}
