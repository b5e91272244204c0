/// Counters of a program's bus since it started.
package struct BusStats: Codable, Sendable {
  package var requests = 0
  package var errors = 0
  package var refused = 0
  /// Requests for a subject that this program does not serve.
  package var unknown = 0
  package var expired = 0
  package var shed = 0
  package var running = 0
  package var queued = 0
  package var queuedBytes = 0
  /// Callers that sent something within the last minute.
  package var connections = 0
  package var calls = 0
  package var retries = 0
  package var lateReplies = 0
  /// Replies that wait for callers which do not read. Nil from an older program, as below.
  package var repliesHeld: Int? = 0
  /// Replies dropped because a caller did not read, beyond the limit of those that wait.
  package var repliesDropped: Int? = 0
  package var malformed = 0
  /// Messages whose body is larger than `FrameLimit.message`.
  package var tooLarge: Int? = 0
  package var handshakesFailed = 0
  package var published = 0
  package var publicationsDropped = 0
  /// Requests shed because they would have waited past their deadline (included in `shed`).
  package var shedForWait = 0
  /// Requests that their caller canceled, or whose deadline passed while a handler was running.
  package var cancelled = 0
  /// Retried calls, by reason: `draining`, `busy`, `broken`, `silent`.
  package var retriesByReason: [String: Int] = [:]
  /// Calls that were not retried because the retry budget was spent.
  package var retriesWithheld = 0
  /// The number of times a breaker opened.
  package var breakersOpened = 0
  /// Programs that this one calls, by name.
  package var peers: [String: PeerStats] = [:]
  /// The histogram buckets: counts[i] holds durations of at most bounds[i]. The extra last count holds longer
  /// ones.
  package var boundsMs = DurationHistogram.boundsMs
  package var subjects: [String: SubjectStats] = [:]

  package init() {}
}

/// One called program, as its caller currently sees it.
package struct PeerStats: Codable, Hashable, Sendable {
  /// Known instances.
  package var instances = 0
  /// Instances with a connection.
  package var up = 0
  package var breakersOpen = 0
  /// Instances that owe a message and do not reply to a ping either.
  package var silent: Int? = 0
  /// Calls that were sent and have no reply yet.
  package var outstanding = 0
  /// Calls waiting for an instance.
  package var waiting = 0
  /// Tokens left of `RetryBudget.maxCount`. Below half, nothing is retried.
  package var retryBudget = 0.0

  package init() {}
}

/// Counters of one subject on the server's side, from the request's arrival to its reply.
package struct SubjectStats: Codable, Sendable {
  /// The maximum number of fault codes counted by name. Others count as `other`. Codes come from the source
  /// of the program and of the programs it calls, so a real program never reaches this limit.
  package static let maxCodes = 48
  package static let otherCodes = "other"

  package struct LastFault: Codable, Sendable {
    package let code: String
    package let at: Instant
  }

  package var requests = 0
  package var faults: [String: Int] = [:]
  package var inFlight = 0
  /// Durations of requests that a handler answered. Requests rejected earlier appear only in `faults`.
  package var duration = DurationHistogram()
  /// Total time in the queue, of all requests that left it.
  package var queueWaitMs = 0.0
  package var p50Ms: Double?
  package var p99Ms: Double?
  package var lastFault: LastFault?

  package init() {}

  package mutating func refused(_ code: String, at now: Instant?) {
    let known = faults[code] != nil || faults.count < SubjectStats.maxCodes
    faults[known ? code : SubjectStats.otherCodes, default: 0] += 1
    if let now { lastFault = LastFault(code: code, at: now) }
  }
}

/// Durations in fixed buckets, which can be summed over many programs: at most 15 numbers.
package struct DurationHistogram: Codable, Sendable {
  package static let boundsMs: [Double] = [
    0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000,
  ]

  /// The count of each bucket by itself; the last one holds everything longer. Empty before the first record.
  package private(set) var counts: [Int] = []
  package private(set) var sumMs = 0.0

  package init() {}

  package var count: Int { counts.reduce(0, +) }

  package mutating func record(_ duration: Duration) {
    let milliseconds = duration.inSeconds * 1e3
    if counts.isEmpty { counts = Array(repeating: 0, count: DurationHistogram.boundsMs.count + 1) }
    var bucket = 0
    while bucket < DurationHistogram.boundsMs.count, milliseconds > DurationHistogram.boundsMs[bucket] {
      bucket += 1
    }
    counts[bucket] += 1
    sumMs += milliseconds
  }

  /// Returns the duration that this share of all durations did not exceed, interpolated within its bucket
  /// like Prometheus's `histogram_quantile`; beyond the last bound, that bound. Nil before the first record.
  package func quantile(_ share: Double) -> Double? {
    let total = count
    guard total > 0 else { return nil }
    let wanted = share * Double(total)
    var below = 0
    for (bucket, count) in counts.enumerated() where count > 0 {
      guard Double(below + count) >= wanted else {
        below += count
        continue
      }
      guard bucket < DurationHistogram.boundsMs.count else { break }
      let lower = bucket == 0 ? 0 : DurationHistogram.boundsMs[bucket - 1]
      let upper = DurationHistogram.boundsMs[bucket]
      return lower + (upper - lower) * (wanted - Double(below)) / Double(count)
    }
    return DurationHistogram.boundsMs.last
  }
}
