import Schema
import ServiceKit
import Store

/// Roomhub's background work: closes board hours that are over, checks that closed ones are intact, purges
/// deleted tasks, indexes the tasks of before the index, and publishes alerts again. It works in small steps,
/// so that other writes wait for at most one step.
struct Upkeep: Sendable {
  let context: ServiceContext

  static let interval = Duration.seconds(2)
  /// Hours closed in one transaction.
  static let hoursAStep = 50
  /// Closed hours checked in one step.
  static let checksAStep = 50
  /// Tasks purged in one transaction.
  static let tasksAStep = 500
  /// The interval between two checks of all closed hours.
  static let checkEvery = Duration.seconds(24 * 3600)

  func run() async {
    var check = ChainCheck()
    while !Task.isCancelled {
      do {
        try await step(&check)
        try await Task.sleep(for: Upkeep.interval)
      } catch is CancellationError { return } catch {
        context.log(.error, "upkeep: \(error)")
        do { try await Task.sleep(for: Upkeep.interval) } catch { return }
      }
    }
  }

  /// Does all work that is due now, and the next part of the check.
  func step(_ check: inout ChainCheck) async throws {
    try await closeHours()
    try await purgeTasks()
    try await indexTasks()
    try await retellAlerts()
    try await check.step(context)
  }

  /// Closes no hours while a site is being seeded, because its messages lie in the past and more may be added
  /// to any hour.
  private func closeHours() async throws {
    let seeding = SeedingMark(dataFolder: context.settings.data)
    let last = context.clock.now.advanced(by: .zero - BoardChain.grace - .seconds(3600))
    while !Task.isCancelled, !seeding.isSet {
      let open = try await context.store.read { try $0.openHours(upTo: last, limit: Upkeep.hoursAStep) }
      guard !open.isEmpty else { return }
      try await context.store.write { db in
        for place in open { try db.closeHour(place) }
      }
    }
  }

  private func purgeTasks() async throws {
    let cutoff = context.clock.now.advanced(by: .zero - RoomhubService.restoreLimit)
    while !Task.isCancelled, try await context.store.read({ try $0.hasTask(deletedBefore: cutoff) }) {
      try await context.store.write { try $0.purgeTasks(deletedBefore: cutoff, limit: Upkeep.tasksAStep) }
    }
  }
}

extension Upkeep {
  /// Indexes the tasks that an older version added.
  private func indexTasks() async throws {
    while !Task.isCancelled, try await context.store.read({ try $0.hasDueTask() }) {
      _ = try await context.store.write { try $0.indexDueTasks(limit: Upkeep.tasksAStep) }
    }
  }

  /// Runs the remaining alert jobs: people who moved or changed their zone, in rooms with long lists.
  private func retellAlerts() async throws {
    while !Task.isCancelled, try await context.store.read({ try $0.hasAlertJob() }) {
      let call = context.ownCall()
      _ = try await context.store.write { try $0.stepAlertJob(call) }
    }
  }
}

/// Checks all closed hours: once after the start, then once a day.
struct ChainCheck {
  private static let beginning = BoardHourKey(
    room: RoomID(RawUUID(high: 0, low: 0)), hour: Instant(milliseconds: .min))

  private var place = ChainCheck.beginning
  private var next = ContinuousClock.now

  fileprivate mutating func step(_ context: ServiceContext) async throws {
    guard ContinuousClock.now >= next else { return }
    let from = place
    let (last, changed) = try await context.store.read { db in
      let closed = try db.closedHours(after: from, limit: Upkeep.checksAStep)
      return (closed.last?.place, try closed.filter { !(try db.isIntact($0)) }.map(\.place))
    }
    for place in changed {
      context.log(
        .error,
        "the board of room \(place.room) was changed in the file: hour \(place.hour) is not as it closed")
    }
    if let last {
      place = last
    } else {
      place = ChainCheck.beginning
      next = ContinuousClock.now.advanced(by: Upkeep.checkEvery)
    }
  }
}
