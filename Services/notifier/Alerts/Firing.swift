import Schema
import ServiceKit
import Store

/// The rules for an alert that is due.
enum FiringRule {
  /// The delay after which a notice is marked as late.
  static let late = Duration.seconds(60)
  /// The time for which every alert is still useful after it was due.
  static let grace = Duration.seconds(15 * 60)
  /// The time for which an overdue repeating alert waits for a later occurrence from its program, which may
  /// start or catch up at the same time as the notifier. Shorter than `late`, so that everything that was
  /// missed together is still one notice.
  static let hold = Duration.seconds(10)

  /// The kind of notice for an alert; nil if the alert was missed, because the site was not running while it
  /// was useful.
  static func kind(at: Instant, until: Instant, now: Instant) -> Notifier.NoticeKind? {
    if now.since(at) <= late { return .fired }
    return now.since(at) <= grace || now < until ? .late : nil
  }

  /// True for an occurrence that a later one of the same alert may have overtaken.
  static func mayBeOvertaken(_ alert: AlertRow, now: Instant) -> Bool {
    alert.body.value.recurrence != nil && now.since(alert.at) > grace
  }
}

/// The times and the channels by which a person's notices are sent, read once for all that are due together.
private struct SendingRule {
  let quiet: QuietTimes
  let channels: [ChannelRow]
}

extension Database {
  /// The time of the next armed alert that is not held; nil if there is none.
  func nextAlert() throws -> Instant? {
    try one("SELECT min(at) AS at FROM alert WHERE state = 'armed' AND held_until IS NULL") {
      try $0.instantOrNil("at")
    } ?? nil
  }

  /// - Parameter system: the system's time, on which alerts are held.
  func isDue(at now: Instant, system: Instant) throws -> Bool {
    if let next = try nextAlert(), next <= now { return true }
    return try !endedHolds(at: system, limit: 1).isEmpty
  }

  private func endedHolds(at system: Instant, limit: Int) throws -> [AlertRow] {
    try all(
      """
      SELECT \(AlertRow.columns) FROM alert
      WHERE state = 'armed' AND held_until IS NOT NULL AND held_until <= ? ORDER BY held_until LIMIT ?
      """,
      system, limit
    ) { try AlertRow($0) }
  }

  /// Fires due alerts, earliest first, and holds repeating ones that are long overdue. Each adds a
  /// notice to the inbox and a delivery for each channel, and its slot goes to a queued alert.
  /// - Returns: the number of alerts that were due; less than `limit` if no more are.
  func fireDue(limit: Int, system: Instant, _ call: Call) throws -> Int {
    let held = try endedHolds(at: system, limit: limit)
    let due = try all(
      """
      SELECT \(AlertRow.columns) FROM alert
      WHERE state = 'armed' AND held_until IS NULL AND at <= ? ORDER BY at LIMIT ?
      """,
      call.now, limit - held.count
    ) { try AlertRow($0) }
    try fire(held, call)
    let overdue = Dictionary(grouping: due) { FiringRule.mayBeOvertaken($0, now: call.now) }
    for alert in overdue[true] ?? [] { try hold(alert.id, until: system.advanced(by: FiringRule.hold)) }
    try fire(overdue[false] ?? [], call)
    return held.count + due.count
  }

  private func fire(_ due: [AlertRow], _ call: Call) throws {
    var people: [PersonID] = []
    var alerts: [PersonID: [AlertRow]] = [:]
    for alert in due {
      if alerts[alert.person] == nil { people.append(alert.person) }
      alerts[alert.person, default: []].append(alert)
    }
    for person in people { try fire(alerts[person] ?? [], of: person, call) }
  }

  /// Fires the due alerts of one person.
  func fire(_ alerts: [AlertRow], of person: PersonID, _ call: Call) throws {
    var moves = Moves(of: person)
    var fired: [AlertID] = []
    var notices: [NoticeID] = []
    var missed: [AlertRow] = []
    let sending = try sendingRule(of: person)
    for alert in alerts {
      guard let kind = FiringRule.kind(at: alert.at, until: alert.until, now: call.now) else {
        try end(alert.id, as: .missed, at: call.now)
        moves.note(alert.id, from: alert.state, to: .missed)
        missed.append(alert)
        continue
      }
      try end(alert.id, as: .fired, at: call.now)
      let notice = NoticeRow(alert, kind, now: call.now)
      try put(notice, sending, call)
      fired.append(alert.id)
      notices.append(notice.id)
    }
    if !missed.isEmpty { try noteMissed(missed, by: person, sending, call) }
    try settle(&moves)
    try publish(moves, call)
    try publishFired(fired, notices, to: person, call)
  }

