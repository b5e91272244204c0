/// Stops calls to an instance that does not answer. The breaker opens after 5 transport failures in a row, or
/// when more than half of at least 20 calls in the last 10 s failed, or after the first failure of an
/// instance that is down or answers no ping either (`open`). A probe that gets a reply closes it.
///
/// A transport failure is a missed deadline or a broken connection. A fault in a reply does not count,
/// because the instance works.
struct Breaker {
  static let maxConsecutiveFailures = 5
  static let minCalls = 20
  /// The window for the failure rate, in seconds.
  static let window = 10
  static let firstProbe = Duration.seconds(1)
  static let slowestProbe = Duration.seconds(5)

  private struct Second {
    var number = -1
    var calls = 0
    var failures = 0
  }

  private(set) var isOpen = false
  /// The time of the next probe while the breaker is open.
  private(set) var nextProbe: ContinuousClock.Instant?
  private var interval = Breaker.firstProbe
  private var inARow = 0
  private var seconds = [Second](repeating: Second(), count: Breaker.window)

  mutating func succeeded(second: Int) {
    inARow = 0
    count(second, failures: 0)
  }

  /// Returns true if this failure opened the breaker.
  mutating func failed(second: Int, at now: ContinuousClock.Instant) -> Bool {
    inARow += 1
    count(second, failures: 1)
    guard inARow >= Breaker.maxConsecutiveFailures || isMostlyFailing(second) else { return false }
    return open(at: now)
  }

  /// Returns true if it was closed before.
  mutating func open(at now: ContinuousClock.Instant) -> Bool {
    guard !isOpen else { return false }
    isOpen = true
    interval = Breaker.firstProbe
    nextProbe = now.advanced(by: interval)
    return true
  }

  /// Schedules the next probe after one was sent. The interval doubles each time.
  mutating func probed(at now: ContinuousClock.Instant) {
    interval = min(interval * 2, Breaker.slowestProbe)
    nextProbe = now.advanced(by: interval)
  }

  /// Closes and resets the breaker after a successful probe.
  mutating func close() { self = Breaker() }

  private mutating func count(_ second: Int, failures: Int) {
    let index = second % Breaker.window
    if seconds[index].number != second { seconds[index] = Second(number: second) }
    seconds[index].calls += 1
    seconds[index].failures += failures
  }

  private func isMostlyFailing(_ second: Int) -> Bool {
    let recent = seconds.filter { $0.number > second - Breaker.window }
    let calls = recent.reduce(0) { $0 + $1.calls }
    return calls >= Breaker.minCalls && recent.reduce(0) { $0 + $1.failures } * 2 > calls
  }
}
