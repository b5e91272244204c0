import Bus
import Schema
import ServiceKit

/// Replies that programs gave to people, kept until an event says that they may be outdated. Pure: no I/O, no
/// clock.
///
/// A kept reply is as good as a new one. Its program's stream was heard within `silence`, and no event up to
/// the position reached there has changed it, so it shows the state at that position. Nothing newer has been
/// shown to anyone through this gateway: each reply of the program, to a read or a write, names the newest
/// event that it may show, and no kept reply is used until the stream has reached that event. So whoever
/// reads after a write was acknowledged reads the write, and nobody reads something older than anybody read
/// before.
struct KeptReplies: Sendable {
  /// The silence after which a program's replies are not used. Each program sends a heartbeat every second.
  static let silence = Duration.seconds(3)
  static let maxPeople = 32_768
  static let maxPerPerson = 8
  /// Replies that were kept so long ago are dropped when nobody asks for them.
  static let lifetime = Duration.seconds(300)
  /// The limit for all bodies together.
  static let maxBytes = 64 * 1024 * 1024
  /// A larger body is not kept.
  static let maxBody = 256 * 1024
  /// The recent events that are remembered for replies on their way.
  static let maxRecent = 2_048

  /// A person's request.
  struct Key: Hashable, Sendable {
    let subject: String
    let params: [Header.Param]
    let roles: Set<SiteRole>
  }

  struct Kept: Sendable {
    let body: [UInt8]
    let status: Int
    /// The entity tag, without quotes.
    let tag: String
  }

  private struct Entry: Sendable {
    let kept: Kept
    let program: ProgramName
    /// It shows every event up to this number.
    let shown: Int64
  }

  /// An event that changes replies.
  private struct Change: Sendable {
    let sequence: Int64
    let subjects: Set<String>
    let audience: Audience

    func concerns(_ person: PersonID, _ subject: String) -> Bool {
      guard subjects.contains(subject) else { return false }
      if case .people(let people) = audience { return people.contains(person) }
      return true
    }
  }

  private struct Stream: Sendable {
    var epoch: RawUUID?
    /// The events up to it were applied; nil before the stream begins.
    var position: Int64?
    var heard: ContinuousClock.Instant?
    /// The newest event that anybody may have been shown.
    var awaited: Int64 = 0
    /// A reply came from another epoch: nothing is kept or used until then.
    var doubtedUntil: ContinuousClock.Instant?
    var recent: [Change] = []
    /// Every change after this number is in `recent`.
    var recentFrom: Int64 = 0
  }

  private struct Own: Sendable {
    var entries: [Key: Entry] = [:]
    /// The time at which the newest of them was kept.
    var at: ContinuousClock.Instant
  }

  private var streams: [ProgramName: Stream] = [:]
  private var people = LRUCache<PersonID, Own>(limit: KeptReplies.maxPeople)
  private(set) var bytes = 0
  private(set) var count = 0

  /// The number of people whose replies had to make room for others.
  private(set) var evicted = 0

  /// A reply that is as good as a new one.
  /// - Parameter seen: what the person's client saw of the program's stream.
  mutating func reply(
    to person: PersonID, _ key: Key, of program: ProgramName, seen: SeenMark?,
    at now: ContinuousClock.Instant
  ) -> Kept? {
    guard let stream = streams[program], let position = stream.position, isSure(stream, now),
      position >= stream.awaited, seen?.isWithin(position, of: stream.epoch) ?? true
    else { return nil }
    return people[person]?.entries[key]?.kept
  }

  /// Notes what a reply shows, before anybody gets to see it.
  mutating func note(_ standing: ReplyStanding, of program: ProgramName, at now: ContinuousClock.Instant) {
    var stream = streams[program] ?? Stream()
    if let epoch = stream.epoch, epoch != standing.epoch {
      drop(program)
      stream.doubtedUntil = now.advanced(by: KeptReplies.silence)
    } else {
      stream.epoch = standing.epoch
      stream.awaited = max(stream.awaited, standing.newest)
    }
    streams[program] = stream
  }

  /// Keeps a reply, unless an event that it doesn't show may have changed it.
  mutating func keep(
    _ kept: Kept, for person: PersonID, _ key: Key, of program: ProgramName, _ standing: ReplyStanding,
    at now: ContinuousClock.Instant
  ) {
    guard let shown = standing.shown, kept.body.count <= KeptReplies.maxBody,
      let stream = streams[program], stream.position != nil, stream.epoch == standing.epoch,
      isSure(stream, now), shown >= stream.recentFrom,
      !stream.recent.reversed().prefix(while: { $0.sequence > shown })
        .contains(where: { $0.concerns(person, key.subject) })
    else { return }
    set(Entry(kept: kept, program: program, shown: shown), key, person, at: now)
  }

  private func isSure(_ stream: Stream, _ now: ContinuousClock.Instant) -> Bool {
    guard let heard = stream.heard, now - heard < KeptReplies.silence else { return false }
    return stream.doubtedUntil.map { now >= $0 } ?? true
  }

