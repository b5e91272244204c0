import Bus
import Foundation
import Schema
import Store
import TestSupport
import Testing

@testable import ServiceKit
@testable import events
@testable import notifier
@testable import roomhub

@Suite("Whatever a network and a clock do, each alert that is told comes once")
struct SimulationTests {
  private static let seeds =
    ProcessInfo.processInfo.environment["QUAD_TEST_ALL"] == "1" ? 1_000 : 10
  private static let steps = 150

  @Test("events, roomhub and the notifier with messages lost, doubled and out of order, crashes and jumps")
  func simulation() async throws {
    let began = ContinuousClock.now
    let first = UInt64(ProcessInfo.processInfo.environment["QUAD_TEST_SEED"] ?? "") ?? 0
    let problem = try await inLanes(first..<(first + UInt64(SimulationTests.seeds)), block: 1) { seeds in
      try await SimulationTests.run(seeds.lowerBound).map { "QUAD_TEST_SEED=\(seeds.lowerBound): \($0)" }
    }
    #expect(problem == nil)
    try Scoreboard.record(
      "DUR7", goal: "0 alerts lost or doubled", value: "\(SimulationTests.seeds) seeds, \(problem ?? "0")",
      pass: problem == nil,
      took: began.duration(to: .now), seed: first)
  }

  @Test("the check finds an alert that is lost and one that comes twice")
  func control() async throws {
    var lost = 0
    for seed in UInt64(0)..<6 where try await SimulationTests.run(seed, isForgetful: true) != nil {
      lost += 1
    }
    #expect(lost > 0, "a notifier that loses what a message says is found")
  }

  @Test(
    "no statement of the three programs reads a whole table or sorts what an index has in order",
    .enabled(if: !PostgresServer.isAsked, "plans of SQLite"))
  func plans() async throws {
    var slow: [String: [String]] = [:]
    for seed in UInt64(0)..<6 {
      let plans = try await withTemporaryFolder { folder in
        var world = try await World.make(seed: seed, in: folder, isForgetful: false)
        for _ in 0..<SimulationTests.steps { _ = try await world.step() }
        let plans = try await world.plans()
        await world.stop()
        return plans
      }
      #expect(plans.count > 40)
      for plan in plans where plan.isSlow { slow[plan.text] = plan.steps }
    }
    for (text, steps) in slow { Issue.record("\(text)\n\(steps.joined(separator: "\n"))") }
  }

  private static func run(_ seed: UInt64, isForgetful: Bool = false) async throws -> String? {
    try await withTemporaryFolder { folder in
      var world = try await World.make(seed: seed, in: folder, isForgetful: isForgetful)
      var problem: String?
      for step in 0..<steps where problem == nil {
        let did = try await world.step()
        problem = try await world.notifier.problem(of: world.people).map { "step \(step), \(did): \($0)" }
      }
      if problem == nil { problem = try await world.end() }
      await world.stop()
      return problem
    }
  }
}

/// The three programs, what is on its way between them, and one source of chance.
private struct World {
  var events: EventsSide
  var roomhub: RoomhubSide
  var notifier: NotifierSide
  let people: [PersonID]
  private var random: Seeded
  private var wire: [(producer: ProgramName, event: StreamEvent)] = []
  private var sent: [ProgramName: Int64] = [:]
  private let told: ToldEvents
  private let node: Node
  private let isForgetful: Bool
  private var now = World.start

  private static let start = Instant("2026-10-16T12:00:00Z") ?? Instant(milliseconds: 0)
  /// Messages that are under way; the oldest are lost beyond it, as a full buffer loses them.
  private static let maxOnWire = 200

  static func make(seed: UInt64, in folder: String, isForgetful: Bool) async throws -> World {
    let bus = try await ProcessBus.start(in: folder)
    let told = ToldEvents()
    let people = (0..<3).map { _ in PersonID.random() }
    let world = World(
      events: EventsSide(
        try .start(
          EventsService.self, in: folder, on: bus, at: start, onCommit: { told.add($0, at: $1) })),
      roomhub: RoomhubSide(
        try .start(
          RoomhubService.self, in: folder, on: bus, at: start, onCommit: { told.add($0, at: $1) })),
      notifier: NotifierSide(
        try .start(NotifierService.self, in: folder, on: bus, at: start)),
      people: people, random: Seeded(state: seed), told: told, node: bus.node, isForgetful: isForgetful)
    try await world.roomhub.settle(people)
    return world
  }

  /// Of what the programs have asked since they last started.
  func plans() async throws -> [StatementPlan] {
    var plans: [StatementPlan] = []
    for store in [
      events.program.context.store, roomhub.program.context.store, notifier.program.context.store,
    ] {
      plans += try await store.write { try StatementPlan.kept($0) }
      plans += try await store.read { try StatementPlan.kept($0) }
    }
    return plans
  }

  func stop() async {
    await events.program.context.store.close()
    await roomhub.program.context.store.close()
    await notifier.program.context.store.close()
    await node.stop()
  }

