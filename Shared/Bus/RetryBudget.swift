/// Bounds what retries add to the load of a program in trouble (gRPC A6): a failure costs a token, an answer
/// earns a tenth of one, and below half nothing is sent again.
///
/// A connection that breaks is one failure, however many calls it cut; a refusal by a program that drains is
/// none. Otherwise each restart under load would spend the budget.
struct RetryBudget {
  static let maxCount = 100.0
  static let earned = 0.1

  private(set) var tokens = RetryBudget.maxCount

  var allowsRetry: Bool { tokens > RetryBudget.maxCount / 2 }

  mutating func earn() { tokens = min(tokens + RetryBudget.earned, RetryBudget.maxCount) }
  mutating func spend() { tokens = max(tokens - 1, 0) }
}

/// Why a call is sent again.
enum RetryReason: String {
  /// The program refused it because it stops: nothing happened.
  case draining
  /// The program shed it: nothing happened.
  case busy
  /// The connection broke: it may have taken effect, and repeating it is harmless.
  case broken

  static let maxAttempts: UInt8 = 3

  /// Full jitter: from 0 to 50 ms, doubling with each attempt, to 2 s.
  static func maxPause(attempt: UInt8) -> Int { min(50 << Int(min(attempt, 10)), 2000) }
}

/// Random numbers that need no system call each (SplitMix64): for jitter and choice, not for secrets.
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
