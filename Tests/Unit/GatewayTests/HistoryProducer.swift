import Bus
import Schema
import ServiceKit
import TestSupport

@testable import gateway

/// A program of the model: its stream, the wire from it, and the gateway's place in it.
struct HistoryProducer {
  /// An event.
  struct Told {
    let topic: String
    let audience: [PersonID]
  }

  enum Signal {
    case event(Int64, before: Int64, epoch: RawUUID)
    case heartbeat(head: Int64, newest: Int64, epoch: RawUUID)
  }

  let name: ProgramName
  let classes: [String]
  private(set) var epoch: RawUUID
  private(set) var stream: [Told] = []
  private var heads = StreamHeads(others: 0)
  private var retainedFrom: Int64 = 1
  var wire: [Signal] = []
  var position = StreamPosition()
  private(set) var (replays, gaps) = (0, 0)

  init(_ name: ProgramName, number: UInt64) {
    self.name = name
    classes = Catalogue.changingClasses(of: name)
    epoch = RawUUID(high: number << 32, low: 1)
    beat()
  }

  var head: Int64 { Int64(stream.count) }

  func standing(shown: Int64?, valid: Duration? = nil) -> ReplyStanding {
    ReplyStanding(epoch: epoch, newest: heads.newest(of: classes), shown: shown, valid: valid)
  }

  mutating func publish(_ told: Told) {
    let before = heads.newest(of: classes)
    stream.append(told)
    heads.set(TopicClass.of(told.topic), to: head)
    if follows(told.topic) { wire.append(.event(head, before: before, epoch: epoch)) }
  }

  mutating func beat() {
    wire.append(.heartbeat(head: head, newest: heads.newest(of: classes), epoch: epoch))
  }

  private func follows(_ topic: String) -> Bool { classes.contains(TopicClass.of(topic)) }

  /// It reads the newest few events, perhaps drops the oldest, and perhaps begins another epoch.
  mutating func restart(_ random: inout Seeded) {
    wire = []
    if Int.random(in: 0..<4, using: &random) == 0 {
      epoch = RawUUID(high: epoch.high &+ 1 << 40, low: 1)
      stream = []
      retainedFrom = 1
    }
    if Bool.random(using: &random) {
      retainedFrom = Int64.random(in: retainedFrom...(head + 1), using: &random)
    }
    let first = max(head - 2, retainedFrom)
    heads = StreamHeads(others: first - 1)
    if first <= head {
      for number in first...head { heads.set(TopicClass.of(stream[Int(number) - 1].topic), to: number) }
    }
    beat()
  }

  /// The gateway has restarted.
  mutating func begin() {
    wire = []
    position = StreamPosition()
    beat()
  }

  /// The gateway's subscriber takes a signal.
  mutating func hear(_ signal: Signal, _ kept: inout KeptReplies, _ isHeard: (Told) -> Bool) {
    switch signal {
    case .event(let sequence, let before, let epoch):
      start(at: sequence - 1, epoch, &kept)
      switch position.sees(event: sequence, after: before, epoch: epoch) {
      case .apply: apply(sequence, &kept, isHeard)
      case .ignore: break
      default: replay(&kept, isHeard)
      }
    case .heartbeat(let head, let newest, let epoch):
      start(at: head, epoch, &kept)
      switch position.sees(head: head, newest: newest, epoch: epoch, retainedFrom: nil) {
      case .apply, .ignore: break
      case .pass(let last): position.applied(last, epoch: epoch)
      case .replay, .snapshot: replay(&kept, isHeard)
      }
    }
  }

  private mutating func start(at head: Int64, _ epoch: RawUUID, _ kept: inout KeptReplies) {
    guard position.epoch == nil else { return }
    position.applied(head, epoch: epoch)
    kept.started(name)
  }

  private mutating func apply(_ sequence: Int64, _ kept: inout KeptReplies, _ isHeard: (Told) -> Bool) {
    let told = stream[Int(sequence) - 1]
    if isHeard(told) { kept.apply(told.topic, .people(told.audience), sequence: sequence, of: name) }
    position.applied(sequence, epoch: epoch)
  }

  /// The program's own answer.
  private mutating func replay(_ kept: inout KeptReplies, _ isHeard: (Told) -> Bool) {
    replays += 1
    guard position.epoch == epoch, retainedFrom <= position.sequence + 1, head >= position.sequence else {
      gaps += 1
      position = StreamPosition()
      return start(at: head, epoch, &kept)
    }
    guard head > position.sequence else { return }
    for number in (position.sequence + 1)...head where follows(stream[Int(number) - 1].topic) {
      apply(number, &kept, isHeard)
    }
    position.applied(head, epoch: epoch)
  }
}

/// The state of a program of the model, and what a person sees of it.
struct HistoryState: Hashable {
  /// Something that a time ends: a member is new, an event is to come.
  struct Timed: Hashable {
    let number: UInt8
    let ends: ContinuousClock.Instant
  }

  /// The room or the circle of each person.
  var groupOf = [0, 0, 0, 1]
  /// The tasks of each room, or the events of each circle that are to come.
  var lists: [[Timed]] = [[], []]
  /// The people who are new in their rooms.
  var newcomers: [Timed] = []
  /// The version of each person's profile.
  var profiles: [UInt8] = [0, 0, 0, 0]

  func others(than person: Int) -> [Int] {
    groupOf.indices.filter { $0 != person && groupOf[$0] == groupOf[person] }
  }

  private func newcomers(for person: Int) -> [Timed] {
    newcomers.filter { others(than: person).contains(Int($0.number)) }
  }

  /// The part of a reply that comes from this program.
  func view(_ kind: HistoryKind, _ person: Int, _ now: ContinuousClock.Instant) -> [UInt8] {
    let list = lists[groupOf[person]].filter { $0.ends > now }
    return switch kind {
    case .tasks, .events: list.map(\.number)
    case .home: [UInt8(list.count), UInt8(newcomers(for: person).count { $0.ends > now })]
    case .roommates: others(than: person).map { UInt8($0) }
    }
  }

  /// The time at which a view changes by itself.
  func end(_ kind: HistoryKind, _ person: Int, _ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    switch kind {
    case .tasks, .roommates: nil
    case .events: lists[groupOf[person]].map(\.ends).filter { $0 > now }.min()
    case .home: newcomers(for: person).map(\.ends).filter { $0 > now }.min()
    }
  }

  /// The times between two at which a view may differ.
  func times(
    from first: ContinuousClock.Instant, to last: ContinuousClock.Instant
  ) -> [ContinuousClock.Instant] {
    [first] + (newcomers + lists.joined()).map(\.ends).filter { first < $0 && $0 <= last }
  }
}

/// The lists of the model.
enum HistoryKind: CaseIterable {
  case tasks, home, roommates, events

  var program: ProgramName { self == .events ? .events : .roomhub }

  var subject: String {
    switch self {
    case .tasks: "roomhub.task.list"
    case .home: "roomhub.home.get"
    case .roommates: "roomhub.roommate.list"
    case .events: "events.event.list"
    }
  }

  var key: KeptReplies.Key { KeptReplies.Key(subject: subject, params: [], roles: [.student]) }
}
