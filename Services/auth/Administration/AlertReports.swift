import Schema
import ServiceKit
import Store

/// Alerts of the site's monitoring, which Alertmanager reports, as notifications of administrators.
extension AuthService {
  func reportAlerts(
    _ request: Auth.ReportAlerts, _ call: Call
  ) async throws -> EncodedReply<Auth.ReportedAlerts> {
    for (index, alert) in request.alerts.enumerated() {
      try alert.startsAt.checkEntered("alerts.\(index).startsAt")
    }
    let looked = request.alerts.prefix(ReportedRow.maxLooked)
    let left = request.alerts.count - looked.count + min(max(request.truncatedAlerts ?? 0, 0), 1_000_000)
    // What cannot wait for the morning is told first, should the limits not suffice for all.
    let ordered = looked.filter(\.isUrgent) + looked.filter { !$0.isUrgent }
    return try await call.write { db in
      let now = SiteClock.system
      let administrators = try db.actingAdmins(limit: Audience.maxPeople)
      var reported = try ReportedTally(room: db.roomForReported(at: now))
      for alert in ordered {
        switch alert.status {
        case .firing:
          let isTold = reported.room > 0
          guard try db.noteReported(alert, isTold: isTold, at: now) else { continue }
          reported.count(isTold: isTold)
          if isTold { try db.notify(administrators, alert.text, alert.importance, call) }
        case .resolved:
          guard try db.endReported(alert, at: now) else { continue }
          reported.resolved += 1
          try db.notify(administrators, alert.resolvedText, .normal, call)
        }
      }
      let counted = reported.counted + (reported.isNews ? left : 0)
      if counted > 0, try db.noteMore(at: now) {
        let count = Alerts.AlertValue(name: "count", text: String(counted))
        try db.notify(administrators, Alerts.AlertText(.siteMore, [count]), .high, call)
      }
      return Auth.ReportedAlerts(told: reported.told, resolved: reported.resolved, counted: counted)
    }
  }
}

/// The limits on alerts of the site's monitoring.
enum ReportedRow {
  /// The limit of alerts that one report is searched for. The others are counted.
  static let maxLooked = 200
  /// The limit of alerts in one report, and in an hour, of which administrators are notified one by one.
  static let maxAtOnce = 10
  static let maxPerHour = 60
  static let hour = Duration.seconds(3600)
  /// The pause between two notifications that say how many other alerts there are.
  static let morePause = Duration.seconds(900)
  /// The time for which an alert is remembered after it was last reported.
  static let lifetime = Duration.seconds(30 * 24 * 3600)
  /// The limit of stored alerts; beyond it, those that were not reported for the longest time are deleted.
  static let maxStored = 10_000
}

/// The new alerts of one report.
private struct ReportedTally {
  /// The number of alerts that administrators may still be notified of.
  var room: Int
  var told = 0
  var counted = 0
  var resolved = 0

  init(room: Int) { self.room = room }

  var isNews: Bool { told + counted > 0 }

  mutating func count(isTold: Bool) {
    if isTold {
      told += 1
      room -= 1
    } else {
      counted += 1
    }
  }
}

extension Auth.ReportedAlert {
  /// True for an alert that ignores quiet hours.
  var isUrgent: Bool { importance == .crisis }

  var importance: Alerts.AlertImportance {
    switch labels?.severity?.text.lowercased() {
    case "page", "critical": .crisis
    case "info", "none": .normal
    default: .high
    }
  }

  var text: Alerts.AlertText {
    let advice = [annotations?.do, annotations?.description].compactMap(\.self).first { !$0.text.isEmpty }
    let severity = labels?.severity.map { ReportedText($0.text.lowercased(), maxLength: 20) }
    return Alerts.AlertText(.siteAlert, named + values([("severity", severity), ("do", advice)]) + [start])
  }

  var resolvedText: Alerts.AlertText { Alerts.AlertText(.siteResolved, named + [start]) }

  private var named: [Alerts.AlertValue] {
    let summary = annotations?.summary.map { ReportedText($0.text, maxLength: 100) }
    let name = labels?.alertname.map { ReportedText($0.text, maxLength: 60) }
    return values([("summary", summary), ("alert", name)])
  }

  private var start: Alerts.AlertValue { Alerts.AlertValue(name: "start", text: startsAt.description) }

