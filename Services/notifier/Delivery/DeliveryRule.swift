import Schema

/// When a delivery is tried, and when no more. Without any I/O.
enum DeliveryRule {
  /// Waits before the second try and those after it; the first is at once. After the last the delivery is
  /// dead.
  static let waits: [Duration] = [
    .seconds(10), .seconds(60), .seconds(300), .seconds(1800), .seconds(7200),
  ]
  /// How far a wait may be from its length, so that what failed together does not come back together.
  static let jitter = 0.2
  /// Longest wait that a receiver may ask for.
  static let maxWait = Duration.seconds(6 * 3600)
  /// Deliveries of a channel that wait; what comes beyond them is dead at once.
  static let maxWaiting = 200
  /// Notices of a digest; the others are counted.
  static let maxInDigest = 200
  /// How long what has ended is kept, by its state.
  static let keeps: [(state: String, life: Duration)] = [
    ("delivered", .seconds(7 * 24 * 3600)), ("expired", .seconds(7 * 24 * 3600)),
    ("dead", .seconds(30 * 24 * 3600)),
  ]
  /// A test that has not arrived by then is given up.
  static let testLife = Duration.seconds(600)

  /// - Parameters:
  ///   - attempts: tries so far, from 1.
  ///   - asked: how long the receiver wants to be left alone.
  ///   - random: 0 to 1.
  /// - Returns: nil after the last try.
  static func wait(after attempts: Int, asked: Duration?, random: Double) -> Duration? {
    guard attempts <= waits.count else { return nil }
    if let asked { return min(max(asked, .seconds(1)), maxWait) * (1 + jitter * random) }
    return waits[max(attempts, 1) - 1] * (1 - jitter + 2 * jitter * random)
  }
}

/// How a try to deliver ended, in words of ours: nothing of what the other side said is kept.
enum DeliveryOutcome: Sendable, Equatable {
  case delivered
  /// Later it may go.
  case again(reason: String, after: Duration? = nil)
  /// The same message will be refused again.
  case dead(reason: String)
  /// The channel leads nowhere any more: it ends.
  case gone
}

/// What becomes of a delivery after a try.
enum DeliveryStep: Sendable, Equatable {
  case delivered
  case again(reason: String, wait: Duration)
  case expired
  case dead(reason: String)
  case gone

  /// - Parameters:
  ///   - left: until nobody needs the message any more.
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
