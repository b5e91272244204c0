/// Keeps calls away from an instance that does not answer. It opens after 5 transport failures in a row, or
/// when more than half of at least 20 calls of the last 10 s failed; a probe that is answered closes it.
///
/// A transport failure is a deadline that passed or a connection that broke. An answered fault is none: the
/// instance works.
struct Breaker {
  static let maxConsecutiveFailures = 5
  static let minCalls = 20
  /// Seconds that the share of failures is taken over.
  static let window = 10
  static let firstProbe = Duration.seconds(1)
  static let slowestProbe = Duration.seconds(5)

  private struct Second {
    var number = -1
    var calls = 0
    var failures = 0
  }

  private(set) var isOpen = false
  /// When to probe while it is open.
  private(set) var nextProbe: ContinuousClock.Instant?
  private var interval = Breaker.firstProbe
  private var inARow = 0
  private var seconds = [Second](repeating: Second(), count: Breaker.window)

  mutating func succeeded(second: Int) {
    inARow = 0
    count(second, failures: 0)
  }

  /// True when this failure opened it.
  mutating func failed(second: Int, at now: ContinuousClock.Instant) -> Bool {
    inARow += 1
    count(second, failures: 1)
    guard !isOpen, inARow >= Breaker.maxConsecutiveFailures || isMostlyFailing(second) else { return false }
    isOpen = true
    interval = Breaker.firstProbe
    nextProbe = now.advanced(by: interval)
    return true
  }

  /// A probe left: the next one is due later, and later still each time.
  mutating func probed(at now: ContinuousClock.Instant) {
    interval = min(interval * 2, Breaker.slowestProbe)
    nextProbe = now.advanced(by: interval)
  }

  /// The probe was answered: it begins anew.
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
