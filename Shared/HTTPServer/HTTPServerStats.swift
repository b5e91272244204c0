internal import Synchronization

/// Counts since start, and current values.
package struct HTTPServerStats: Sendable, Equatable {
  /// Currently open.
  package var connections = 0
  /// Requests whose head was read and whose response is not yet fully sent.
  package var inFlight = 0
  /// Handlers currently running.
  package var handling = 0
  /// Feeds currently being sent.
  package var streams = 0
  /// Bytes of request bodies currently in memory.
  package var bodyMemory = 0
  /// Request bodies currently in files.
  package var bodyFiles = 0

  package var connectionsTotal = 0
  /// Connections closed on accepting, because no other one could give way.
  package var connectionsRefused = 0
  /// Connections ended because their client was too slow.
  package var cutSlow = 0
  /// Unfinished connections ended to make room for new ones.
  package var cutForRoom = 0
  package var requestsTotal = 0
  /// Requests that got status 400 from the guard.
  package var rejectedByGuard = 0
  /// Bodies over their limit.
  package var rejectedBySize = 0
  /// Requests that got status 503 or 507: `maxInFlight`, `maxBodyMemory`, `maxBodyFiles`, a full disk.
  package var rejectedByLoad = 0
  /// Handlers that had not replied by the end of the drain's time.
  package var abandoned = 0
  /// Response headers omitted because they are invalid.
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
  let bodyFiles = Atomic(0)
  let connectionsTotal = Atomic(0)
  let connectionsRefused = Atomic(0)
  let cutSlow = Atomic(0)
  let cutForRoom = Atomic(0)
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
      bodyMemory: bodyMemory.now, bodyFiles: bodyFiles.now, connectionsTotal: connectionsTotal.now,
      connectionsRefused: connectionsRefused.now, cutSlow: cutSlow.now, cutForRoom: cutForRoom.now,
      requestsTotal: requestsTotal.now,
      rejectedByGuard: rejectedByGuard.now, rejectedBySize: rejectedBySize.now,
      rejectedByLoad: rejectedByLoad.now, abandoned: abandoned.now, headersRefused: headersRefused.now,
      bodyBytesIn: bodyBytesIn.now, bodyBytesOut: bodyBytesOut.now)
  }
}

extension Atomic<Int> {
  var now: Int { load(ordering: .relaxed) }

  /// Adds and returns the new value.
  @discardableResult
  func add(_ amount: Int) -> Int { wrappingAdd(amount, ordering: .relaxed).newValue }
}