  /// Fires an alert of crisis importance, which waits for no time, no slot and no quiet hours. One that
  /// arrives when it is of no use anymore, because the notifier was not running, was missed.
  /// - Parameter store: Stores the alert as ended in this state.
  func fireAtOnce(_ alert: AlertRow, _ call: Call, storing store: (AlertState) throws -> Void) throws {
    guard let kind = FiringRule.kind(at: alert.at, until: alert.until, now: call.now) else {
      try store(.missed)
      return try noteMissed([alert], by: alert.person, try sendingRule(of: alert.person), call)
    }
    try store(.fired)
    let notice = NoticeRow(alert, kind, now: call.now)
    try put(notice, try sendingRule(of: alert.person), call)
    try publishFired([alert.id], [notice.id], to: alert.person, call)
  }

  /// Adds a notice for each person of a raised alert.
  func raise(_ told: Alerts.AlertRaised, _ call: Call) throws {
    guard !call.isSeeded else { return }
    for person in told.people.prefix(Audience.maxPeople) where try !isErased(person) {
      let notice = NoticeRow(told, to: person, now: call.now)
      try put(notice, try sendingRule(of: person), call)
      try publish(Notifier.NoticeRaised(), to: .people([person]), call)
    }
  }

  /// Lets an overdue repeating alert wait: only its latest occurrence fires, which its program may plan yet.
  private func hold(_ alert: AlertID, until moment: Instant) throws {
    try run("UPDATE alert SET held_until = ? WHERE id = ?", moment, alert.raw)
  }

  private func sendingRule(of person: PersonID) throws -> SendingRule {
    SendingRule(quiet: try quietTimes(of: person), channels: try channels(of: person))
  }

  private func put(_ notice: NoticeRow, _ sending: SendingRule, _ call: Call) throws {
    try insert(notice)
    let time = sending.quiet.sendTime(of: notice.importance, at: call.now)
    try planDeliveries(of: notice, by: sending.channels, at: time, call)
  }

  private func publishFired(
    _ alerts: [AlertID], _ notices: [NoticeID], to person: PersonID, _ call: Call
  ) throws {
    guard !alerts.isEmpty else { return }
    try publish(
      Notifier.AlertsFired(
        alerts: Array(alerts.prefix(Moves.maxListed)), notices: Array(notices.prefix(Moves.maxListed))),
      to: .people([person]), call)
  }

  /// Adds one notice for all alerts that were missed together, or extends the one from an earlier step of the
  /// same pass.
  private func noteMissed(
    _ missed: [AlertRow], by person: PersonID, _ sending: SendingRule, _ call: Call
  ) throws {
    let texts = missed.map(\.body.value.text)
    let earlier = try one(
      """
      SELECT \(NoticeRow.columns) FROM notice
      WHERE person = ? AND cleared_at IS NULL AND read_at IS NULL AND kind = 'missed' AND at >= ?
      ORDER BY at DESC, id DESC LIMIT 1
      """,
      person.raw, call.now.advanced(by: .zero - FiringRule.late)
    ) { try NoticeRow($0) }
    guard let earlier else {
      let notice = NoticeRow(missed: texts, by: person, now: call.now)
      try put(notice, sending, call)
      return try publish(Notifier.NoticeRaised(), to: .people([person]), call)
    }
    let (count, known) = earlier.body.text.missed
    let titles = known + texts.prefix(MissedText.maxTitles).map(\.title)
    let body = NoticeBody(text: MissedText.text(count: count + texts.count, titles: titles), because: [])
    try update(body, of: earlier.id)
  }
}

extension Alerts.AlertText {
  /// The title of the alert in a list of several.
  var title: String { values.first { $0.name == "title" }?.text ?? key }

  /// The count and the titles of a notice about missed alerts.
  fileprivate var missed: (count: Int, titles: [String]) {
    let count = values.first { $0.name == "count" }.flatMap { Int($0.text) } ?? 0
    let titles = values.first { $0.name == "titles" }?.text ?? ""
    return (count, titles.split(separator: "\n").map(String.init))
  }
}
