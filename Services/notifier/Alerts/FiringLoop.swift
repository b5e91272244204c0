import Schema
import ServiceKit
import Store

/// Fires due alerts. The loop sleeps until the next alert, for one second, or until something is planned,
/// whichever comes first, and then compares the rows with the clock. So it is exact while the clock is
/// steady, and correct after the clock jumps.
struct FiringLoop: Sendable {
  let context: ServiceContext

  /// The longest sleep, after which a jump of the clock is noticed.
  static let maxPause = Duration.seconds(1)
  /// Alerts fired in one transaction. Other writes wait for at most one step.
  static let step = 512
  /// The pause after a failure of the store.
  static let retry = Duration.seconds(1)

  func run() async {
    while !Task.isCancelled {
      do {
        let (seen, moment) = (context.commits.count, context.clock.now)
        try await fire()
        let wait = try await untilNext()
        guard wait > .zero else { continue }
        try await context.commits.wait(after: seen, for: wait, on: context.clock, since: moment)
      } catch is CancellationError { return } catch {
        context.log(.error, "firing: \(error)")
        do { try await Task.sleep(for: FiringLoop.retry) } catch { return }
      }
    }
  }

  /// Fires until nothing is due, because an alert that was promoted meanwhile may be due too.
  private func fire() async throws {
    while !Task.isCancelled {
      let (now, system) = (context.clock.now, SiteClock.system)
      guard try await context.store.read({ try $0.isDue(at: now, system: system) }) else { return }
      let call = context.ownCall()
      _ = try await context.store.write { try $0.fireDue(limit: FiringLoop.step, system: system, call) }
    }
  }

  private func untilNext() async throws -> Duration {
    guard let next = try await context.store.read({ try $0.nextAlert() }) else { return FiringLoop.maxPause }
    let wait = next.since(context.clock.now)
    return min(max(wait, .zero), FiringLoop.maxPause)
  }
}
