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
///
/// A reply has a part for each program that it shows: the one that gave it, and those that one asked. All of
/// this holds for each part. A reply that the time changes ends when its program said, counted from before it
/// was asked.
struct KeptReplies: Sendable {
  /// The silence after which a program's replies are not used. Each program sends a heartbeat every second.
  static let silence = Duration.seconds(3)
  static let maxPeople = 32_768
  static let maxPerPerson = 16
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
    /// The entity tag, without quotes.
    let tag: String
  }

  private struct Entry: Sendable {
    let kept: Kept
    let parts: [Beside]
    let ends: ContinuousClock.Instant?

    /// True if an event of a program to this person outdates it.
    func isOutdated(by sequence: Int64, of program: ProgramName, to person: PersonID) -> Bool {
      parts.contains { part in
        part.program == program && (part.standing.shown ?? -1) < sequence && part.people.contains(person)
      }
    }

    func shows(_ program: ProgramName) -> Bool { parts.contains { $0.program == program } }

    func others(than person: PersonID) -> Set<PersonID> {
      Set(parts.flatMap(\.people)).subtracting([person])
    }
  }

  /// The person and the request of a reply.
  private struct Slot: Hashable, Sendable {
    let person: PersonID
    let key: Key
  }

  /// An event that changes replies.
  private struct Change: Sendable {
    let sequence: Int64
    let subjects: Set<String>
    let audience: Audience

    func concerns(_ part: Beside, _ subject: String) -> Bool {
      guard subjects.contains(subject) else { return false }
      if case .people(let people) = audience { return part.people.contains(where: people.contains) }
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
    /// That epoch, and the newest event of it that anybody may have been shown. The stream may come to it.
    var other: (epoch: RawUUID, awaited: Int64)?
    var recent: [Change] = []
    /// Every change after this number is in `recent`.
    var recentFrom: Int64 = 0
  }

  private struct Own: Sendable {
    let person: PersonID
    var entries: [Key: Entry] = [:]
    /// The time at which the newest of them was kept.
    var at: ContinuousClock.Instant
  }

  private var streams: [ProgramName: Stream] = [:]
  private var people = LRUCache<PersonID, Own>(limit: KeptReplies.maxPeople)
  /// The replies to others that show a person.
  private var showing: [PersonID: Set<Slot>] = [:]
  private(set) var bytes = 0
  private(set) var count = 0

  /// The number of people whose replies had to make room for others.
  private(set) var evicted = 0

  /// A reply that is as good as a new one.
  /// - Parameter seen: what the person's client saw of the programs' streams.
  mutating func reply(
    to person: PersonID, _ key: Key, seen: [SeenMark] = [], at now: ContinuousClock.Instant
  ) -> Kept? {
    guard let entry = people[person]?.entries[key], entry.ends.map({ now < $0 }) ?? true else { return nil }
    for part in entry.parts {
      guard let stream = streams[part.program], let position = stream.position, isSure(stream, now),
        position >= stream.awaited,
        seen.allSatisfy({ $0.program != part.program || $0.isWithin(position, of: stream.epoch) })
      else { return nil }
    }
    return entry.kept
  }

  /// Notes what a reply shows of a program, before anybody gets to see it.
  mutating func note(_ standing: ReplyStanding, of program: ProgramName, at now: ContinuousClock.Instant) {
    var stream = streams[program] ?? Stream()
    if let epoch = stream.epoch, epoch != standing.epoch {
      drop(program)
      stream.doubtedUntil = now.advanced(by: KeptReplies.silence)
      let earlier = stream.other.flatMap { $0.epoch == standing.epoch ? $0.awaited : nil }
      stream.other = (standing.epoch, max(earlier ?? 0, standing.newest))
    } else {
      stream.epoch = standing.epoch
      stream.awaited = max(stream.awaited, standing.newest)
    }
    streams[program] = stream
  }

  /// Keeps a reply, unless an event that it doesn't show may have changed it.
  /// - Parameter parts: of the program that gave it, and of those that one asked.
  /// - Parameter asked: a time before it was made.
  mutating func keep(
    _ kept: Kept, for person: PersonID, _ key: Key, _ parts: [Beside], asked: ContinuousClock.Instant,
    at now: ContinuousClock.Instant
  ) {
    guard kept.body.count <= KeptReplies.maxBody, parts.allSatisfy({ isCurrent($0, key.subject, now) })
    else { return }
    let valid = parts.compactMap(\.standing.valid).min()
    set(Entry(kept: kept, parts: parts, ends: valid.map { asked.advanced(by: $0) }), key, person, at: now)
  }

  /// True if no event that the part doesn't show may have changed the reply.
  private func isCurrent(_ part: Beside, _ subject: String, _ now: ContinuousClock.Instant) -> Bool {
    guard let shown = part.standing.shown, let stream = streams[part.program], stream.position != nil,
      stream.epoch == part.standing.epoch, isSure(stream, now), shown >= stream.recentFrom
    else { return false }
    return !stream.recent.reversed().prefix(while: { $0.sequence > shown })
      .contains(where: { $0.concerns(part, subject) })
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
    case .people(let changed):
      for person in changed {
        for place in places(showing: person) where subjects.contains(place.key.subject) {
          drop(place) { $0.isOutdated(by: sequence, of: program, to: person) }
        }
      }
    // Who is concerned is not told.
    case .everyone, .programs: drop(program, subjects)
    }
  }

  /// The replies to a person, and those to others that show the person.
  private mutating func places(showing person: PersonID) -> [Slot] {
    (people[person]?.entries.keys.map { Slot(person: person, key: $0) } ?? [])
      + (showing[person].map(Array.init) ?? [])
  }

  /// Records that a program's stream is alive and has been applied up to a position.
  mutating func heard(_ program: ProgramName, at position: StreamPosition, _ now: ContinuousClock.Instant) {
    var stream = streams.removeValue(forKey: program) ?? Stream()
    if stream.epoch != position.epoch {
      if stream.epoch != nil { drop(program) }
      let awaited = stream.other.flatMap { $0.epoch == position.epoch ? $0.awaited : nil }
      stream = Stream(epoch: position.epoch, awaited: awaited ?? 0)
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
    var own = people[person] ?? Own(person: person, at: now)
    if own.entries.count >= KeptReplies.maxPerPerson, own.entries[key] == nil {
      for (key, entry) in own.entries { forget(entry, Slot(person: person, key: key)) }
      own.entries = [:]
    }
    let place = Slot(person: person, key: key)
    if let earlier = own.entries[key] { forget(earlier, place) }
    own.entries[key] = entry
    own.at = now
    count += 1
    bytes += entry.kept.body.count
    for other in entry.others(than: person) { showing[other, default: []].insert(place) }
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
    for own in dropped {
      for (key, entry) in own.entries { forget(entry, Slot(person: own.person, key: key)) }
    }
  }

  /// Drops a reply if it matches.
  private mutating func drop(_ place: Slot, where matches: (Entry) -> Bool = { _ in true }) {
    guard var own = people[place.person], let entry = own.entries[place.key], matches(entry) else { return }
    own.entries[place.key] = nil
    people[place.person] = own.entries.isEmpty ? nil : own
    forget(entry, place)
  }

  /// Drops the replies that show a program, or of those the ones with these subjects.
  private mutating func drop(_ program: ProgramName, _ subjects: Set<String>? = nil) {
    let places = people.entries.flatMap { person, own in
      own.entries.compactMap { key, entry -> Slot? in
        guard entry.shows(program), subjects?.contains(key.subject) ?? true else { return nil }
        return Slot(person: person, key: key)
      }
    }
    for place in places { drop(place) }
  }

  private mutating func forget(_ entry: Entry, _ place: Slot) {
    count -= 1
    bytes -= entry.kept.body.count
    for other in entry.others(than: place.person) {
      showing[other]?.remove(place)
      if showing[other]?.isEmpty ?? false { showing[other] = nil }
    }
  }
}
