import FoundationEssentials
import Glibc

/// A random sequence that its seed repeats (SplitMix64, Steele, Lea and Flood 2014). `QUAD_TEST_SEED` sets
/// the seed.
struct Chance: RandomNumberGenerator, Sendable {
  let seed: UInt64
  private var state: UInt64

  init() {
    let given = ProcessInfo.processInfo.environment["QUAD_TEST_SEED"].flatMap { UInt64($0) }
    seed = given ?? UInt64.random(in: 1...999_999)
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Whether the long form of the checks was asked for.
var isLongRun: Bool { ProcessInfo.processInfo.environment["QUAD_TEST_ALL"] == "1" }

/// Shows a figure or a seed beside the results of the tests.
func report(_ line: String) {
  let bytes = Array("  \(line)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

extension [Duration] {
  /// The value that `part` of all are at most.
  func percentile(_ part: Double) -> Duration {
    let sorted = sorted()
    guard !sorted.isEmpty else { return .zero }
    return sorted[Swift.min(sorted.count - 1, Int((Double(sorted.count) * part).rounded(.up)) - 1)]
  }
}
