import Crypto
import Schema

/// The closed hours of a board as a member gets them, for recomputing (`Roomhub.BoardHour` defines the hash).
struct ListedChain {
  /// The hours, newest first, as in the list.
  let hours: [Roomhub.BoardHour]
  /// True if the very first hour of the board is included.
  let isWhole: Bool

  /// The mismatches, in words; empty if everything matches.
  ///
  /// - Parameters:
  ///   - messages: as the board shows them; those of open hours are in no chain yet.
  ///   - areAll: true if `messages` is complete.
  ///   - seen: the newest hour of an earlier check, and its hash.
  func findings(
    _ messages: [Roomhub.Message], areAll: Bool, seen: (hour: Instant, hash: String)?
  ) -> [String] {
    var findings = brokenLinks()
    if let seen {
      let now = hours.first { $0.hour == seen.hour }
      if now == nil {
        findings.append("\(seen.hour): this hour was seen the last time and is gone")
      } else if now?.hash != seen.hash {
        findings.append("\(seen.hour): the hash is another than the last time")
      }
    }
    return findings + strayTexts(messages, areAll)
  }

  private func brokenLinks() -> [String] {
    var findings: [String] = []
    // The hash before the oldest hour is unknown, unless the chain is complete.
    var previous: [UInt8]? = isWhole ? [UInt8](repeating: 0, count: 32) : nil
    for hour in hours.reversed() {
      if let before = previous, ListedChain.hash(of: hour, after: before) != Base64URL.decode(hour.hash) {
        findings.append("\(hour.hour): the messages do not give the hash")
      }
      previous = Base64URL.decode(hour.hash)
    }
    for (newer, older) in zip(hours, hours.dropFirst()) where newer.hour <= older.hour {
      findings.append("\(newer.hour): the hours are not in order")
    }
    return findings
  }

  /// Messages of closed hours whose text differs from the hashed one, or that were never hashed.
  private func strayTexts(_ messages: [Roomhub.Message], _ areAll: Bool) -> [String] {
    guard let newest = hours.first?.hour, let oldest = hours.last?.hour else { return [] }
    var hashes: [MessageID: (hour: Instant, text: String)] = [:]
    for hour in hours { for message in hour.messages { hashes[message.id] = (hour.hour, message.text) } }
    var findings: [String] = []
    for message in messages where message.hour <= newest && message.hour >= oldest {
      guard let hash = hashes[message.id] else {
        findings.append("\(message.hour): message \(message.id) was put in later")
        continue
      }
      if hash.hour != message.hour {
        findings.append("\(message.hour): message \(message.id) was moved here from \(hash.hour)")
      }
      // A hidden message stays in the list without its text.
      guard let text = message.text else { continue }
      if Base64URL.encode(BLAKE2b.hash(Array(text.utf8))) != hash.text {
        findings.append("\(message.hour): message \(message.id) was changed")
      }
    }
    guard areAll else { return findings }
    let shown = Set(messages.map(\.id))
    for id in hashes.keys where !shown.contains(id) { findings.append("message \(id) was taken out") }
    return findings
  }

  /// The hash of an hour; nil if a message's hash is invalid.
  static func hash(of hour: Roomhub.BoardHour, after previous: [UInt8]) -> [UInt8]? {
    var bytes = previous
    let bits = UInt64(bitPattern: hour.hour.milliseconds)
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    for message in hour.messages.sorted(by: { $0.id.description < $1.id.description }) {
      guard let text = Base64URL.decode(message.text), text.count == 32 else { return nil }
      bytes += message.id.raw.bytes + text
    }
    return BLAKE2b.hash(bytes)
  }
}
