import Schema
import ServiceKit
import Store

/// Deletes old alerts in small steps, so that other writes wait for at most one step.
struct CrisisUpkeep: Sendable {
  let context: ServiceContext

  static let interval = Duration.seconds(300)
  /// The pause after a failure of the store.
  static let retry = Duration.seconds(30)
  /// The alerts deleted in one transaction, with up to `Guide.maxAlerted` people each.
  static let step = 10

  func run() async {
    while !Task.isCancelled {
      do {
        let moment = context.clock.now
        try await purge(moment)
        try await context.clock.wait(for: CrisisUpkeep.interval, since: moment)
      } catch is CancellationError { return } catch {
        context.log(.error, "crisis alerts: \(error)")
        do { try await Task.sleep(for: CrisisUpkeep.retry) } catch { return }
      }
    }
  }

  func purge(_ now: Instant) async throws {
    let cutoff = now.advanced(by: .zero - GuideService.crisisDays)
    while !Task.isCancelled, try await context.store.read({ try $0.hasCrises(raisedBefore: cutoff) }) {
      _ = try await context.store.write { db in
        try db.deleteCrises(raisedBefore: cutoff, limit: CrisisUpkeep.step)
      }
    }
  }
}
