import Schema
import ServiceKit
import Store

/// What happens to an alert whose time has come.
enum FiringRule {
  /// From then on a notice says that it is late.
  static let late = Duration.seconds(60)
  /// So long after its time every alert is still of use.
  static let grace = Duration.seconds(15 * 60)

  /// Nil for one that was missed: the site was not running when it would have been of use.
  static func kind(at: Instant, until: Instant, now: Instant) -> Notifier.NoticeKind? {
    if now.since(at) <= late { return .fired }
    return now.since(at) <= grace || now < until ? .late : nil
  }
}

extension Database {
  /// When the next alert is due; nil without any.
  func nextAlert() throws -> Instant? {
    try one("SELECT min(at) FROM alert WHERE state = 'armed'") { try $0.instantOrNil(0) } ?? nil
  }

  /// Fires alerts that are due, the earliest first: a notice in the inbox, a delivery for each channel, and
  /// the slot goes to what waits.
  /// - Returns: how many were due; fewer than `limit` when no more are.
  func fireDue(limit: Int, _ call: Call) throws -> Int {
    let due = try all(
      "SELECT \(AlertRow.columns) FROM alert WHERE state = 'armed' AND at <= ? ORDER BY at LIMIT ?", call.now,
      limit
    ) { try AlertRow($0) }
    var people: [PersonID] = []
    var alerts: [PersonID: [AlertRow]] = [:]
    for alert in due {
      if alerts[alert.person] == nil { people.append(alert.person) }
      alerts[alert.person, default: []].append(alert)
    }
    for person in people { try fire(alerts[person] ?? [], of: person, call) }
    return due.count
  }

  /// Fires what is due of one person.
  func fire(_ alerts: [AlertRow], of person: PersonID, _ call: Call) throws {
    var moves = Moves(of: person)
    var fired: [AlertID] = []
    var notices: [NoticeID] = []
    var missed: [AlertRow] = []
    let quiet = try quietTimes(of: person)
    for alert in alerts {
      guard let kind = FiringRule.kind(at: alert.at, until: alert.until, now: call.now) else {
        try end(alert.id, as: .missed, at: call.now)
        moves.note(alert.id, from: alert.state, to: .missed)
        missed.append(alert)
        continue
      }
      try end(alert.id, as: .fired, at: call.now)
      let notice = NoticeRow(alert, kind, now: call.now)
      try put(notice, quiet, call)
      fired.append(alert.id)
      notices.append(notice.id)
    }
    if !missed.isEmpty { try noteMissed(missed, by: person, quiet, call) }
    try settle(&moves)
    try publish(moves, call)
    try publishFired(fired, notices, to: person, call)
  }

  /// What is of crisis importance: it waits for no time, no slot and no quiet hours.
  func fireAtOnce(_ alert: AlertRow, _ call: Call) throws {
    let notice = NoticeRow(alert, .fired, now: call.now)
    try put(notice, try quietTimes(of: alert.person), call)
    try publishFired([alert.id], [notice.id], to: alert.person, call)
  }

  /// What a program raised, for each of its people.
  func raise(_ told: Alerts.AlertRaised, _ call: Call) throws {
    guard !call.isSeeded else { return }
    for person in told.people.prefix(Audience.maxPeople) where try !isErased(person) {
      let notice = NoticeRow(told, to: person, now: call.now)
      try put(notice, try quietTimes(of: person), call)
      try publish(Notifier.NoticeRaised(), to: .people([person]), call)
    }
  }

  private func put(_ notice: NoticeRow, _ quiet: QuietTimes, _ call: Call) throws {
    try insert(notice)
    try planDeliveries(of: notice, at: quiet.sendTime(of: notice.importance, at: call.now), call)
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

  /// One line for all that is missed together: what an earlier step of the same pass has noted is added to.
  private func noteMissed(
    _ missed: [AlertRow], by person: PersonID, _ quiet: QuietTimes, _ call: Call
  ) throws {
    let titles = missed.prefix(MissedText.maxTitles).map { $0.body.value.text.title }
    let earlier = try one(
      """
      SELECT \(NoticeRow.columns) FROM notice
      WHERE person = ? AND cleared_at IS NULL AND read_at IS NULL AND kind = 'missed' AND at >= ?
      ORDER BY at DESC, id DESC LIMIT 1
      """,
      person.raw, call.now.advanced(by: .zero - FiringRule.late)
    ) { try NoticeRow($0) }
    guard let earlier else {
      let notice = NoticeRow(missed: titles, count: missed.count, by: person, now: call.now)
      try put(notice, quiet, call)
      return try publish(Notifier.NoticeRaised(), to: .people([person]), call)
    }
    let (count, known) = earlier.body.text.missed
    let body = NoticeBody(
      text: MissedText.text(count: count + missed.count, titles: known + titles), because: [])
    try update(body, of: earlier.id)
  }
}

extension Alerts.AlertText {
  /// What it is about, for a list of several.
  fileprivate var title: String { values.first { $0.name == "title" }?.text ?? key }

  /// What a notice about missed alerts says.
  fileprivate var missed: (count: Int, titles: [String]) {
    let count = values.first { $0.name == "count" }.flatMap { Int($0.text) } ?? 0
    let titles = values.first { $0.name == "titles" }?.text ?? ""
    return (count, titles.split(separator: "\n").map(String.init))
  }
}
