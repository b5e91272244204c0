package import Bus
internal import Synchronization

/// Signals on their way from the bus thread to a consumer. The buffer is bounded and drops the oldest. The
/// consumer detects the gap by the sequence number and requests a replay.
package final class SignalBuffer: Sendable {
  static let maxSignals = 10_000
  static let maxBytes = 8 * 1024 * 1024

  private struct State {
    var signals: [StreamSignal] = []
    var bytes = 0
    var dropped = 0
    var isClosed = false
    var waiter: CheckedContinuation<[StreamSignal]?, Never>?
    /// Says which signals the waiter need not wake up for.
    var isQuiet: Quiet?
  }

  /// Runs on the bus thread, under the buffer's lock: it must return at once.
  package typealias Quiet = @Sendable ([StreamSignal]) -> Bool

  private let state = Mutex(State())

  package init() {}

  package func add(_ signals: [StreamSignal]) {
    let size = signals.reduce(0) { size, signal in
      if case .event(_, let body, _) = signal { size + 64 + body.count } else { size + 64 }
    }
    let waiter = state.withLock { state -> CheckedContinuation<[StreamSignal]?, Never>? in
      guard !state.isClosed else { return nil }
      if let waiter = state.waiter {
        if state.isQuiet?(signals) == true { return nil }
        state.waiter = nil
        return waiter
      }
      if state.signals.count + signals.count > SignalBuffer.maxSignals
        || state.bytes + size > SignalBuffer.maxBytes
      {
        state.dropped += state.signals.count
        state.signals.removeAll(keepingCapacity: true)
        state.bytes = 0
      }
      if signals.count > SignalBuffer.maxSignals || size > SignalBuffer.maxBytes {
        // The last signal is enough to show the gap.
        state.dropped += signals.count - 1
        state.signals = signals.suffix(1)
        return nil
      }
      state.signals += signals
      state.bytes += size
      return nil
    }
    waiter?.resume(returning: signals)
  }

  /// Returns all waiting signals, or waits for the next; nil once closed. Supports one consumer at a time.
  /// - Parameter isQuiet: says which signals to drop while the consumer waits, because they need no more.
  package func take(except isQuiet: Quiet? = nil) async -> [StreamSignal]? {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> [StreamSignal]?? in
        if !state.signals.isEmpty {
          var taken: [StreamSignal] = []
          swap(&taken, &state.signals)
          state.bytes = 0
          return .some(taken)
        }
        if state.isClosed { return .some(nil) }
        state.waiter = continuation
        state.isQuiet = isQuiet
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }

  package func close() {
    let waiter = state.withLock { state -> CheckedContinuation<[StreamSignal]?, Never>? in
      state.isClosed = true
      let waiter = state.waiter
      state.waiter = nil
      return waiter
    }
    waiter?.resume(returning: nil)
  }

  /// True while a consumer waits, for tests.
  var isWaitedFor: Bool { state.withLock { $0.waiter != nil } }

  package var dropped: Int { state.withLock { $0.dropped } }
}
