import Bus
import Schema
import ServiceKit
import TestSupport

@testable import gateway

/// One history of the model: a program with two rooms, four people, a wire, and the gateway's kept replies.
struct History {
  enum Form {
    case sound
    /// The gateway does not note what replies show.
    case notesNothing
    /// It notes the replies to writes alone.
    case notesWritesOnly
    /// It keeps a reply although an event came while it was on its way.
    case keepsWhatCameLate
    /// It uses kept replies however long the stream was silent, and notes nothing.
    case neverSilent
    /// It does not follow who lives where.
    case hearsNoMoves
    /// The program says where its stream stood after it read the list.
    case headAfterRead
  }

  struct Totals {
    var (hits, misses, writes, replays, gaps, restarts) = (0, 0, 0, 0, 0, 0)

    mutating func add(_ other: Totals) {
      hits += other.hits
      misses += other.misses
      writes += other.writes
      replays += other.replays
      gaps += other.gaps
      restarts += other.restarts
    }
  }

  /// An event, and the number of the program's state after it.
  private struct Told {
    let topic: String
    let audience: [PersonID]
    let version: Int
  }

  private enum Signal {
    case event(Int64, before: Int64, epoch: RawUUID)
    case heartbeat(head: Int64, newest: Int64, epoch: RawUUID)
  }

  /// A request on its way.
  private struct Request {
    enum Stage {
      case asked
      /// The program's handler has begun; its head then.
      case begun(Int64)
      case read(Int64, [UInt8], version: Int)
      case answered(ReplyStanding, [UInt8], version: Int)
    }

    let person: Int
    let isWrite: Bool
    /// The newest version that anybody was shown or told before it began.
    let after: Int
    var stage = Stage.asked
  }

  private static let topics = ["roomhub.task.added", "roomhub.other.done", "roomhub.member.joined"]
  private static let classes = Catalogue.changingClasses(of: .roomhub)
  private static let key = KeptReplies.Key(subject: "roomhub.task.list", params: [], roles: [.student])

  private let form: Form
  private var random: Seeded
  private var now = ContinuousClock.now
  private let people = (0..<4).map { PersonID(RawUUID(high: 1, low: UInt64($0))) }

  // The program.
  private var roomOf = [0, 0, 1, 1]
  private var lists: [[UInt8]] = [[0], [1]]
  private var changes: UInt8 = 1
  /// What each person's list was at each version.
  private var views: [[[UInt8]]]
  private var epoch = RawUUID(high: 0x1111_1111 << 32, low: 1)
  private var stream: [Told] = []
  private var heads = StreamHeads(others: 0)
  private var retainedFrom: Int64 = 1

  private var wire: [Signal] = []
  private var position = StreamPosition()
  private var kept = KeptReplies()
  private var requests: [Request] = []
  /// The newest version that anybody was shown or told.
  private var known = 0
  private var problem: String?
  private(set) var totals = Totals()

  init(seed: UInt64, _ form: Form) {
    self.form = form
    random = Seeded(state: seed)
    views = [[[0], [0], [1], [1]]]
  }

  private var head: Int64 { Int64(stream.count) }
  private var version: Int { views.count - 1 }

  /// - Returns: What went wrong.
  mutating func run() -> String? {
    beat()
    for _ in 0..<Int.random(in: 100...300, using: &random) {
      step()
      if let problem { return problem }
    }
    return nil
  }

