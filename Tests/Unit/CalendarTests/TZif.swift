/// A file of the time zone database, made for a test.
struct TZif {
  var version = UInt8(ascii: "2")
  var transitions: [Int64] = []
  var kinds: [UInt8] = []
  /// Offset, daylight saving time, index of the name.
  var times: [(Int32, UInt8, UInt8)] = [(0, 0, 0)]
  var names = Array("UTC\0DST\0".utf8)
  var leapSeconds = 0
  var footer = "UTC0"

  var bytes: [UInt8] {
    header(0, 0, 1, 4) + [UInt8](repeating: 0, count: 6) + Array("UTC\0".utf8)
      + header(leapSeconds, transitions.count, times.count, names.count)
      + transitions.flatMap { big(UInt64(bitPattern: $0), 8) } + kinds
      + times.flatMap { big(UInt64(UInt32(bitPattern: $0.0)), 4) + [$0.1, $0.2] } + names
      + [UInt8](repeating: 0, count: leapSeconds * 12) + Array("\n\(footer)\n".utf8)
  }

  private func header(_ leaps: Int, _ transitions: Int, _ times: Int, _ names: Int) -> [UInt8] {
    Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
      + [0, 0, leaps, transitions, times, names].flatMap { big(UInt64($0), 4) }
  }

  private func big(_ value: UInt64, _ width: Int) -> [UInt8] {
    (1...width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (width - $0))) }
  }
}
