import Bus
import Schema
import ServiceKit
import TestSupport

@testable import gateway

/// One history of the model: roomhub with two rooms, events with two circles, auth with the profiles that
/// roomhub asks for, four people, the wires, and the gateway's kept replies.
struct History {
  enum Form: CaseIterable {
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
    /// The gateway keeps a reply beyond the time that its program said.
    case forgetsTime
    /// It counts that time from the arrival of the reply.
    case countsFromArrival
    /// It does not follow the profiles.
    case hearsNoProfiles
    /// It keeps a reply without what it shows of the program that was asked for a part.
    case forgetsParts
    /// It does not note what replies show of that program.
    case notesNoParts
  }

  struct Totals {
    var (hits, misses, writes, replays, gaps, restarts) = (0, 0, 0, 0, 0, 0)
    var hitsOf: [HistoryKind: Int] = [:]

    mutating func add(_ other: Totals) {
      hits += other.hits
      misses += other.misses
      writes += other.writes
      replays += other.replays
      gaps += other.gaps
      restarts += other.restarts
      hitsOf.merge(other.hitsOf, uniquingKeysWith: +)
    }
  }

  /// The part of a reply that shows one program.
  private struct Part {
    let standing: ReplyStanding
    let view: [UInt8]
  }

  /// A request on its way.
  private struct Request {
    enum Stage {
      case asked
      /// The program's handler has begun: its head and the time then.
      case begun(Int64, ContinuousClock.Instant)
      /// It has read, and asks for profiles.
      case read(Part)
      /// The other program's handler has begun.
      case otherBegun(Part, Int64)
      case answered([Part])
    }

    let person: Int
    /// Nil for a write.
    let kind: HistoryKind?
    let program: ProgramName
    let asked: ContinuousClock.Instant
    /// The newest versions that anybody was shown or told before it began.
    let after: [ProgramName: Int]
    var stage = Stage.asked
    /// The version that a write made.
    var written = 0
  }

  /// The lists that are read in a history: few of them leave little room for chance.
  private static let focuses: [[HistoryKind]] = [
    [.tasks, .home], [.roommates], [.events], HistoryKind.allCases,
  ]

  private let form: Form
  private let kinds: [HistoryKind]
  private let programs: [ProgramName]
  private var random: Seeded
  private var now = ContinuousClock.now
  private let start = ContinuousClock.now
  private let people = (0..<4).map { PersonID(RawUUID(high: 1, low: UInt64($0))) }

  private var producers: [ProgramName: HistoryProducer] = [:]
  /// The states of each program, one a version.
  private var states: [ProgramName: [HistoryState]] = [:]
  private var changes: UInt8 = 0
  private var kept = KeptReplies()
  private var requests: [Request] = []
  /// The newest versions that anybody was shown or told.
  private var known: [ProgramName: Int] = [:]
  private var problem: String?
  private(set) var totals = Totals()

  init(seed: UInt64, _ form: Form) {
    self.form = form
    random = Seeded(state: seed)
    let kinds = History.focuses.randomElement(using: &random) ?? []
    self.kinds = kinds
    programs = [ProgramName.roomhub, .auth, .events].filter { program in
      kinds.contains { $0.program == program || $0 == .roommates && program == .auth }
    }
    for (number, program) in programs.enumerated() {
      producers[program] = HistoryProducer(program, number: UInt64(number + 1))
      states[program] = [HistoryState()]
      known[program] = 0
    }
  }

  /// - Returns: What went wrong.
  mutating func run() -> String? {
    for _ in 0..<Int.random(in: 60...250, using: &random) {
      step()
      if let problem { return problem }
    }
    for producer in producers.values {
      totals.replays += producer.replays
      totals.gaps += producer.gaps
    }
    return nil
  }

