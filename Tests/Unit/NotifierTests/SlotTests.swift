import Foundation
import Schema
import Store
import TestSupport
import Testing

@testable import ServiceKit
@testable import notifier

@Suite("64 alerts of a person are armed, the soonest and those pinned; the others wait in order")
struct SlotTests {
  /// Walks of `steps` random operations each; every one is checked against the model after each step.
  private static let seeds =
    ProcessInfo.processInfo.environment["QUAD_TEST_ALL"] == "1" ? 10_000 : 50
  private static let steps = 40

  @Test("whatever is planned, moved, pinned, cancelled and fired, the slots are those of the model")
  func walks() async throws {
    let began = ContinuousClock.now
    let problem = try await inLanes(0..<UInt64(SlotTests.seeds), block: 25) { seeds in
      var problem: String?
      try await NotifierFile.with { file in
        for seed in seeds where problem == nil { problem = try await SlotTests.walk(seed, in: file) }
      }
      return problem
    }
    #expect(problem == nil)
    try Scoreboard.record(
      "DUR6 model", goal: "slots are those of the model",
      value: "\(SlotTests.seeds) walks, \(problem ?? "0 differ")",
      pass: problem == nil, took: began.duration(to: .now))
  }

  /// One walk, of a person whose rows are gone afterwards; where it left the model.
  private static func walk(_ seed: UInt64, in file: NotifierFile) async throws -> String? {
    let call = file.call()
    return try await file.store.write { db in
      var walk = SlotWalk(seed: seed, call)
      for _ in 0..<70 { try walk.plan(db) }
      for step in 0..<steps {
        let did = try walk.step(db)
        if let wrong = try walk.difference(db) { return "seed \(seed), step \(step), \(did): \(wrong)" }
      }
      try db.run("DELETE FROM alert WHERE person = ?", walk.person.raw)
      try db.run("DELETE FROM slots WHERE person = ?", walk.person.raw)
      try db.run("DELETE FROM notice WHERE person = ?", walk.person.raw)
      try db.run("DELETE FROM outbox")
      return nil
    }
  }

  @Test("no statement arms a 65th alert or pins a 17th, whatever the counter says")
  func invariant() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      for minute in 1...66 { try await file.plan(.sample(person, after: minute)) }
      let queued = try await file.listed(.queued, of: person)
      #expect(queued.count == 2)
      let arm = "UPDATE alert SET state = 'armed' WHERE id = ?"
      await #expect(throws: StoreError.self) {
        try await file.store.write { db in try db.run(arm, queued[0].row.id.raw) }
      }
      // The counter is wrong: the trigger counts the rows.
      await #expect(throws: StoreError.self) {
        try await file.store.write { db in
          try db.run("UPDATE slots SET armed = 0, queued = queued + armed WHERE person = ?", person.raw)
          try db.run(arm, queued[0].row.id.raw)
        }
      }
      await #expect(throws: StoreError.self) {
        try await file.store.write { db in
          try db.run("UPDATE alert SET is_pinned = 1 WHERE person = ? AND state = 'armed'", person.raw)
        }
      }
      await #expect(throws: StoreError.self) {
        try await file.store.write { db in
          try db.run("UPDATE slots SET planned = planned + 1 WHERE person = ?", person.raw)
        }
      }
      #expect(try await file.listed(.armed, of: person).count == 64)
    }
  }

  @Test("of two at one moment the more important comes first, then the older")
  func order() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      for (title, importance) in [
        ("low", Alerts.AlertImportance.low), ("first", .normal), ("high", .high), ("second", .normal),
      ] {
        let planned = Alerts.AlertPlanned.sample(person, after: 5, title: title, importance: importance)
        try await file.plan(planned, at: NotifierFile.start.advanced(by: .seconds(title == "second" ? 2 : 1)))
      }
      let titles = try await file.listed(.armed, of: person).map { $0.row.body.value.text.values[0].text }
      #expect(titles == ["high", "first", "second", "low"])
    }
  }

  @Test("a repeating alert takes one slot, and what is told twice counts once")
  func onceEach() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      let object = AlertObjectID.random()
      let weekly = Alerts.AlertPlanned.sample(person, object: object, after: 10, recurrence: "FREQ=WEEKLY")
      try await file.plan(weekly)
      try await file.plan(weekly)
      #expect(try await file.counts(of: person).planned == 1)
      try await file.fire(at: weekly.at)
      // A snapshot tells it again: it came already.
      try await file.plan(weekly, at: weekly.at)
      #expect(try await file.fire(at: weekly.at.advanced(by: .seconds(1))) == 0)
      try await file.plan(.sample(person, object: object, after: 10 + 7 * 1440, recurrence: "FREQ=WEEKLY"))
      let counts = try await file.counts(of: person)
      #expect(counts.planned == 2 && counts.fired == 1 && counts.armed == 1)
      #expect(try await file.inbox(of: person).count == 1)
    }
  }
}

