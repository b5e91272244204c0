/// A random order of the numbers `0..<count` that a seed decides: `self[place]` needs no table of the others.
///
/// A Feistel network permutes the smallest square of a power of two that holds them all; a number beyond the
/// count is permuted again until it is one of them (cycle walking).
struct Permutation: Sendable {
  let count: Int
  private let seed: UInt64
  /// The number of bits of each half.
  private let half: UInt64

  private static let rounds: UInt64 = 4

  init(count: Int, seed: UInt64) {
    self.count = max(0, count)
    self.seed = seed
    var half: UInt64 = 1
    while half < 31 && UInt64(1) << (2 * half) < UInt64(self.count) { half += 1 }
    self.half = half
  }

  /// - Precondition: `place` is in `0..<count`.
  subscript(place: Int) -> Int {
    precondition(place >= 0 && place < count)
    var value = UInt64(place)
    repeat { value = permuted(value) } while value >= UInt64(count)
    return Int(value)
  }

  private func permuted(_ value: UInt64) -> UInt64 {
    let mask = (UInt64(1) << half) - 1
    var left = value >> half
    var right = value & mask
    for round in 0..<Permutation.rounds {
      (left, right) = (right, left ^ (mixed(right &+ round << 32) & mask))
    }
    return left << half | right
  }

  /// The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
  private func mixed(_ value: UInt64) -> UInt64 {
    var mix = (value ^ seed) &+ 0x9E37_79B9_7F4A_7C15
    mix = (mix ^ mix >> 30) &* 0xBF58_476D_1CE4_E5B9
    mix = (mix ^ mix >> 27) &* 0x94D0_49BB_1331_11EB
    return mix ^ mix >> 31
  }
}
