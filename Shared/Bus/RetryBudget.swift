/// Limits the extra load that retries put on a program in trouble (gRPC A6). A failure costs a token, a reply
/// earns a tenth of one, and below half nothing is retried.
///
/// A broken connection is one failure, however many calls it interrupted. A rejection by a draining program
/// is none. Otherwise every restart under load would spend the budget.
struct RetryBudget {
  static let maxCount = 100.0
  static let earned = 0.1

  private(set) var tokens = RetryBudget.maxCount

  var allowsRetry: Bool { tokens > RetryBudget.maxCount / 2 }

  mutating func earn() { tokens = min(tokens + RetryBudget.earned, RetryBudget.maxCount) }
  mutating func spend() { tokens = max(tokens - 1, 0) }
}

/// The reason for a retry.
enum RetryReason: String {
  /// The program rejected the call because it is stopping: no effect.
  case draining
  /// The program shed the call: no effect.
  case busy
  /// The connection broke: the call may have taken effect, but is repeatable.
  case broken
  /// The instance answers nothing, not even a ping: as above.
  case silent

  static let maxAttempts: UInt8 = 3

  /// The maximum pause before a retry: 50 ms, doubling with each attempt, up to 2 s. Full jitter starts at 0.
  static func maxPause(attempt: UInt8) -> Int { min(50 << Int(min(attempt, 10)), 2000) }
}

/// Random numbers without a system call each (SplitMix64), for jitter and choice, not for secrets.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