  /// Applies the next event of a program's stream.
  mutating func apply(_ topic: String, _ audience: Audience, sequence: Int64, of program: ProgramName) {
    guard let subjects = Catalogue.changedSubjects[topic] else { return }
    var stream = streams.removeValue(forKey: program) ?? Stream()
    if stream.recent.count >= KeptReplies.maxRecent {
      let half = KeptReplies.maxRecent / 2
      stream.recentFrom = stream.recent[half - 1].sequence
      stream.recent.removeFirst(half)
    }
    stream.recent.append(Change(sequence: sequence, subjects: subjects, audience: audience))
    streams[program] = stream
    switch audience {
    case .people(let changed): for person in changed { drop(subjects, of: person, before: sequence) }
    // Who is concerned is not told.
    case .everyone, .programs: drop(program)
    }
  }

  /// Records that a program's stream is alive and has been applied up to a position.
  mutating func heard(_ program: ProgramName, at position: StreamPosition, _ now: ContinuousClock.Instant) {
    var stream = streams.removeValue(forKey: program) ?? Stream()
    if stream.epoch != position.epoch {
      if stream.epoch != nil { drop(program) }
      stream = Stream(epoch: position.epoch)
    }
    if stream.position == nil {
      stream.recent = []
      stream.recentFrom = position.sequence
    }
    stream.position = position.sequence
    stream.heard = now
    streams[program] = stream
    dropOldest { now - $0.at >= KeptReplies.lifetime }
  }

  /// Records that a program's events up to an unknown one were missed.
  mutating func started(_ program: ProgramName) {
    drop(program)
    streams[program]?.position = nil
  }

  private mutating func set(
    _ entry: Entry, _ key: Key, _ person: PersonID, at now: ContinuousClock.Instant
  ) {
    var own = people[person] ?? Own(at: now)
    if own.entries.count >= KeptReplies.maxPerPerson, own.entries[key] == nil {
      forget(own.entries)
      own.entries = [:]
    }
    if let earlier = own.entries[key] { forget([key: earlier]) }
    own.entries[key] = entry
    own.at = now
    count += 1
    bytes += entry.kept.body.count
    if people.count >= KeptReplies.maxPeople, people[person] == nil { makeRoom() }
    people[person] = own
    while bytes > KeptReplies.maxBytes, !people.isEmpty { makeRoom() }
  }

  private mutating func makeRoom() {
    evicted += 1
    dropOldest(1)
  }

  /// Drops the replies of people who did not ask for the longest time, as long as they match.
  private mutating func dropOldest(_ limit: Int = .max, while matches: (Own) -> Bool = { _ in true }) {
    var dropped: [Own] = []
    people.removeOldest { own in
      guard dropped.count < limit, matches(own) else { return false }
      dropped.append(own)
      return true
    }
    for own in dropped { forget(own.entries) }
  }

  private mutating func drop(_ subjects: Set<String>, of person: PersonID, before sequence: Int64) {
    guard var own = people[person] else { return }
    let outdated = own.entries.filter { subjects.contains($0.key.subject) && $0.value.shown < sequence }
    guard !outdated.isEmpty else { return }
    for key in outdated.keys { own.entries[key] = nil }
    forget(outdated)
    people[person] = own.entries.isEmpty ? nil : own
  }

  private mutating func drop(_ program: ProgramName) {
    var left: [(PersonID, Own)] = []
    for (person, own) in people.entries {
      var own = own
      own.entries = own.entries.filter { $0.value.program != program }
      if !own.entries.isEmpty { left.append((person, own)) }
    }
    people.removeAll()
    (count, bytes) = (0, 0)
    for (person, own) in left {
      people[person] = own
      count += own.entries.count
      bytes += own.entries.values.reduce(0) { $0 + $1.kept.body.count }
    }
  }

  private mutating func forget(_ entries: [Key: Entry]) {
    count -= entries.count
    for entry in entries.values { bytes -= entry.kept.body.count }
  }
}

/// The mark of what a client saw of a program's stream: `roomhub.1f0c93ab.1234`, the program, the beginning
/// of its epoch and the number. It comes with the reply to a write, and the client's next reads carry it, so
/// that another gateway does not answer with something older.
struct SeenMark: Hashable, Sendable {
  static let header = "Quad-Seen"

  let program: ProgramName
  let epoch: String
  let sequence: Int64

  init(_ standing: ReplyStanding, of program: ProgramName) {
    self.program = program
    epoch = SeenMark.beginning(of: standing.epoch)
    sequence = standing.newest
  }

  /// The mark of a program in a header that may hold several, with commas; nil without one.
  init?(of program: ProgramName, in text: String) {
    let marks = text.split(separator: ",").map { $0.drop { $0 == " " }.split(separator: ".") }
    guard let own = marks.first(where: { $0.first.map(String.init) == program.text }), own.count == 3,
      let sequence = Int64(own[2])
    else { return nil }
    self.program = program
    epoch = String(own[1])
    self.sequence = sequence
  }

  var text: String { "\(program).\(epoch).\(sequence)" }

  func isWithin(_ position: Int64, of epoch: RawUUID?) -> Bool {
    sequence <= position && epoch.map(SeenMark.beginning) == self.epoch
  }

  private static func beginning(of epoch: RawUUID) -> String { String(epoch.description.prefix(8)) }
}
