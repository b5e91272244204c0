/// Damage to pictures, the same for the same start (SplitMix64).
struct Damage {
  private static let marks: [UInt8] = [
    0, 1, 0x7F, 0x80, 0xC0, 0xC4, 0xD8, 0xD9, 0xDA, 0xDB, 0xE1, 0xE2, 0xFE, 0xFF,
  ]

  var state: UInt64

  mutating func damaged(_ seeds: [[UInt8]]) -> [UInt8] {
    var bytes = seeds[below(seeds.count)]
    if below(16) == 0 {
      let other = seeds[below(seeds.count)]
      bytes = Array(bytes.prefix(below(bytes.count + 1)) + other.suffix(below(other.count + 1)))
    }
    for _ in 0...below(6) { change(&bytes) }
    // Else a PNG ends at the first sum that is wrong.
    return below(4) == 0 ? bytes : Damage.mended(bytes)
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  private mutating func below(_ limit: Int) -> Int { limit <= 1 ? 0 : Int(next() % UInt64(limit)) }

  private mutating func change(_ bytes: inout [UInt8]) {
    // Headers matter more than pixels: half of the damage is near the beginning.
    let range = below(2) == 0 ? min(bytes.count, 256) : bytes.count
    let index = below(range + 1)
    switch below(7) {
    case 0 where index < bytes.count: bytes[index] ^= 1 << UInt8(below(8))
    case 1 where index < bytes.count: bytes[index] = Damage.marks[below(Damage.marks.count)]
    case 2 where index < bytes.count: bytes[index] = UInt8(below(256))
    case 3: bytes.removeSubrange(index..<min(index + 1 + below(8), bytes.count))
    case 4: bytes.insert(contentsOf: (0..<below(9)).map { _ in UInt8(below(256)) }, at: index)
    case 5: bytes.insert(contentsOf: Array(bytes[index..<min(index + below(65), bytes.count)]), at: index)
    default: if below(8) == 0 { bytes.removeSubrange(index...) }
    }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  /// The PNG with the right sum behind each chunk, as far as its chunks go; other files as they are.
  private static func mended(_ file: [UInt8]) -> [UInt8] {
    var file = file
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return file }
    var start = 8
    while start + 12 <= file.count {
      let length: Int = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = start + 8 + length
      guard end + 4 <= file.count else { break }
      var sum = UInt32.max
      for byte in file[start + 4..<end] { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
      sum = ~sum
      for index in 0..<4 {
        let shift = 24 - 8 * index
        file[end + index] = UInt8(truncatingIfNeeded: sum >> shift)
      }
      start = end + 4
    }
    return file
  }
}
