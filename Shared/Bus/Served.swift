internal import Glibc
internal import Schema

/// A subject that this program serves, with its counters. Owned by the bus thread, so that counting takes no
/// lock.
final class Served {
  let endpoint: Endpoint
  private var stats = SubjectStats()
  /// The published counters of an unlinkable subject, as they were when the hour began.
  private var shown = SubjectStats()
  /// The handler's moving average in microseconds; 0 until the first one finished.
  private(set) var average = 0.0
  /// The expected handler time of its waiting requests together, in microseconds.
  var queuedWork = 0.0

  init(_ endpoint: Endpoint) { self.endpoint = endpoint }

  func arrived() { stats.requests += 1 }

  func waited(_ duration: Duration) {
    guard duration > .zero else { return }
    stats.queueWaitMs += duration.inSeconds * 1e3
  }

  func began() { stats.inFlight += 1 }

  /// - Parameter worked: The duration without the time in the queue. Each request moves the average by an
  ///   eighth of the difference, so old values fade quickly.
  func ended(after duration: Duration, worked: Duration) {
    stats.inFlight -= 1
    stats.duration.record(duration)
    let microseconds = worked.inSeconds * 1e6
    average = average == 0 ? microseconds : average + (microseconds - average) / 8
  }

  var hasRoom: Bool { stats.inFlight < endpoint.maxRunning }

  func refused(_ code: String) {
    stats.refused(code, at: endpoint.isUnlinkable ? nil : Served.now)
  }

  /// Publishes the counters. Called when an hour begins.
  func show() {
    guard endpoint.isUnlinkable else { return }
    shown = stats
    shown.inFlight = 0
  }

  var report: SubjectStats {
    var report = endpoint.isUnlinkable ? shown : stats
    report.p50Ms = report.duration.quantile(0.5)
    report.p99Ms = report.duration.quantile(0.99)
    return report
  }

  private static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

/// A request whose handler is running.
struct Running {
  /// Nil for work that no task does, and that is not canceled.
  let task: Task<Void, Never>?
  let served: Served
  let arrived: ContinuousClock.Instant
  let began: ContinuousClock.Instant
  /// The time at which it is canceled if it is still running.
  let end: ContinuousClock.Instant
  var isCancelled = false
}

extension Engine {
  static var hourNow: Int { time(nil) / 3600 }

  /// Updates the published counters of unlinkable subjects. Immediate updates would reveal to an observer
  /// when each anonymous message was written. Hourly ones are as coarse as the message's own time.
  func showUnlinkable() {
    let hour = Engine.hourNow
    guard hour != shownHour else { return }
    shownHour = hour
    for served in served.values { served.show() }
  }

  var statsNow: BusStats {
    var report = stats
    report.running = running.count
    report.queued = queue.count
    report.queuedBytes = queue.bytes
    report.connections = callers.count
    report.repliesHeld = held.count
    report.peers = Dictionary(uniqueKeysWithValues: peers.map { ($0.key.text, $0.value.stats) })
    report.subjects = served.mapValues { $0.report }
    return report
  }
}
