package import Schema

/// The number of requests that a host gets.
package struct HostLimits: Sendable, Equatable {
  /// The maximum number of requests at once.
  package let maxAtOnce: Int
  /// The maximum number of requests without a pause, after a time without any.
  package let maxBurst: Int
  /// The pause between two requests after the burst.
  package let pause: Duration

  package init(maxAtOnce: Int, maxBurst: Int, pause: Duration) {
    self.maxAtOnce = max(1, maxAtOnce)
    self.maxBurst = max(1, maxBurst)
    self.pause = max(.milliseconds(1), pause)
  }

  /// For hosts that nobody has made an agreement with.
  package static let usual = HostLimits(maxAtOnce: 4, maxBurst: 16, pause: .milliseconds(100))
}

/// The pace of requests, host by host: a token bucket each, a number of requests at once, and the time for
/// which a host asked to be left alone. The caller tells the time.
struct HostPace {
  /// The answer to a request that wants to start.
  enum Turn: Equatable {
    case go
    /// Ask again after this time. The host or the other requests are the reason.
    case wait(Duration)
  }

  /// The maximum number of hosts that are remembered. Hosts at rest are forgotten first.
  static let maxHosts = 1024
  /// The time between two questions of a request that waits for others to end.
  static let retry = Duration.milliseconds(25)
  /// The time for which a host is left alone that said 429 or 503 without a time of its own, and the longest
  /// one.
  static let silence = Duration.seconds(10)
  static let maxSilence = Duration.seconds(3600)

  private struct Host {
    var running = 0
    /// The moment at which the bucket is full again.
    var full: ContinuousClock.Instant
    /// Nothing is sent before.
    var closed: ContinuousClock.Instant

    func rests(at now: ContinuousClock.Instant) -> Bool { running == 0 && full <= now && closed <= now }
  }

  let limits: HostLimits
  private var hosts: [String: Host] = [:]

  init(_ limits: HostLimits) { self.limits = limits }

  var count: Int { hosts.count }

  /// Starts a request, if it may start. Each start needs an `end`.
  mutating func begin(_ name: String, at now: ContinuousClock.Instant) -> Turn {
    if hosts[name] == nil && hosts.count >= HostPace.maxHosts {
      hosts = hosts.filter { !$0.value.rests(at: now) }
      guard hosts.count < HostPace.maxHosts else { return .wait(limits.pause) }
    }
    var host = hosts[name] ?? Host(full: now, closed: now)
    guard host.closed <= now else { return .wait(host.closed - now) }
    guard host.running < limits.maxAtOnce else { return .wait(HostPace.retry) }
    // A full bucket holds `maxBurst` tokens; each of them comes back after a pause.
    let next = max(host.full, now) + limits.pause
    let wait = next - now - limits.pause * limits.maxBurst
    guard wait <= .zero else { return .wait(wait) }
    host.full = next
    host.running += 1
    hosts[name] = host
    return .go
  }

  /// Ends a request that `begin` let go.
  /// - Parameter silence: The time for which the host asked to be left alone.
  mutating func end(_ name: String, silence: Duration?, at now: ContinuousClock.Instant) {
    guard var host = hosts[name] else { return }
    host.running = max(0, host.running - 1)
    if let silence { host.closed = max(host.closed, now + min(silence, HostPace.maxSilence)) }
    hosts[name] = host
  }
}

extension HostPace {
  /// Returns the time for which the response asks to be left alone, or nil if it does not.
  /// - Parameter now: For a date in `Retry-After`.
  static func silence(
    after response: FetchResponse, at now: Instant, atMost longest: Duration = maxSilence
  ) -> Duration? {
    guard response.status == 429 || response.status == 503 else { return nil }
    guard let text = response.header("Retry-After") else { return silence }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // More digits than an Int64 holds are longer than the maximum as well.
      return min(Int64(text).map { .seconds(min($0, 1_000_000)) } ?? longest, longest)
    }
    guard let date = Instant(httpDate: text) else { return silence }
    return min(max(date.since(now), .zero), longest)
  }
}

extension FetchResponse {
  /// Returns the time for which a response of status 429 or 503 asks to be left alone, at most a day; nil for
  /// any other.
  /// - Parameter now: For a date in `Retry-After`.
  package func retryAfter(at now: Instant) -> Duration? {
    HostPace.silence(after: self, at: now, atMost: .seconds(86_400))
  }
}

extension Instant {
  /// Parses the date of HTTP's headers, as it is written today: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110,
  /// section 5.6.7).
  init?(httpDate text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
      let month = months.firstIndex(of: String(parts[2]))
    else { return nil }
    let number = month + 1 < 10 ? "0\(month + 1)" : "\(month + 1)"
    guard let instant = Instant("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z") else { return nil }
    self = instant
  }
}
