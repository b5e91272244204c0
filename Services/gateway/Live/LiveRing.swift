import Schema

/// The events that the live stream keeps for readers who come back.
///
/// For two minutes an event is kept whoever it is for, because its reader may come from another gateway, from
/// before a restart, or with the id of a reply. Later it stays only for people who have had a stream here
/// within the last hour. Nobody else can resume it; so the ring has none of it but a note that it was there,
/// and somebody who does come back with an older id is reset.
struct LiveRing: Sendable {
  static let maxEvents = 100_000
  static let keptForAll = Duration.seconds(120)
  static let keptForReaders = Duration.seconds(3600)
  /// The bytes of an event beside its body.
  static let overhead = 128

  struct Entry: Sendable {
    let topic: String
    let audience: Audience
    let body: [UInt8]
    /// The index of its program.
    let program: Int
    let sequence: Int64
    /// The scope that a token needs to receive the event: the read scope of its program.
    let scope: UInt32
    let arrived: ContinuousClock.Instant

    init(_ event: LiveStream.Event, of program: Int, at time: ContinuousClock.Instant = .now) {
      topic = event.topic
      audience = event.audience
      body = event.body
      sequence = event.sequence
      self.program = program
      let owner = ProgramName(of: topic)
      scope = TokenScope.standard(of: owner, .signedIn, .reads)?.bit ?? TokenScope.sessionBit
      arrived = time
    }

    fileprivate var bytes: Int { body.count + LiveRing.overhead }

    fileprivate func isSeen(by person: PersonID, _ scopes: UInt32) -> Bool {
      guard scopes & scope != 0 else { return false }
      return switch audience {
      case .people(let people): people.contains(person)
      case .everyone: true
      case .programs: false
      }
    }
  }

  /// Oldest first.
  private var entries: [Entry] = []
  /// Of bodies and bookkeeping.
  private(set) var bytes = 0
  private let maxBytes: Int
  /// For each program, the number after which every event is here or forgotten.
  private var floors: [Int64]
  /// For each program, the number of its last event here, or a later one.
  private var lasts: [Int64]
  private var forgotten = ForgottenEvents()

  init(programs count: Int, maxBytes: Int) {
    floors = Array(repeating: 0, count: count)
    lasts = floors
    self.maxBytes = maxBytes
  }

  var count: Int { entries.count }

  mutating func append(_ entry: Entry) {
    add(entry)
    trim()
  }

  /// Begins anew with a program.
  /// - Parameter floor: the number after which `events` has every event of it.
  mutating func begin(_ program: Int, after floor: Int64, with events: [Entry]) {
    entries.removeAll { $0.program == program }
    bytes = entries.reduce(0) { $0 + $1.bytes }
    floors[program] = floor
    lasts[program] = floor
    forgotten.drop(program)
    for event in events { add(event) }
    trim()
  }

  /// The events that a reader with that position missed, within the limits of what a feed takes at once. Nil
  /// if that is more, or not known any more.
  /// - Parameter heads: the newest events of the programs that are followed.
  func missed(
    after last: LivePosition, upTo heads: [LivePosition.Head?], by person: PersonID, _ scopes: UInt32
  ) -> [Entry]? {
    // The number after which the reader needs the events of each program.
    var wanted: [Int64] = []
    for (program, head) in heads.enumerated() {
      // Of a program that is not followed yet it hears later.
      guard let head else {
        wanted.append(.max)
        continue
      }
      guard let had = last.heads[program], had.epoch == head.epoch, had.sequence >= floors[program],
        had.sequence >= forgotten.newest(of: program, for: person)
      else { return nil }
      wanted.append(had.sequence)
    }
    var open = zip(lasts, wanted).count { $0 > $1 }
    var found: [Entry] = []
    var bytes = 0
    // Most readers missed little, so from the end, until every program's last known event was passed.
    for entry in entries.reversed() {
      guard open > 0 else { break }
      let after = wanted[entry.program]
      if after == .max { continue }
      if entry.sequence > after {
        guard entry.isSeen(by: person, scopes) else { continue }
        bytes += entry.body.count + 256
        guard found.count < LiveStream.maxMissed, bytes <= LiveStream.maxMissedBytes else { return nil }
        found.append(entry)
      } else {
        wanted[entry.program] = .max
        open -= lasts[entry.program] > after ? 1 : 0
      }
    }
    return found.reversed()
  }

  /// Forgets the events from before `limit` that only concern people who don't read.
  mutating func forget(before limit: ContinuousClock.Instant, unless reads: (PersonID) -> Bool) {
    guard let first = entries.first, first.arrived < limit else { return }
    var kept: [Entry] = []
    for (index, entry) in entries.enumerated() {
      guard entry.arrived < limit else {
        kept += entries[index...]
        break
      }
      guard case .people(let people) = entry.audience, !people.contains(where: reads) else {
        kept.append(entry)
        continue
      }
      bytes -= entry.bytes
      for person in people {
        forgotten.note(entry.sequence, of: entry.program, for: person, raising: &floors)
      }
    }
    guard kept.count < entries.count else { return }
    entries = kept
    lasts = floors
    for entry in entries { lasts[entry.program] = max(lasts[entry.program], entry.sequence) }
  }

  private mutating func add(_ entry: Entry) {
    entries.append(entry)
    bytes += entry.bytes
    lasts[entry.program] = entry.sequence
  }

  private mutating func trim() {
    guard entries.count > LiveRing.maxEvents || bytes > maxBytes else { return }
    // Removes a quarter at once, so that the cost of moving the rest is spread over many events.
    let count = entries.count / 4 + 1
    for entry in entries.prefix(count) {
      bytes -= entry.bytes
      floors[entry.program] = max(floors[entry.program], entry.sequence)
    }
    entries.removeFirst(count)
  }
}

/// For each person and program, the number of the newest event that the ring has forgotten. An id from before
/// it is no place to go on from.
struct ForgottenEvents: Sendable {
  /// The limit on each of the two halves, about 4 MB.
  static let maxCount = 65_536

  private struct Key: Hashable {
    let person: PersonID
    let program: Int
  }

  private var young: [Key: Int64] = [:]
  private var old: [Key: Int64] = [:]

  /// Notes an event. Beyond the limit the older half goes.
  /// - Parameter floors: by program, the numbers before which no id is good; they rise to what goes.
  mutating func note(
    _ sequence: Int64, of program: Int, for person: PersonID, raising floors: inout [Int64]
  ) {
    // An older event may go later, when the last of its readers has left.
    young[Key(person: person, program: program)] = max(sequence, newest(of: program, for: person))
    guard young.count >= ForgottenEvents.maxCount else { return }
    for (key, sequence) in old { floors[key.program] = max(floors[key.program], sequence) }
    old = young
    young = [:]
  }

  func newest(of program: Int, for person: PersonID) -> Int64 {
    let key = Key(person: person, program: program)
    return young[key] ?? old[key] ?? 0
  }

  /// Drops what is known of a program, whose numbers begin anew.
  mutating func drop(_ program: Int) {
    young = young.filter { $0.key.program != program }
    old = old.filter { $0.key.program != program }
  }
}
