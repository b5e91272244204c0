import Crypto
import Schema

/// A reader's position on the live stream: for each program that is followed, the newest event that the
/// reader needn't get again. Programs number their events themselves, so a position means the same at every
/// gateway of a site and after a restart.
struct LivePosition: Equatable, Sendable {
  struct Head: Equatable, Sendable {
    /// The first 32 bits of the epoch: numbers of another epoch say nothing.
    let epoch: UInt32
    var sequence: Int64

    init(_ epoch: RawUUID, _ sequence: Int64) {
      self.init(epoch: UInt32(truncatingIfNeeded: epoch.high >> 32), sequence: sequence)
    }

    fileprivate init(epoch: UInt32, sequence: Int64) {
      self.epoch = epoch
      self.sequence = sequence
    }
  }

  /// By program, in the order of the site's programs; nil before the first contact.
  var heads: [Head?]

  init(programs count: Int) { heads = Array(repeating: nil, count: count) }

  /// Each head as 4 bytes of its epoch, 0 for no head, and its number, seven bits a byte. Least significant
  /// first.
  fileprivate var encoded: [UInt8] {
    var bytes: [UInt8] = []
    for head in heads {
      let epoch = head?.epoch ?? 0
      for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: epoch >> shift)) }
      var rest = UInt64(max(head?.sequence ?? 0, 0))
      while rest >= 128 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }
    return bytes
  }

  fileprivate init?(encoded bytes: [UInt8], programs count: Int) {
    var rest = bytes[...]
    heads = []
    for _ in 0..<count {
      guard rest.count > 4 else { return nil }
      let epoch = rest.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      rest = rest.dropFirst(4)
      var sequence: Int64 = 0
      var shift: Int64 = 0
      while let byte = rest.popFirst() {
        sequence |= Int64(byte & 127) << shift
        shift += 7
        if byte < 128 { break }
        guard shift < 63 else { return nil }
      }
      heads.append(epoch == 0 ? nil : Head(epoch: epoch, sequence: sequence))
    }
    guard rest.isEmpty else { return nil }
  }

  var isComplete: Bool { !heads.contains { $0 == nil } }

  /// With the heads of another position where this one has none.
  func filled(from other: LivePosition) -> LivePosition {
    var filled = self
    for (index, head) in other.heads.enumerated() where heads[index] == nil { filled.heads[index] = head }
    return filled
  }

  /// The position of a reader that has what both have. A program whose epochs differ has none.
  func lowest(_ other: LivePosition) -> LivePosition {
    var lowest = self
    for (index, (mine, theirs)) in zip(heads, other.heads).enumerated() {
      guard let mine, let theirs, mine.epoch == theirs.epoch else {
        lowest.heads[index] = nil
        continue
      }
      lowest.heads[index]?.sequence = min(mine.sequence, theirs.sequence)
    }
    return lowest
  }
}

/// The ids of the live stream: positions, sealed with a key that all gateways of a site have. Numbers of
/// events would tell a reader how much happens in other rooms, and when.
struct LiveIDs: Sendable {
  /// The limit on ids that a reader may send. It fetched so many replies at most before its stream began.
  static let maxCount = 16

  private let key: SecretKey
  private let count: Int

  /// - Parameter secret: of the gateway, the same for all its instances.
  init(secret: String, programs count: Int) {
    key = SecretKey(parts: [Array("live ids".utf8), Array(secret.utf8)])
    self.count = count
  }

  func text(of position: LivePosition) -> String {
    Base64URL.encode(SecretBox.seal(position.encoded, key: key))
  }

  /// The position of a reader with all of these ids, separated by commas; nil if one is none of ours.
  func position(of text: String) -> LivePosition? {
    let texts = text.split(separator: ",", maxSplits: LiveIDs.maxCount, omittingEmptySubsequences: false)
    guard texts.count <= LiveIDs.maxCount else { return nil }
    var lowest: LivePosition?
    for text in texts {
      guard let sealed = Base64URL.decode(String(text)), let bytes = SecretBox.open(sealed, key: key),
        let position = LivePosition(encoded: bytes, programs: count)
      else { return nil }
      lowest = lowest?.lowest(position) ?? position
    }
    return lowest
  }
}
