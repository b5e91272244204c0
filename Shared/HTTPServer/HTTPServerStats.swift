internal import Synchronization

/// Counts since start, and what is open now.
package struct HTTPServerStats: Sendable, Equatable {
  /// Open now.
  package var connections = 0
  /// Requests whose head was read and whose response is not yet fully sent.
  package var inFlight = 0
  /// Handlers that run now.
  package var handling = 0
  /// Feeds that are being sent now.
  package var streams = 0
  /// Bytes of request bodies in memory now.
  package var bodyMemory = 0

  package var connectionsTotal = 0
  package var requestsTotal = 0
  /// Answered 400 by the guard.
  package var rejectedByGuard = 0
  /// Bodies over their limit.
  package var rejectedBySize = 0
  /// Answered 503: `maxInFlight`, `maxBodyMemory`.
  package var rejectedByLoad = 0
  /// Handlers that had not answered when the drain's time was over.
  package var abandoned = 0
  /// Response headers left out because they cannot be sent.
  package var headersRefused = 0
  package var bodyBytesIn = 0
  package var bodyBytesOut = 0
}

/// The counters behind `HTTPServerStats`.
final class Counters: Sendable {
  let connections = Atomic(0)
  let handling = Atomic(0)
  let streams = Atomic(0)
  let bodyMemory = Atomic(0)
  let connectionsTotal = Atomic(0)
  let requestsTotal = Atomic(0)
  let rejectedByGuard = Atomic(0)
  let rejectedBySize = Atomic(0)
  let rejectedByLoad = Atomic(0)
  let abandoned = Atomic(0)
  let headersRefused = Atomic(0)
  let bodyBytesIn = Atomic(0)
  let bodyBytesOut = Atomic(0)

  func snapshot(inFlight: Int) -> HTTPServerStats {
    HTTPServerStats(
      connections: connections.now, inFlight: inFlight, handling: handling.now, streams: streams.now,
      bodyMemory: bodyMemory.now, connectionsTotal: connectionsTotal.now, requestsTotal: requestsTotal.now,
      rejectedByGuard: rejectedByGuard.now, rejectedBySize: rejectedBySize.now,
      rejectedByLoad: rejectedByLoad.now, abandoned: abandoned.now, headersRefused: headersRefused.now,
      bodyBytesIn: bodyBytesIn.now, bodyBytesOut: bodyBytesOut.now)
  }
}

extension Atomic<Int> {
  var now: Int { load(ordering: .relaxed) }

  /// The value after it.
  @discardableResult
  func add(_ amount: Int) -> Int { wrappingAdd(amount, ordering: .relaxed).newValue }
}
