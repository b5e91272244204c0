import Crypto
import Schema

/// The closed hours of a board as a member gets them, worked out anew (`Roomhub.BoardHour` states how).
struct ListedChain {
  /// Newest first, as they are listed.
  let hours: [Roomhub.BoardHour]
  /// Whether the first hour of all is among them.
  let isWhole: Bool

  /// What does not fit, in words; empty when everything does.
  ///
  /// - Parameters:
  ///   - messages: as the board shows them; those of open hours are in no chain yet.
  ///   - areAll: whether none is left out of `messages`.
  ///   - seen: the newest hour of an earlier look, and its hash.
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
    // The oldest one that is here has nothing before it, or something that is not known.
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

  /// Messages of closed hours whose text is another than the one that was hashed, or that were never hashed.
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
      // A hidden one keeps its place, without its text.
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

  /// Nil where a hash of a message is none.
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
