import FoundationEssentials
import Glibc
import TestSupport

/// A random sequence whose seed `QUAD_TEST_SEED` sets, or chance.
struct Chance: RandomNumberGenerator, Sendable {
  let seed: UInt64
  private var sequence: Seeded

  init() {
    let given = ProcessInfo.processInfo.environment["QUAD_TEST_SEED"].flatMap { UInt64($0) }
    seed = given ?? UInt64.random(in: 1...999_999)
    sequence = Seeded(state: seed)
  }

  mutating func next() -> UInt64 { sequence.next() }
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
