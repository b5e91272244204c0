package import Schema

/// Counters of one program's bus, since it started.
package struct BusStats: Codable, Sendable {
  package var requests = 0
  package var errors = 0
  package var refused = 0
  /// Requests for a subject that this program does not answer.
  package var unknown = 0
  package var expired = 0
  package var shed = 0
  package var running = 0
  package var queued = 0
  package var queuedBytes = 0
  /// Callers that sent something in the last minute.
  package var connections = 0
  package var calls = 0
  package var retries = 0
  package var lateReplies = 0
  package var malformed = 0
  package var handshakesFailed = 0
  package var published = 0
  package var publicationsDropped = 0
  /// Of the shed ones those that would have waited past their deadline.
  package var shedForWait = 0
  /// Requests that were taken back by their caller, or whose deadline passed while they were worked on.
  package var cancelled = 0
  /// Calls that were sent again, by why: `draining`, `busy`, `broken`.
  package var retriesByReason: [String: Int] = [:]
  /// Calls that would have been sent again if the budget of retries were not spent.
  package var retriesWithheld = 0
  /// How often a breaker opened.
  package var breakersOpened = 0
  /// The programs this one calls, by name.
  package var peers: [String: PeerStats] = [:]
  /// What the histograms' counts mean: counts[i] took at most bounds[i]; the one past the last took longer.
  package var boundsMs = DurationHistogram.boundsMs
  package var subjects: [String: SubjectStats] = [:]

  package init() {}
}

/// The way to one program as its caller sees it now.
package struct PeerStats: Codable, Hashable, Sendable {
  /// Instances that are known.
  package var instances = 0
  /// Those with a connection.
  package var up = 0
  package var breakersOpen = 0
  /// Calls that were sent and have no answer yet.
  package var outstanding = 0
  /// Calls that wait for an instance.
  package var waiting = 0
  /// Tokens that are left of `RetryBudget.most`; below half nothing is sent again.
  package var retryBudget = 0.0
}

/// How one subject fares on its server's side: from the request's arrival to its answer.
package struct SubjectStats: Codable, Sendable {
  /// Fault codes counted by name; further ones count as `other`. Codes are the program's own words and those
  /// of the programs it asks, so a real one never comes near.
  package static let maxCodes = 48
  package static let otherCodes = "other"

  package struct LastFault: Codable, Sendable {
    package let code: String
    package let at: Instant
  }

  package var requests = 0
  package var faults: [String: Int] = [:]
  package var inFlight = 0
  /// Answered requests; those refused before they began are in `faults` alone.
  package var duration = DurationHistogram()
  /// Time in the queue, of all that left it.
  package var queueWaitMs = 0.0
  package var p50Ms: Double?
  package var p99Ms: Double?
  package var lastFault: LastFault?

  package init() {}

  mutating func refused(_ code: String, at now: Instant?) {
    let known = faults[code] != nil || faults.count < SubjectStats.maxCodes
    faults[known ? code : SubjectStats.otherCodes, default: 0] += 1
    if let now { lastFault = LastFault(code: code, at: now) }
  }
}

/// Durations in fixed buckets: what a sum of many programs' answers needs, and no more than 15 numbers.
package struct DurationHistogram: Codable, Sendable {
  package static let boundsMs: [Double] = [
    0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000,
  ]

  /// Of each bucket alone, the last one for everything longer; empty before the first.
  package private(set) var counts: [Int] = []
  package private(set) var sumMs = 0.0

  package init() {}

  package var count: Int { counts.reduce(0, +) }

  package mutating func record(_ duration: Duration) {
    let milliseconds = Double(duration.attoseconds) / 1e15
    if counts.isEmpty { counts = Array(repeating: 0, count: DurationHistogram.boundsMs.count + 1) }
    var bucket = 0
    while bucket < DurationHistogram.boundsMs.count, milliseconds > DurationHistogram.boundsMs[bucket] {
      bucket += 1
    }
    counts[bucket] += 1
    sumMs += milliseconds
  }

  /// The duration that this share of all stayed within, read off a straight line through its bucket as
  /// Prometheus's `histogram_quantile` does; the last bound for what lies beyond it. Nil before the first.
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
