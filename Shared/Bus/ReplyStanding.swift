package import Schema

/// The part of its program's stream that a reply shows, for callers that keep replies.
package struct ReplyStanding: Sendable, Hashable {
  package let epoch: RawUUID
  /// The newest event that the reply may show, of the classes that change kept replies. It may be too high,
  /// never too low.
  package let newest: Int64
  /// The reply shows every event up to this number. Nil for a reply that must not be kept.
  package let shown: Int64?
  /// The time after which the reply is outdated if no event outdates it before, from the moment at which it
  /// was asked for. Nil if it does not depend on the time.
  package let valid: Duration?

  package init(epoch: RawUUID, newest: Int64, shown: Int64?, valid: Duration? = nil) {
    self.epoch = epoch
    self.newest = newest
    self.shown = shown
    self.valid = valid
  }

  /// Reads it from the header of a reply.
  init?(_ header: Header) {
    guard let epoch = header.epoch, let newest = header.sequence else { return nil }
    self.init(
      epoch: epoch, newest: newest, shown: header.shown, valid: header.validMs.map { .milliseconds($0) })
  }
}

/// The part of another program's stream that a reply shows: the program that answers asked that one.
///
///     u8   length of the program's name, name
///     16 B epoch, i64 newest, i64 shown; -1 for a reply that must not be kept
///     (then 16 B for each person whose events of that program outdate the reply)
package struct Beside: Sendable, Hashable {
  /// A reply about more people is not kept.
  package static let maxPeople = 64

  package let program: ProgramName
  package let standing: ReplyStanding
  package let people: [PersonID]

  package init(program: ProgramName, standing: ReplyStanding, people: [PersonID]) {
    self.program = program
    self.standing = standing
    self.people = people
  }

  var encoded: [UInt8] {
    var bytes = [UInt8(program.text.utf8.count)] + Array(program.text.utf8) + standing.epoch.bytes
    for number in [standing.newest, standing.shown ?? -1] {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
    for person in people.prefix(Beside.maxPeople) { bytes.append(contentsOf: person.raw.bytes) }
    return bytes
  }

  /// Returns nil for bytes that are no such part.
  init?(encoded bytes: [UInt8]) {
    guard let first = bytes.first else { return nil }
    let start = 1 + Int(first)
    guard bytes.count >= start + 32, (bytes.count - start) % 16 == 0,
      let name = String(validating: bytes[1..<start], as: UTF8.self),
      let epoch = RawUUID(bytes: bytes[start..<(start + 16)])
    else { return nil }
    func number(_ place: Int) -> Int64 {
      Int64(bitPattern: bytes[place..<(place + 8)].reduce(0) { $0 << 8 | UInt64($1) })
    }
    let shown = number(start + 24)
    program = ProgramName(name)
    standing = ReplyStanding(epoch: epoch, newest: number(start + 16), shown: shown < 0 ? nil : shown)
    people = stride(from: start + 32, to: bytes.count, by: 16).compactMap {
      RawUUID(bytes: bytes[$0..<($0 + 16)]).map { PersonID($0) }
    }
  }
}
