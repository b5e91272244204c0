import Bus
import Schema
import Store
import TestSupport

@testable import ServiceKit
@testable import notifier

/// The notifier with what its process holds: how far it has read in each stream.
struct NotifierSide {
  private(set) var program: ProgramInProcess<NotifierService>
  private var positions: [ProgramName: StreamPosition] = [:]
  /// Sequences that a snapshot stood for.
  private(set) var skipped: [ProgramName: Set<Int64>] = [:]

  init(_ program: ProgramInProcess<NotifierService>) { self.program = program }

  mutating func crash() async throws {
    program = try await program.crash()
    positions = [:]
  }

  /// Takes a message as `StreamConsumer` does: in order, by asking for what is missing, or by a snapshot.
  mutating func take<P: Service>(
    _ event: StreamEvent?, from producer: ProgramInProcess<P>, atOnce: Int
  ) async throws {
    let name = P.program
    let sink = sink(of: name)
    var position: StreamPosition
    if let known = positions[name] { position = known } else { position = try await sink.position(of: name) }
    defer { positions[name] = position }
    let step: StreamPosition.Step
    if let event {
      step = position.sees(event: event.sequence, after: event.sequence - 1, epoch: event.epoch)
    } else {
      step = position.sees(
        head: producer.context.store.head, newest: producer.context.store.head,
        epoch: producer.context.store.epoch, retainedFrom: nil)
    }
    switch step {
    case .ignore, .pass: return
    case .apply:
      guard let event else { return }
      try await sink.apply([event], of: name)
      position.applied(event.sequence, epoch: event.epoch)
    case .replay, .snapshot:
      if producer.context.store.retainedFrom > position.sequence + 1 {
        let whole = try await producer.snapshot()
        skipped[name, default: []].formUnion((position.sequence + 1)..<(whole.head + 1))
        try await sink.apply(whole, of: name)
        position.applied(whole.end, epoch: whole.epoch)
        return
      }
      let events = try producer.events(from: position.sequence + 1, limit: atOnce)
      guard let last = events.last else { return }
      try await sink.apply(events, of: name)
      position.applied(last.sequence, epoch: last.epoch)
    }
  }

  func isBehind<P: Service>(_ producer: ProgramInProcess<P>) -> Bool {
    (positions[P.program]?.sequence ?? 0) < producer.context.store.head
  }

  private func sink(of producer: ProgramName) -> StoreSink {
    StoreSink(
      context: program.context, subscriptions: program.handlers.subscriptions[producer] ?? [:],
      copies: program.handlers.copies[producer])
  }

  /// - Parameter system: the time by which alerts are held; that of the world unless given.
  func fire(limit: Int, system: Instant? = nil) async throws -> Int {
    let call = program.context.ownCall()
    return try await program.context.store.write {
      try $0.fireDue(limit: limit, system: system ?? call.now, call)
    }
  }

  /// What is wrong at any moment; nil when nothing is.
  func problem(of people: [PersonID]) async throws -> String? {
    try await program.context.store.read { db in
      for person in people {
        let counts = try db.alertCounts(of: person)
        if counts.armed > 64 { return "\(counts.armed) armed" }
        let sum = counts.armed + counts.queued + counts.fired + counts.cancelled + counts.missed
        if counts.planned != sum { return "planned \(counts.planned), sum \(sum)" }
      }
      return nil
    }
  }

  /// What became of the alerts of a place.
  struct Outcome {
    let state: AlertState?
    let at: Instant?
    let notices: Int
  }

  func outcome(_ place: ToldEvents.PersonAlert) async throws -> Outcome {
    try await program.context.store.read { db in
      let row = try db.alert(place.key, of: place.person, isSnoozed: false)
      let notices =
        try row.flatMap { row in
          try db.one("SELECT count(*) AS count FROM notice WHERE alert = ?", row.id.raw) {
            Int(try $0.int("count"))
          }
        } ?? 0
      return Outcome(state: row?.state, at: row?.at, notices: notices)
    }
  }

  func counts(of person: PersonID) async throws -> Notifier.AlertCounts {
    try await program.context.store.read { try $0.alertCounts(of: person) }
  }

  func noticed(by person: PersonID) async throws -> Int {
    try await program.context.store.read { db in
      try db.one("SELECT count(*) AS count FROM notice WHERE person = ? AND alert IS NOT NULL", person.raw) {
        Int(try $0.int("count"))
      } ?? 0
    }
  }
}

extension NotifierSide.Outcome {
  var isLive: Bool { state == .armed || state == .queued }
  var hasCome: Bool { state == .fired || state == .missed }
}
