/// Latencies of many calls in constant space: 128 steps to each doubling, so a quantile is at most 1 % too
/// high.
struct Latencies: Sendable {
  private static let stepBits = 7
  private static let steps = 1 << stepBits
  /// The number of doublings, up to 2^36 µs or 19 hours; a longer latency counts as that.
  private static let doublings = 30

  private var counts = [Int](repeating: 0, count: (doublings + 1) * steps)
  private(set) var count = 0
  private(set) var longest = 0

  mutating func add(microseconds: Int) {
    let value = max(microseconds, 0)
    counts[Latencies.bucket(of: value)] += 1
    count += 1
    longest = max(longest, value)
  }

  mutating func add(_ other: Latencies) {
    for index in counts.indices { counts[index] += other.counts[index] }
    count += other.count
    longest = max(longest, other.longest)
  }

  /// The microseconds within which this share of the calls ended; nil without calls.
  func quantile(_ share: Double) -> Int? {
    guard count > 0 else { return nil }
    let wanted = max(Int((share * Double(count)).rounded(.up)), 1)
    var seen = 0
    for (index, held) in counts.enumerated() {
      seen += held
      if seen >= wanted { return min(Latencies.upperBound(of: index), longest) }
    }
    return longest
  }

  /// The bucket of a value. The first `steps` buckets hold one microsecond each; after them each doubling is
  /// split into as many.
  private static func bucket(of value: Int) -> Int {
    guard value >= steps else { return value }
    let doubling = Int.bitWidth - value.leadingZeroBitCount - stepBits
    guard doubling <= doublings else { return (doublings + 1) * steps - 1 }
    let step = value >> (doubling - 1) - steps
    return min(doubling * steps + step, (doublings + 1) * steps - 1)
  }

  private static func upperBound(of bucket: Int) -> Int {
    guard bucket >= steps else { return bucket }
    let doubling = bucket / steps
    return (steps + bucket % steps + 1) << (doubling - 1) - 1
  }
}
