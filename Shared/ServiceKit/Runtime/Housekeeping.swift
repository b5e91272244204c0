internal import Schema
internal import Store

/// Deletes expired data in small steps, once an hour and shortly after the start.
struct Housekeeping: Sendable {
  let context: ServiceContext

  /// The retention of events: a week, so that a program can be down that long and still replay.
  static let eventLifetime = Duration.seconds(7 * 24 * 3600)
  /// The retention of dead letters that an operator settled, for later review.
  static let letterLifetime = Duration.seconds(30 * 24 * 3600)
  /// Rows per step. Other writes wait for at most one step.
  static let step = 500
  /// The maximum number of events kept, however recent.
  static let maxEvents: Int64 = 5_000_000

  func run() async {
    deleteLeftovers()
    var wait = Duration.seconds(30)
    while !Task.isCancelled {
      do {
        try await Task.sleep(for: wait)
        deleteLeftovers()
        try await sweep()
      } catch is CancellationError { return } catch { context.log(.error, "housekeeping: \(error)") }
      wait = .seconds(3600)
    }
  }

  private func deleteLeftovers() {
    let leftovers = RestoreLeftovers(data: context.settings.data, program: context.program)
    do {
      for path in try leftovers.sweep(now: SiteClock.system) {
        context.log(.info, "deleted \(path): the data before a restore is kept for 7 days")
      }
    } catch { context.log(.warning, "the data before a restore stays: \(ErrorText.of(error))") }
  }

  private func sweep() async throws {
    let now = context.clock.now
    let cutoff = now.advanced(by: .zero - Housekeeping.eventLifetime)
    let settled = now.advanced(by: .zero - Housekeeping.letterLifetime)
    var deleted = Housekeeping.step
    while deleted >= Housekeeping.step, !Task.isCancelled {
      deleted = try await context.store.write { db in
        let replies = try db.forgetExpired(now: SiteClock.system, limit: Housekeeping.step)
        let events = try db.pruneOutbox(
          olderThan: cutoff, keeping: Housekeeping.maxEvents, limit: Housekeeping.step)
        let letters = try db.forgetSettledLetters(before: settled, limit: Housekeeping.step)
        return max(replies, events, letters)
      }
    }
  }
}
