internal import Glibc
internal import Schema

/// How one subject fares that this program answers. Owned by the bus thread, so that counting takes no lock.
final class Served {
  private let isUnlinkable: Bool
  private var stats = SubjectStats()
  /// What is told of an unlinkable subject: its counters as they stood when the hour began.
  private var shown = SubjectStats()

  init(isUnlinkable: Bool) { self.isUnlinkable = isUnlinkable }

  func arrived() { stats.requests += 1 }

  func waited(_ duration: Duration) {
    guard duration > .zero else { return }
    stats.queueWaitMs += Double(duration.components.attoseconds) / 1e15
    stats.queueWaitMs += Double(duration.components.seconds) * 1000
  }

  func began() { stats.inFlight += 1 }

  func ended(after duration: Duration) {
    stats.inFlight -= 1
    stats.duration.record(duration)
  }

  func refused(_ code: String) {
    stats.refused(code, at: isUnlinkable ? nil : Served.now)
  }

  /// Called when an hour begins.
  func show() {
    guard isUnlinkable else { return }
    shown = stats
    shown.inFlight = 0
  }

  var report: SubjectStats {
    var report = isUnlinkable ? shown : stats
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

extension Engine {
  static var hourNow: Int { time(nil) / 3600 }

  /// Counters that rise at once would tell whoever keeps them when each anonymous message was written; these
  /// rise once an hour, as coarse as the message's own time.
  func showUnlinkable() {
    let hour = Engine.hourNow
    guard hour != shownHour else { return }
    shownHour = hour
    for lane in lanes.values { lane.served.show() }
  }

  var statsNow: BusStats {
    var report = stats
    report.running = running.count
    report.queued = queue.count
    report.queuedBytes = queue.bytes
    report.connections = callers.count
    report.subjects = lanes.mapValues { $0.served.report }
    report.peers = Dictionary(uniqueKeysWithValues: peers.map { ($0.key.text, $0.value.stats) })
    return report
  }
}