  private mutating func step() {
    guard let program = programs.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<12: ask()
    case 12..<24: if !requests.isEmpty { move(Int.random(in: 0..<requests.count, using: &random)) }
    case 24..<32: hear(program)
    case 32: producers[program]?.beat()
    case 33: now = now.advanced(by: .milliseconds(Int64.random(in: 0...1500, using: &random)))
    case 34...36: disturb(program, Int.random(in: 0..<3, using: &random))
    case 37: if Int.random(in: 0..<3, using: &random) == 0 { restart(program) }
    case 38: if Int.random(in: 0..<3, using: &random) == 0 { restartGateway() }
    default: for program in programs { producers[program]?.beat() }
    }
  }

  private mutating func hear(_ program: ProgramName) {
    guard var producer = producers[program], !producer.wire.isEmpty else { return }
    let form = form
    producer.hear(producer.wire.removeFirst(), &kept) { told in
      switch form {
      case .hearsNoMoves: !told.topic.hasPrefix("roomhub.member.")
      case .hearsNoProfiles: told.topic != "auth.profile.changed"
      default: true
      }
    }
    kept.heard(program, at: producer.position, keepersTime)
    producers[program] = producer
  }

  /// The wire loses, doubles or reorders.
  private mutating func disturb(_ program: ProgramName, _ kind: Int) {
    guard var producer = producers[program], !producer.wire.isEmpty else { return }
    let any = Int.random(in: 0..<producer.wire.count, using: &random)
    switch kind {
    case 0: producer.wire.remove(at: any)
    case 1: producer.wire.append(producer.wire[any])
    default: producer.wire.shuffle(using: &random)
    }
    producers[program] = producer
  }

  private mutating func restart(_ program: ProgramName) {
    totals.restarts += 1
    producers[program]?.restart(&random)
    requests.removeAll { request in
      switch request.stage {
      case .answered: false
      case .otherBegun: program != .events
      default: request.program == program
      }
    }
  }

  private mutating func restartGateway() {
    totals.restarts += 1
    requests = []
    kept = KeptReplies()
    for program in programs { producers[program]?.begin() }
  }

  // Requests.

  private mutating func ask() {
    let person = Int.random(in: 0..<people.count, using: &random)
    guard !requests.contains(where: { $0.person == person }) else { return }
    if Int.random(in: 0..<3, using: &random) == 0 {
      guard let program = programs.randomElement(using: &random) else { return }
      return requests.append(Request(person: person, kind: nil, program: program, asked: now, after: known))
    }
    guard let kind = kinds.randomElement(using: &random) else { return }
    if let copy = kept.reply(to: people[person], kind.key, at: keepersTime) {
      totals.hits += 1
      totals.hitsOf[kind, default: 0] += 1
      return show(kind, copy.body, to: person, since: now, after: known)
    }
    totals.misses += 1
    requests.append(Request(person: person, kind: kind, program: kind.program, asked: now, after: known))
  }

  private var keepersTime: ContinuousClock.Instant { form == .neverSilent ? start : now }

  private mutating func move(_ index: Int) {
    let request = requests[index]
    switch request.stage {
    case .asked:
      guard request.kind == nil else {
        requests[index].stage = .begun(head(request.program), now)
        return
      }
      write(request.program, by: request.person)
      requests[index].written = version(request.program)
      requests[index].stage = .answered([part(request.program, shown: nil, [])])
    case .begun(let head, let time):
      guard let kind = request.kind, let state = states[request.program]?.last else { return }
      let valid = state.end(kind, request.person, now).map { $0 - time }
      let own = part(request.program, shown: head, valid: valid, state.view(kind, request.person, now))
      requests[index].stage = kind == .roommates && !own.view.isEmpty ? .read(own) : .answered([own])
    case .read(let own): requests[index].stage = .otherBegun(own, head(.auth))
    case .otherBegun(let own, let head):
      let profiles = states[.auth]?.last?.profiles ?? []
      let other = part(.auth, shown: head, own.view.map { profiles[Int($0)] })
      requests[index].stage = .answered([own, other])
    case .answered(let parts):
      requests.remove(at: index)
      receive(request, parts)
    }
  }

  private func head(_ program: ProgramName) -> Int64 { producers[program]?.head ?? 0 }

  private func version(_ program: ProgramName) -> Int { (states[program]?.count ?? 1) - 1 }

  private func part(
    _ program: ProgramName, shown: Int64?, valid: Duration? = nil, _ view: [UInt8]
  ) -> Part {
    let standing = producers[program]?.standing(shown: shown, valid: valid)
    return Part(standing: standing ?? ReplyStanding(epoch: .min, newest: 0, shown: nil), view: view)
  }

  private mutating func receive(_ request: Request, _ parts: [Part]) {
    let programs = [request.program, .auth]
    let notes = form != .notesNothing && form != .neverSilent
    if notes, form != .notesWritesOnly || request.kind == nil {
      for (program, part) in zip(programs, parts.prefix(form == .notesNoParts ? 1 : 2)) {
        kept.note(part.standing, of: program, at: now)
      }
    }
    guard let kind = request.kind else {
      known[request.program] = max(known[request.program] ?? 0, request.written)
      return
    }
    let beside = zip(programs, parts).map { program, part in
      let standing = part.standing
      return Beside(
        program: program,
        standing: ReplyStanding(
          epoch: standing.epoch, newest: standing.newest,
          shown: shown(of: program, standing.shown),
          valid: form == .forgetsTime ? nil : standing.valid),
        people: program == .auth ? parts[0].view.map { people[Int($0)] } : [people[request.person]])
    }
    let body = parts.flatMap { [UInt8($0.view.count)] + $0.view }
    kept.keep(
      KeptReplies.Kept(body: body, tag: ""), for: people[request.person], kind.key,
      form == .forgetsParts ? Array(beside.prefix(1)) : beside,
      asked: form == .countsFromArrival ? now : request.asked, at: keepersTime)
    show(kind, body, to: request.person, since: request.asked, after: request.after)
  }

  private func shown(of program: ProgramName, _ shown: Int64?) -> Int64? {
    switch form {
    case .keepsWhatCameLate: .max
    case .headAfterRead: head(program)
    default: shown
    }
  }

  /// A person reads a list. Each part has to be that of some version of its program at a time since the
  /// request began, and not of a version before what anybody had been shown then. The earliest such version
  /// is chosen, which leaves later reads most choice.
  private mutating func show(
    _ kind: HistoryKind, _ body: [UInt8], to person: Int, since asked: ContinuousClock.Instant,
    after: [ProgramName: Int]
  ) {
    let own = Array(body[1..<(1 + Int(body[0]))])
    let now = now
    check(kind.program, own, after) { state in
      state.times(from: asked, to: now).contains { state.view(kind, person, $0) == own }
    }
    let rest = body.dropFirst(1 + own.count)
    guard kind == .roommates, !rest.isEmpty else { return }
    let profiles = Array(rest.dropFirst())
    check(.auth, profiles, after) { state in own.map { state.profiles[Int($0)] } == profiles }
  }

  private mutating func check(
    _ program: ProgramName, _ view: [UInt8], _ after: [ProgramName: Int],
    _ isShown: (HistoryState) -> Bool
  ) {
    let first = after[program] ?? 0
    let states = states[program] ?? []
    guard let version = states.indices.dropFirst(first).first(where: { isShown(states[$0]) }) else {
      return problem = "\(view) of \(program), after version \(first); so it was in \(states.map(isShown))"
    }
    known[program] = max(known[program] ?? 0, version)
  }

  // The programs.

  private mutating func change(_ program: ProgramName, _ body: (inout HistoryState) -> Void) {
    guard var state = states[program]?.last else { return }
    let before = state
    body(&state)
    if state != before { states[program]?.append(state) }
  }

  private mutating func write(_ program: ProgramName, by person: Int) {
    totals.writes += 1
    changes &+= 1
    let thing = HistoryState.Timed(
      number: changes, ends: now.advanced(by: .milliseconds(Int64.random(in: 200...6000, using: &random))))
    guard let state = states[program]?.last else { return }
    let group = [person] + state.others(than: person)
    let kind = Int.random(in: 0..<5, using: &random)
    switch program {
    case .auth where kind == 0: publish(.auth, "auth.other.done", [person])
    case .auth:
      change(.auth) { $0.profiles[person] = thing.number }
      publish(.auth, "auth.profile.changed", [person])
    case .events where kind < 3:
      change(.events) { $0.lists[$0.groupOf[person]].append(thing) }
      publish(.events, "events.event.added", group)
    case .events:
      change(.events) { $0.groupOf[person] = 1 - $0.groupOf[person] }
      publish(.events, "events.lists.changed", [person])
    default: writeInRoom(kind, thing, by: person, group)
    }
  }

  private mutating func writeInRoom(
    _ kind: Int, _ thing: HistoryState.Timed, by person: Int, _ group: [Int]
  ) {
    switch kind {
    case 0..<3:
      let task = HistoryState.Timed(number: thing.number, ends: now.advanced(by: .seconds(1_000_000)))
      change(.roomhub) { $0.lists[$0.groupOf[person]].append(task) }
      publish(.roomhub, "roomhub.task.added", group)
    case 3: publish(.roomhub, "roomhub.other.done", Array(people.indices))
    default:
      change(.roomhub) { state in
        state.groupOf[person] = 1 - state.groupOf[person]
        state.newcomers.removeAll { Int($0.number) == person }
        state.newcomers.append(HistoryState.Timed(number: UInt8(person), ends: thing.ends))
      }
      publish(.roomhub, "roomhub.member.left", group)
      let others = states[.roomhub]?.last?.others(than: person) ?? []
      publish(.roomhub, "roomhub.member.joined", [person] + others)
    }
  }

  private mutating func publish(_ program: ProgramName, _ topic: String, _ audience: [Int]) {
    let audience = audience.map { people[$0] }
    producers[program]?.publish(HistoryProducer.Told(topic: topic, audience: audience))
  }
}
