import ServiceKit

/// The number of concurrent attempts that each host may have: `first` to begin with, one more for each
/// message that it takes, half for each that has to be sent again.
///
/// A host that gets all its connections at once spends seconds on TLS handshakes, and the slowest of them are
/// given up although it works.
struct HostRamp: Sendable {
  static let first = 8
  /// The hosts that are known. Another one takes the place of the one that was not used for the longest time.
  static let maxHosts = 1024
  /// The time without an attempt after which a host begins anew: its connections are closed by then.
  static let memory = Duration.seconds(60)

  private struct Width: Sendable {
    var attempts: Int
    var at: ContinuousClock.Instant
  }

  private var widths = LRUCache<String, Width>(limit: HostRamp.maxHosts)

  /// The limits of the hosts that do not have the first one.
  func limits(at now: ContinuousClock.Instant) -> [String: Int] {
    var limits: [String: Int] = [:]
    for (host, width) in widths.entries where now - width.at < HostRamp.memory {
      limits[host] = width.attempts
    }
    return limits
  }

  /// Notes how an attempt ended.
  /// - Parameter most: the limit that the host cannot pass.
  mutating func note(
    _ outcome: DeliveryOutcome, of host: String, most: Int, at now: ContinuousClock.Instant
  ) {
    let known = widths[host].flatMap { now - $0.at < HostRamp.memory ? $0.attempts : nil }
    let attempts = known ?? HostRamp.first
    if case .again = outcome {
      widths[host] = Width(attempts: max(attempts / 2, 1), at: now)
    } else {
      widths[host] = Width(attempts: min(attempts + 1, most), at: now)
    }
  }
}