  private mutating func step() {
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<13: ask()
    case 13..<25: if !requests.isEmpty { move(Int.random(in: 0..<requests.count, using: &random)) }
    case 25..<32: if !wire.isEmpty { hear(wire.removeFirst()) }
    case 32: beat()
    case 33: now = now.advanced(by: .milliseconds(Int64.random(in: 0...1500, using: &random)))
    case 34: if !wire.isEmpty { wire.remove(at: Int.random(in: 0..<wire.count, using: &random)) }
    case 35: if let any = wire.randomElement(using: &random) { wire.append(any) }
    case 36: wire.shuffle(using: &random)
    case 37: if Int.random(in: 0..<3, using: &random) == 0 { restartProgram() }
    case 38: if Int.random(in: 0..<3, using: &random) == 0 { restartGateway() }
    default: beat()
    }
  }

  private mutating func ask() {
    let person = Int.random(in: 0..<people.count, using: &random)
    guard !requests.contains(where: { $0.person == person }) else { return }
    let isWrite = Int.random(in: 0..<3, using: &random) == 0
    if !isWrite,
      let copy = kept.reply(to: people[person], History.key, of: .roomhub, seen: nil, at: keepersTime)
    {
      totals.hits += 1
      return show(copy.body, to: person, after: known)
    }
    if !isWrite { totals.misses += 1 }
    requests.append(Request(person: person, isWrite: isWrite, after: known))
  }

  private var keepersTime: ContinuousClock.Instant { form == .neverSilent ? start : now }
  private let start = ContinuousClock.now

  private mutating func move(_ index: Int) {
    let request = requests[index]
    switch request.stage {
    case .asked where request.isWrite:
      write(by: request.person)
      requests[index].stage = .answered(standing(nil), [], version: version)
    case .asked: requests[index].stage = .begun(head)
    case .begun(let head):
      let shown = form == .headAfterRead ? Int64.max : head
      requests[index].stage = .read(shown, views[version][request.person], version: version)
    case .read(let shown, let list, let version):
      let shown = form == .headAfterRead ? head : shown
      requests[index].stage = .answered(standing(shown), list, version: version)
    case .answered(let standing, let list, let version):
      requests.remove(at: index)
      receive(request, standing, list, version)
    }
  }

  private func standing(_ shown: Int64?) -> ReplyStanding {
    ReplyStanding(epoch: epoch, newest: heads.newest(of: History.classes), shown: shown)
  }

  private mutating func receive(
    _ request: Request, _ standing: ReplyStanding, _ list: [UInt8], _ version: Int
  ) {
    let notes = form != .notesNothing && form != .neverSilent
    if notes, form != .notesWritesOnly || request.isWrite { kept.note(standing, of: .roomhub, at: now) }
    guard !request.isWrite else { return known = max(known, version) }
    let shown = form == .keepsWhatCameLate ? standing.shown.map { _ in Int64.max } : standing.shown
    kept.keep(
      KeptReplies.Kept(body: list, status: 200, tag: ""), for: people[request.person], History.key,
      of: .roomhub, ReplyStanding(epoch: standing.epoch, newest: standing.newest, shown: shown),
      at: keepersTime)
    show(list, to: request.person, after: request.after)
  }

  /// A person reads a list. It has to be that of some version, and not of one before what anybody had been
  /// shown when the request began. The earliest such version is chosen, which leaves later reads most choice.
  private mutating func show(_ list: [UInt8], to person: Int, after first: Int) {
    guard let version = (first...version).first(where: { views[$0][person] == list }) else {
      return problem = "\(list) for \(person), after version \(first) of \(views.map { $0[person] })"
    }
    known = max(known, version)
  }

  // The program.

  private mutating func write(by person: Int) {
    totals.writes += 1
    let topic = History.topics[[0, 0, 0, 1, 2].randomElement(using: &random) ?? 0]
    var concerned: [Int]
    switch topic {
    case "roomhub.task.added":
      changes += 1
      lists[roomOf[person]].append(changes)
      concerned = people.indices.filter { roomOf[$0] == roomOf[person] }
    case "roomhub.member.joined":
      concerned = people.indices.filter { roomOf[$0] == roomOf[person] }
      roomOf[person] = 1 - roomOf[person]
    default: concerned = Array(people.indices)
    }
    views.append(people.indices.map { lists[roomOf[$0]] })
    let before = heads.newest(of: History.classes)
    stream.append(Told(topic: topic, audience: concerned.map { people[$0] }, version: version))
    heads.set(TopicClass.of(topic), to: head)
    if follows(topic) { wire.append(.event(head, before: before, epoch: epoch)) }
  }

  private func follows(_ topic: String) -> Bool { History.classes.contains(TopicClass.of(topic)) }

  private mutating func beat() {
    wire.append(.heartbeat(head: head, newest: heads.newest(of: History.classes), epoch: epoch))
  }

  /// It reads the newest few events, perhaps drops the oldest, and perhaps begins another epoch.
  private mutating func restartProgram() {
    totals.restarts += 1
    wire = []
    requests.removeAll { if case .answered = $0.stage { false } else { true } }
    if Int.random(in: 0..<4, using: &random) == 0 {
      epoch = RawUUID(high: epoch.high &+ 1 << 32, low: 1)
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

  private mutating func restartGateway() {
    totals.restarts += 1
    wire = []
    requests = []
    kept = KeptReplies()
    position = StreamPosition()
    beat()
  }

  // The gateway's subscriber.

  private mutating func hear(_ signal: Signal) {
    switch signal {
    case .event(let sequence, let before, let epoch):
      begin(at: sequence - 1, epoch)
      if case .apply = position.sees(event: sequence, after: before, epoch: epoch) {
        apply(sequence)
      } else if case .ignore = position.sees(event: sequence, after: before, epoch: epoch) {
        break
      } else {
        replay()
      }
    case .heartbeat(let head, let newest, let epoch):
      begin(at: head, epoch)
      switch position.sees(head: head, newest: newest, epoch: epoch, retainedFrom: nil) {
      case .apply, .ignore: break
      case .pass(let last): position.applied(last, epoch: epoch)
      case .replay, .snapshot: replay()
      }
    }
    kept.heard(.roomhub, at: position, keepersTime)
  }

  private mutating func begin(at head: Int64, _ epoch: RawUUID) {
    guard position.epoch == nil else { return }
    position.applied(head, epoch: epoch)
    kept.started(.roomhub)
  }

  private mutating func apply(_ sequence: Int64) {
    let told = stream[Int(sequence) - 1]
    if form != .hearsNoMoves || told.topic != "roomhub.member.joined" {
      kept.apply(told.topic, .people(told.audience), sequence: sequence, of: .roomhub)
    }
    position.applied(sequence, epoch: epoch)
  }

  /// The program's own answer.
  private mutating func replay() {
    totals.replays += 1
    guard position.epoch == epoch, retainedFrom <= position.sequence + 1, head >= position.sequence else {
      totals.gaps += 1
      position = StreamPosition()
      return begin(at: head, epoch)
    }
    guard head > position.sequence else { return }
    for number in (position.sequence + 1)...head where follows(stream[Int(number) - 1].topic) {
      apply(number)
    }
    position.applied(head, epoch: epoch)
  }
}
