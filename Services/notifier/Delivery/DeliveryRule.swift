import Schema

/// The schedule of a delivery's attempts. It does no I/O.
enum DeliveryRule {
  /// Waits before the second attempt and those after it; the first is made at once. After the last attempt
  /// the delivery is dead.
  static let waits: [Duration] = [
    .seconds(10), .seconds(60), .seconds(300), .seconds(1800), .seconds(7200),
  ]
  /// The fraction by which a wait may vary, so that deliveries that failed together are not retried together.
  static let jitter = 0.2
  /// The longest wait that a receiver may request.
  static let maxWait = Duration.seconds(6 * 3600)
  /// The lease of an attempt, several times as long as one may take.
  static let lease = Duration.seconds(120)
  /// The limit on waiting deliveries of a channel. Deliveries beyond it are dead at once.
  static let maxWaiting = 200
  /// The limit on notices of a digest. Notices beyond it are left out.
  static let maxInDigest = 200
  /// The time for which ended deliveries are kept, by state.
  static let keeps: [(state: String, life: Duration)] = [
    ("delivered", .seconds(7 * 24 * 3600)), ("expired", .seconds(7 * 24 * 3600)),
    ("dead", .seconds(30 * 24 * 3600)),
  ]
  /// The time after which an undelivered test is given up.
  static let testLife = Duration.seconds(600)

  /// - Parameters:
  ///   - attempts: attempts so far, from 1.
  ///   - asked: the wait that the receiver requested.
  ///   - random: 0 to 1.
  /// - Returns: the wait before the next attempt; nil after the last one.
  static func wait(after attempts: Int, asked: Duration?, random: Double) -> Duration? {
    guard attempts <= waits.count else { return nil }
    if let asked { return min(max(asked, .seconds(1)), maxWait) * (1 + jitter * random) }
    return waits[max(attempts, 1) - 1] * (1 - jitter + 2 * jitter * random)
  }
}

/// The outcome of an attempt, in our own words. Nothing from the receiver's response is stored.
enum DeliveryOutcome: Sendable, Equatable {
  case delivered
  /// A later attempt may succeed.
  case again(reason: String, after: Duration? = nil)
  /// The receiver would reject the same message again.
  case dead(reason: String)
  /// The channel's target no longer exists, so the channel is deleted.
  case gone
}

/// The state of a delivery after an attempt.
enum DeliveryStep: Sendable, Equatable {
  case delivered
  case again(reason: String, wait: Duration)
  case expired
  case dead(reason: String)
  case gone

  /// - Parameters:
  ///   - left: the time for which the message is still useful.
  ///   - random: 0 to 1.
  init(_ outcome: DeliveryOutcome, attempts: Int, left: Duration, random: Double) {
    switch outcome {
    case .delivered: self = .delivered
    case .gone: self = .gone
    case .dead(let reason): self = .dead(reason: reason)
    case .again(let reason, let asked):
      guard let wait = DeliveryRule.wait(after: attempts, asked: asked, random: random) else {
        self = .dead(reason: reason)
        return
      }
      self = wait < left ? .again(reason: reason, wait: wait) : .expired
    }
  }
}