  mutating func step() async throws -> String {
    let person = people.randomElement(using: &random) ?? people[0]
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<18:
      try await events.act(person, &random)
      return "event"
    case 18..<32:
      try await roomhub.act(person, &random)
      return "task"
    case 32..<72: return try await deliver()
    case 72..<84: return try await pass(minutes: Int.random(in: 1...90, using: &random))
    case 84..<86: return try await pass(minutes: Int.random(in: 600...2000, using: &random))
    case 86..<93:
      _ = try await notifier.fire(limit: Int.random(in: 1...20, using: &random))
      return "fire"
    case 93..<96:
      try await notifier.crash()
      wire = []
      return "crash of the notifier"
    case 96..<98:
      events.program = try await events.program.crash()
      return "crash of events"
    case 98:
      roomhub.program = try await roomhub.program.crash()
      return "crash of roomhub"
    default:
      try await events.program.prune()
      return "prune"
    }
  }

  /// Puts what was told on its way, and takes one message from it: any, or none, or one twice.
  private mutating func deliver() async throws -> String {
    try send(events.program)
    try send(roomhub.program)
    guard !wire.isEmpty else { return try await heartbeat() }
    let index = Int.random(in: 0..<min(wire.count, 5), using: &random)
    let message = wire[index]
    switch Int.random(in: 0..<10, using: &random) {
    case 0: wire.remove(at: index)  // lost
    case 1: try await give(message.event, of: message.producer)  // it will come again
    case 2: return try await heartbeat()
    default:
      wire.remove(at: index)
      try await give(message.event, of: message.producer)
    }
    return "message \(message.event.sequence) of \(message.producer)"
  }

  private mutating func heartbeat() async throws -> String {
    let producer: ProgramName = Bool.random(using: &random) ? .events : .roomhub
    try await give(nil, of: producer)
    return "heartbeat of \(producer)"
  }

  private mutating func give(_ event: StreamEvent?, of producer: ProgramName) async throws {
    // The control: a notifier that takes some messages as read.
    if isForgetful, let event, event.sequence % 4 == 0, event.header.subject == Alerts.AlertPlanned.topic {
      var header = event.header
      header.subject = "nothing.was.said"
      if let blank = StreamEvent(header: header, body: event.body) { return try await take(blank, producer) }
    }
    try await take(event, producer)
  }

  private mutating func take(_ event: StreamEvent?, _ producer: ProgramName) async throws {
    let atOnce = Int.random(in: 1...20, using: &random)
    if producer == .events {
      try await notifier.take(event, from: events.program, atOnce: atOnce)
    } else {
      try await notifier.take(event, from: roomhub.program, atOnce: atOnce)
    }
  }

  private mutating func send<P: Service>(_ producer: ProgramInProcess<P>) throws {
    let from = max((sent[P.program] ?? 0) + 1, producer.context.store.retainedFrom)
    for event in try producer.events(from: from, limit: 500) {
      wire.append((P.program, event))
      sent[P.program] = event.sequence
    }
    wire.removeFirst(max(0, wire.count - World.maxOnWire))
  }

  /// All clocks go on, the notifier's first; programs may be slow to see it.
  private mutating func pass(minutes: Int) async throws -> String {
    now = now.advanced(by: .seconds(minutes * 60))
    try notifier.program.move(to: now)
    if Bool.random(using: &random) { _ = try await notifier.fire(limit: 512) }
    try events.program.move(to: now)
    try roomhub.program.move(to: now)
    if Bool.random(using: &random) { try await events.work() }
    return "\(minutes) minutes"
  }

  /// The network is whole again and everybody works until nothing is left: then all is accounted for.
  mutating func end() async throws -> String? {
    try await events.work()
    for _ in 0..<10_000 {
      try await notifier.take(nil, from: events.program, atOnce: 64)
      try await notifier.take(nil, from: roomhub.program, atOnce: 64)
      if !notifier.isBehind(events.program), !notifier.isBehind(roomhub.program) { break }
    }
    let late = now.advanced(by: FiringRule.hold)
    while try await notifier.fire(limit: 512, system: late) > 0 {}
    var least: [PersonID: Int] = [:]
    var most: [PersonID: Int] = [:]
    for (place, words) in told.all {
      let skipped = notifier.skipped[place.key.program] ?? []
      let expected = Expected(words, until: now, skipped: skipped)
      least[place.person, default: 0] += expected.least
      most[place.person, default: 0] += expected.most
      let outcome = try await notifier.outcome(place)
      if outcome.notices > expected.most { return "\(place.key): \(outcome.notices) of \(expected.most)" }
      switch expected.last {
      case .planned(let at)?:
        guard outcome.at == at, at > now ? outcome.isLive : outcome.hasCome else {
          return "\(place.key), planned for \(at): \(outcome) at \(now), told \(words)"
        }
      case .cancelled?:
        guard !outcome.isLive else { return "\(place.key), cancelled: \(outcome)" }
      case nil: break
      }
    }
    for person in people {
      let counts = try await notifier.counts(of: person)
      let come = Int(counts.fired + counts.missed)
      guard (least[person] ?? 0)...(most[person] ?? 0) ~= come else {
        return "\(come) have come, not \(least[person] ?? 0) to \(most[person] ?? 0)"
      }
      guard Int(counts.fired) == (try await notifier.noticed(by: person)) else {
        return "\(counts.fired) fired, \(try await notifier.noticed(by: person)) notices"
      }
    }
    return nil
  }
}
