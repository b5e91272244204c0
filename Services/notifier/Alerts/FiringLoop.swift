import Schema
import ServiceKit
import Store

/// Fires what is due: it sleeps until the next alert or one second, whichever is sooner, or until something
/// is planned, and decides by the rows and the clock when it wakes. So it is exact when nothing jumps, and
/// right when a clock does.
struct FiringLoop: Sendable {
  let context: ServiceContext

  /// Longest sleep: by then a clock that jumped is noticed.
  static let maxPause = Duration.seconds(1)
  /// Alerts fired in one transaction; other writes wait for one step at most.
  static let step = 512
  /// After a failure of the store.
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

  /// Until nothing is due: what is promoted meanwhile may be due too.
  private func fire() async throws {
    while !Task.isCancelled {
      let now = context.clock.now
      guard let next = try await context.store.read({ try $0.nextAlert() }), next <= now else { return }
      let call = context.ownCall()
      _ = try await context.store.write { try $0.fireDue(limit: FiringLoop.step, call) }
    }
  }

  private func untilNext() async throws -> Duration {
    guard let next = try await context.store.read({ try $0.nextAlert() }) else { return FiringLoop.maxPause }
    let wait = next.since(context.clock.now)
    return min(max(wait, .zero), FiringLoop.maxPause)
  }
}