  private func values(_ texts: [(String, ReportedText?)]) -> [Alerts.AlertValue] {
    texts.compactMap { name, value in
      guard let text = value?.text, !text.isEmpty else { return nil }
      return Alerts.AlertValue(name: name, text: text)
    }
  }
}

extension Database {
  /// Plans an alert for now for each of these people.
  fileprivate func notify(
    _ people: [PersonID], _ text: Alerts.AlertText, _ importance: Alerts.AlertImportance, _ call: Call
  ) throws {
    let key = Alerts.AlertKey(program: .auth, object: AlertObjectID(.timed(call.now)), lead: .atTheTime)
    for person in people {
      try publish(
        Alerts.AlertPlanned(
          key: key, person: person, at: call.now, until: call.now.advanced(by: .seconds(24 * 3600)),
          text: text, importance: importance,
          because: Alerts.AlertReasons(checked: [Alerts.AlertReason(.administrator)]), recurrence: nil),
        to: .programs, call)
    }
  }

  /// The number of alerts that administrators may be notified of now.
  fileprivate func roomForReported(at now: Instant) throws -> Int {
    let told = try all(
      "SELECT 1 FROM site_alert WHERE told_at > ? LIMIT ?", now.advanced(by: .zero - ReportedRow.hour),
      ReportedRow.maxPerHour
    ) { _ in true }
    return min(ReportedRow.maxAtOnce, ReportedRow.maxPerHour - told.count)
  }

  /// False if the alert is known.
  fileprivate func noteReported(_ alert: Auth.ReportedAlert, isTold: Bool, at now: Instant) throws -> Bool {
    try noteReported(alert.fingerprint.text, alert.startsAt, told: isTold ? now : nil, at: now)
  }

  private func noteReported(
    _ fingerprint: String, _ started: Instant, told: Instant?, at now: Instant
  ) throws -> Bool {
    let known = try change(
      "UPDATE site_alert SET seen_at = ? WHERE fingerprint = ? AND started_at = ?", now, fingerprint, started)
    guard known == 0 else { return false }
    try run(
      "INSERT INTO site_alert(fingerprint, started_at, seen_at, told_at) VALUES (?, ?, ?, ?)", fingerprint,
      started, now, told)
    return true
  }

  /// False if the alert is not known, was only counted, or has ended already.
  fileprivate func endReported(_ alert: Auth.ReportedAlert, at now: Instant) throws -> Bool {
    let (fingerprint, started) = (alert.fingerprint.text, alert.startsAt)
    let isTold = try one(
      """
      SELECT told_at FROM site_alert WHERE fingerprint = ? AND started_at = ? AND resolved_at IS NULL
      """,
      fingerprint, started
    ) { try !$0.isNull("told_at") }
    guard let isTold else { return false }
    try run(
      "UPDATE site_alert SET resolved_at = ?, seen_at = ? WHERE fingerprint = ? AND started_at = ?", now, now,
      fingerprint, started)
    return isTold
  }

  /// False if administrators have just been told of other alerts. That notification is a row without a
  /// fingerprint.
  fileprivate func noteMore(at now: Instant) throws -> Bool {
    let recent = try one(
      "SELECT 1 FROM site_alert WHERE fingerprint = '' AND told_at > ? LIMIT 1",
      now.advanced(by: .zero - ReportedRow.morePause)
    ) { _ in true }
    guard recent == nil else { return false }
    return try noteReported("", now, told: now, at: now)
  }

  /// Deletes alerts that were last reported before this moment, and those beyond the limit.
  func dropReported(before moment: Instant, limit: Int) throws -> Int {
    let last = try one(
      "SELECT seen_at FROM site_alert ORDER BY seen_at DESC LIMIT 1 OFFSET ?", ReportedRow.maxStored
    ) { try $0.instant("seen_at") }
    let gone = try all(
      """
      SELECT fingerprint, started_at FROM site_alert WHERE seen_at <= ? ORDER BY seen_at LIMIT ?
      """,
      max(last ?? moment, moment), limit
    ) { (try $0.text("fingerprint"), try $0.instant("started_at")) }
    for (fingerprint, started) in gone {
      try run("DELETE FROM site_alert WHERE fingerprint = ? AND started_at = ?", fingerprint, started)
    }
    return gone.count
  }
}
