import Bus
import Foundation
import Schema
import Store
import TestSupport
import Testing

@testable import ServiceKit
@testable import notifier

/// A file of the notifier without the program: what its handlers do inside their transactions.
struct NotifierFile: Sendable {
  let store: ProgramStore
  let node: Node

  /// Friday.
  static let start = instant("2026-10-16T12:00:00Z")

  static func instant(_ text: String) -> Instant { Instant(text) ?? Instant(milliseconds: 0) }

  /// - Parameter place: an address on a server in place of the file, with so many connections that write.
  static func with(
    place: String? = nil, writers: Int = 1, _ body: (NotifierFile) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let pair = try CurveKeyPair.generate()
      let keys = try KeyRing(
        own: SecretKeys(program: .notifier, curve: pair, signing: nil),
        everybody: PublicKeys(curve: ["notifier": [pair.publicKey]], signing: []))
      try FileManager.default.createDirectory(atPath: "\(folder)/run", withIntermediateDirectories: true)
      var options = NodeOptions(
        program: .notifier, keys: keys, address: BusAddress(run: "\(folder)/run"))
      options.serves = false
      let node = try await Node.start(options)
      var stored = StoreOptions()
      stored.writerCount = writers
      let store = try ProgramStore.open(
        place ?? PostgresServer.place(insteadOf: "\(folder)/notifier.sqlite"), stream: "notifier",
        migrations: NotifierStore.migrations, options: stored)
      let failure: (any Error)?
      do {
        try await body(NotifierFile(store: store, node: node))
        failure = nil
      } catch { failure = error }
      await store.close()
      await node.stop()
      if let failure { throw failure }
    }
  }

  /// What an event or a timer brings at this moment.
  func call(at now: Instant = start, isSeeded: Bool = false) -> Call {
    Call(
      identity: nil, program: .notifier, caller: .notifier, now: now,
      deadline: ContinuousClock.now.advanced(by: .seconds(10)),
      bus: node, store: store, idempotency: nil, flags: isSeeded ? .seeded : [], trace: nil, assertion: nil,
      isUnlinkable: false, tracer: Tracer(), log: Log(program: .notifier, level: .error))
  }

  func plan(
    _ alert: Alerts.AlertPlanned, at now: Instant = start, isSeeded: Bool = false, about key: RawUUID? = nil
  ) async throws {
    let call = call(at: now, isSeeded: isSeeded)
    let told = try ToldAlert(alert)
    try await store.write(about: key) { try $0.plan(told, call) }
  }

  @discardableResult
  func fire(at now: Instant, system: Instant = start, about key: RawUUID? = nil) async throws -> Int {
    let call = call(at: now)
    return try await store.write(about: key) { try $0.fireDue(limit: 512, system: system, call) }
  }

  func listed(_ state: AlertState, of person: PersonID) async throws -> [ListedAlert] {
    try await store.read { try $0.listedAlerts(state, of: person, after: nil, limit: 1000) }
  }

  func counts(of person: PersonID) async throws -> Notifier.AlertCounts {
    try await store.read { try $0.alertCounts(of: person) }
  }

  func inbox(of person: PersonID) async throws -> [NoticeRow] {
    try await store.read { try $0.notices(of: person, unreadOnly: false, after: .last, limit: 100) }
  }
}

extension Alerts.AlertPlanned {
  /// An alert about `object` that fires after so many minutes.
  static func sample(
    _ person: PersonID, object: AlertObjectID = .random(), after minutes: Int, lead: Int = 0,
    title: String = "Dinner", importance: Alerts.AlertImportance = .normal, until: Instant? = nil,
    recurrence: String? = nil
  ) -> Alerts.AlertPlanned {
    let at = NotifierFile.start.advanced(by: .seconds(minutes * 60))
    return Alerts.AlertPlanned(
      key: Alerts.AlertKey(program: .events, object: object, lead: LeadTime(checked: lead)), person: person,
      at: at, until: until ?? at, text: Alerts.AlertText(key: "event.reminder", values: [.title(title)]),
      importance: importance, because: Alerts.AlertReasons(checked: [.sample]),
      recurrence: recurrence.map { RecurrenceText(checked: $0) })
  }
}

extension Alerts.AlertValue {
  static func title(_ text: String) -> Alerts.AlertValue { Alerts.AlertValue(name: "title", text: text) }
}
