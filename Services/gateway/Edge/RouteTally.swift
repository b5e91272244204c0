import Bus
import Schema
import ServiceKit
import Synchronization

/// The statistics of requests to one route. There is one for each route of the table and a few besides, so
/// that an invented path adds no metric.
final class RouteTally: Sendable {
  struct Counts: Sendable {
    /// Counts by class of status, `1xx` first.
    var statuses = [Int](repeating: 0, count: 5)
    var duration = DurationHistogram()
  }

  private struct State {
    var counts = Counts()
    /// The visible counts of an unlinkable route, as of the start of the hour.
    var shown = Counts()
    var hour = SiteClock.system.hour
  }

  let method: String
  let template: String
  let isUnlinkable: Bool
  private let state = Mutex(State())

  init(_ method: String, _ template: String, isUnlinkable: Bool = false) {
    self.method = method
    self.template = template
    self.isUnlinkable = isUnlinkable
  }

  func add(status: Int, _ duration: Duration) {
    let statusClass = min(max(status / 100, 1), 5) - 1
    state.withLock { state in
      turnHour(&state)
      state.counts.statuses[statusClass] += 1
      state.counts.duration.record(duration)
    }
  }

  var counts: Counts {
    state.withLock { state in
      turnHour(&state)
      return isUnlinkable ? state.shown : state.counts
    }
  }

  /// Updates the visible counts once an hour. A count that rose with each anonymous message would reveal when
  /// each was written.
  private func turnHour(_ state: inout State) {
    guard isUnlinkable else { return }
    let hour = SiteClock.system.hour
    guard hour != state.hour else { return }
    state.hour = hour
    state.shown = state.counts
  }
}
