import TestSupport

extension Seeded {
  fileprivate mutating func below(_ limit: Int) -> Int {
    limit <= 1 ? 0 : Int.random(in: 0..<limit, using: &self)
  }
}

/// Small damage to bytes; sometimes two seeds crossed.
struct Mutation {
  static let maxBytes = 4096
  private static let marks: [UInt8] = [
    0, 1, 0x22, 0x25, 0x2E, 0x3B, 0x3D, 0x5C, 0x7B, 0x7F, 0x80, 0xFE, 0xFF,
  ]

  var chance: Seeded

  mutating func damaged(_ seeds: [[UInt8]]) -> [UInt8] {
    var bytes = seeds[chance.below(seeds.count)]
    if chance.below(8) == 0 {
      let other = seeds[chance.below(seeds.count)]
      bytes = Array(bytes.prefix(chance.below(bytes.count + 1)) + other.suffix(chance.below(other.count + 1)))
    }
    for _ in 0...chance.below(5) { change(&bytes) }
    return Array(bytes.prefix(Mutation.maxBytes))
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = chance.below(bytes.count + 1)
    switch chance.below(7) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(chance.below(8))
    case 1 where place < bytes.count: bytes[place] = Mutation.marks[chance.below(Mutation.marks.count)]
    case 2 where place < bytes.count: bytes[place] = UInt8(chance.below(256))
    case 3: bytes.removeSubrange(place..<min(place + 1 + chance.below(8), bytes.count))
    case 4: bytes.insert(contentsOf: (0..<chance.below(9)).map { _ in UInt8(chance.below(256)) }, at: place)
    case 5:
      let part = Array(bytes[place..<min(place + chance.below(33), bytes.count)])
      bytes.insert(contentsOf: part, at: place)
    default: bytes.removeSubrange(place..<(chance.below(4) == 0 ? bytes.count : place))
    }
  }
}
