import Bus
import Schema
import ServiceKit
import Store

/// The work on expected people: those who have got an account join, and after a year nobody is expected any
/// more. Removed roster entries go after an hour. The steps are small, so that other writes wait for at most
/// one step.
struct ExpectedUpkeep: Sendable {
  let context: ServiceContext

  static let interval = Duration.seconds(1)
  /// The pause before auth is asked again.
  static let retry = Duration.seconds(5)
  /// The limit of people looked up at once, which is auth's.
  static let peopleAStep = 200
  static let rowsAStep = 500

  func run() async {
    while !Task.isCancelled {
      let moment = context.clock.now
      do {
        try await step()
        try await context.clock.wait(for: ExpectedUpkeep.interval, since: moment)
      } catch is CancellationError { return } catch {
        context.log(.warning, "expected people: \(error)")
        do { try await Task.sleep(for: ExpectedUpkeep.retry) } catch { return }
      }
    }
  }

  /// Does all work that is due now.
  func step() async throws {
    try await admitNewcomers()
    try await check()
    try await purge()
  }

  private func admitNewcomers() async throws {
    while !Task.isCancelled {
      let people = try await context.store.read { try $0.newcomers(limit: ExpectedUpkeep.peopleAStep) }
      guard !people.isEmpty else { return }
      let found = try await context.bus.call(Auth.FindPeople(people: people.map(\.person)))
      let call = context.ownCall()
      try await context.store.write { db in
        for account in found.items { try db.admit(account, call) }
        for person in people { try db.deleteNewcomer(person) }
      }
    }
  }

  private func check() async throws {
    while !Task.isCancelled {
      let rows = try await context.store.read { try $0.uncheckedExpected(limit: ExpectedUpkeep.peopleAStep) }
      guard !rows.isEmpty else { return }
      let emails = Array(Set(rows.map(\.email)))
      let found = try await context.bus.call(Auth.FindPeople(emails: emails))
      let call = context.ownCall()
      try await context.store.write { db in
        for account in found.items { try db.admit(account, call) }
        for row in rows { try db.setChecked(row.id) }
      }
    }
  }

  private func purge() async throws {
    let cutoff = context.clock.now.advanced(by: .seconds(-Database.maxDaysExpected * 24 * 3600))
    while !Task.isCancelled, try await context.store.read({ try $0.hasExpected(addedBefore: cutoff) }) {
      try await context.store.write {
        try $0.purgeExpected(addedBefore: cutoff, limit: ExpectedUpkeep.rowsAStep)
      }
    }
    let now = context.clock.now
    while !Task.isCancelled, try await context.store.read({ try $0.hasFormer(at: now) }) {
      try await context.store.write { try $0.purgeFormer(at: now, limit: ExpectedUpkeep.rowsAStep) }
    }
  }
}