/// One person's random walk, beside its model.
struct SlotWalk: ~Copyable {
  let person = PersonID.random()
  private var model = SlotModel()
  private var random: Seeded
  private let call: Call
  private var planned: [AlertObjectID] = []

  init(seed: UInt64, _ call: Call) {
    random = Seeded(state: seed)
    self.call = call
  }

  mutating func step(_ db: borrowing Database) throws -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...2:
      try plan(db)
      return "plan"
    case 3...4:
      guard let object = model.alerts.randomElement(using: &random)?.object else { return "nothing" }
      try plan(object, db)
      return "plan anew"
    case 5:
      guard let object = model.alerts.randomElement(using: &random)?.object else { return "nothing" }
      try db.cancel(Alerts.AlertCancelled(key: key(object), person: person), call)
      model.end(object, as: .cancelled)
      return "cancel"
    case 6...7: return try pin(db)
    case 8: return try unpin(db)
    default: return try fireSome(db)
    }
  }

  mutating func plan(_ db: borrowing Database) throws {
    let object = AlertObjectID.random()
    planned.append(object)
    try plan(object, db)
  }

  private mutating func plan(_ object: AlertObjectID, _ db: borrowing Database) throws {
    let minutes = Int.random(in: 1..<40, using: &random)
    let importance = [Alerts.AlertImportance.low, .normal, .high].randomElement(using: &random) ?? .normal
    let told = Alerts.AlertPlanned.sample(person, object: object, after: minutes, importance: importance)
    try db.plan(try ToldAlert(told), call)
    guard let row = try db.alert(key(object), of: person, isSnoozed: false) else {
      throw TestFailure("it was planned")
    }
    model.plan(object, row.order)
  }

  private mutating func pin(_ db: borrowing Database) throws -> String {
    guard let alert = model.alerts.filter({ !$0.isPinned }).randomElement(using: &random),
      let row = try db.alert(key(alert.object), of: person, isSnoozed: false)
    else { return "nothing" }
    var moves = Moves(of: person)
    let isDone: Bool
    do {
      try db.pin(row, &moves)
      isDone = true
    } catch let fault as Fault where fault.code == FaultCode.tooManyPins.code { isDone = false }
    guard model.pin(alert.object, true) == isDone else { throw TestFailure("pins are not counted alike") }
    return "pin"
  }

  private mutating func unpin(_ db: borrowing Database) throws -> String {
    guard let alert = model.alerts.filter(\.isPinned).randomElement(using: &random),
      let row = try db.alert(key(alert.object), of: person, isSnoozed: false)
    else { return "nothing" }
    var moves = Moves(of: person)
    try db.unpin(row, &moves)
    _ = model.pin(alert.object, false)
    return "unpin"
  }

  /// Ends the soonest of those that are armed, as firing does.
  private mutating func fireSome(_ db: borrowing Database) throws -> String {
    let count = Int.random(in: 1...5, using: &random)
    var moves = Moves(of: person)
    for object in model.armed.prefix(count) {
      guard let row = try db.alert(key(object), of: person, isSnoozed: false) else { continue }
      try db.end(row.id, as: .fired, at: call.now)
      model.end(object, as: .fired)
    }
    try db.settle(&moves)
    return "fire \(count)"
  }

  /// What is other than in the model; nil when nothing is.
  func difference(_ db: borrowing Database) throws -> String? {
    let armed = try db.listedAlerts(.armed, of: person, after: nil, limit: 1000)
    let queued = try db.listedAlerts(.queued, of: person, after: nil, limit: 1000)
    if armed.map(\.row.key.object) != model.armed { return "armed: \(armed.count), not \(model.armed.count)" }
    if queued.map(\.row.key.object) != model.queued { return "queued: \(queued.count)" }
    if armed.count > 64 { return "\(armed.count) armed" }
    let counts = try db.alertCounts(of: person)
    let slots = try db.slots(of: person)
    if slots.pinned != model.alerts.count(where: \.isPinned) { return "\(slots.pinned) pinned" }
    if Int(counts.armed) != armed.count || Int(counts.queued) != queued.count { return "counts \(counts)" }
    if Int(counts.fired) != model.ended[.fired, default: 0] { return "fired \(counts.fired)" }
    if Int(counts.cancelled) != model.ended[.cancelled, default: 0] { return "cancelled \(counts.cancelled)" }
    let sum = counts.armed + counts.queued + counts.fired + counts.cancelled + counts.missed
    return counts.planned == sum ? nil : "planned \(counts.planned), sum \(sum)"
  }

  private func key(_ object: AlertObjectID) -> Alerts.AlertKey {
    Alerts.AlertKey(program: .events, object: object, lead: .atTheTime)
  }
}
