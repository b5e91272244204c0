/// The accounts that people deleted: ids and times, no names. It is kept beside auth's store and is in no
/// backup, so that a restore can apply the deletions since that backup again.
///
/// A file of lines. Each ends with a sum over itself and all lines before it, so a changed, missing or moved
/// line is noticed, except at the end of the file. A last line without its end was being written when the
/// machine stopped. Nothing had come of it yet, so it does not count.
package struct ErasureList: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The person is erased from all programs; nothing can cancel that.
    case erasing
    /// The account is going to be erased after its week.
    case leaving
    /// The deletion was canceled.
    case staying
  }

  /// The file's name in auth's data folder.
  package static let fileName = "erased"
  /// The limit for a file in bytes: about 800,000 lines.
  package static let maxBytes = 64 << 20
  private static let header = "Quad: deleted accounts, format 1"

  /// The bytes of the complete lines.
  package private(set) var bytes: [UInt8] = []
  private var sum = ErasureList.start
  private var last: [PersonID: Kind] = [:]

  package init() { append(ErasureList.header) }

  /// Reads a file.
  /// - Throws: `Damage` with the number of the first line that is not as it was written.
  package init(_ content: [UInt8]) throws(Damage) {
    let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.dropLast().enumerated() {
      guard let text = String(validating: line, as: UTF8.self), let cut = text.lastIndex(of: " "),
        text[text.index(after: cut)...] == ErasureList.hex(ErasureList.add(text[..<cut], to: sum))
      else { throw Damage(line: index + 1) }
      try read(text[..<cut], at: index)
      append(String(text[..<cut]))
    }
    guard !bytes.isEmpty else { throw Damage(line: 1) }
  }

  private mutating func read(_ text: Substring, at index: Int) throws(Damage) {
    guard index > 0 else {
      guard text == ErasureList.header else { throw Damage(line: 1) }
      return
    }
    let words = text.split(separator: " ")
    guard words.count == 3, Instant(String(words[0])) != nil, let kind = Kind(rawValue: String(words[1])),
      let person = RawUUID(String(words[2]))
    else { throw Damage(line: index + 1) }
    last[PersonID(person)] = kind
  }

  /// Adds a line. `bytes` then ends with it.
  package mutating func add(_ kind: Kind, _ person: PersonID, at now: Instant) {
    append("\(now) \(kind.rawValue) \(person)")
    last[person] = kind
  }

  /// The last line about a person; nil without one.
  package func last(of person: PersonID) -> Kind? { last[person] }

  package func people(_ kind: Kind) -> [PersonID] { last.filter { $0.value == kind }.map(\.key) }

  private mutating func append(_ text: String) {
    sum = ErasureList.add(text[...], to: sum)
    bytes += Array("\(text) \(ErasureList.hex(sum))\n".utf8)
  }

  /// FNV-1a, 64 bits: against accidents, not against people.
  private static let start: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func add(_ text: Substring, to sum: UInt64) -> UInt64 {
    text.utf8.reduce(sum) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  private static func hex(_ sum: UInt64) -> String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  package struct Damage: Error {
    package let line: Int
  }
}

/// A list of deleted accounts that is damaged, in words for an operator.
package struct ErasureDamage: Error, CustomStringConvertible {
  package let path: String
  package let line: Int

  package init(_ path: String, _ damage: ErasureList.Damage) {
    self.path = path
    line = damage.line
  }

  package var description: String {
    "\(path) is damaged at line \(line): it lists the accounts that a restore has to delete again. Put an "
      + "intact copy back. If there is none, rename the file and make a new backup: a restore of an older "
      + "one brings back accounts that were deleted since."
  }
}
