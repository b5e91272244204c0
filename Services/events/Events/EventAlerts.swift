import Schema
import ServiceKit
import Store

/// A person whom an event reminds, and the reason: they own it, or they answered yes or maybe.
struct RemindedPerson: Sendable, Hashable {
  let person: PersonID
  /// Nil for the owner.
  let answer: Events.Answer?
}

/// The reminders of an event as alerts. They depend only on the event, its answers and a moment, so published
/// alerts need not be stored: a change computes the alerts before it and publishes the difference.
extension EventRow {
  /// The upcoming alerts, as of the last move.
  func alerts(of people: [RemindedPerson], at now: Instant) throws(Fault) -> [Alerts.AlertPlanned] {
    guard deleted == nil, let leads else { return [] }
    let times = try EventTimes(self)
    let moment = planningMoment(now)
    return leads.all.sorted().flatMap { lead in
      nextReminder(lead, times, after: moment).map { found in
        people.map { alert(lead, at: found.fire, of: found.start, times, $0) }
      } ?? []
    }
  }

  /// The latest occurrence of each repeating reminder that came due after the planned one while the program
  /// was not running. Those in between are of no interest any more.
  func missedAlerts(of people: [RemindedPerson], at now: Instant) throws(Fault) -> [Alerts.AlertPlanned] {
    guard deleted == nil, recurrence != nil, let leads else { return [] }
    let times = try EventTimes(self)
    let moment = planningMoment(now)
    return leads.all.sorted().flatMap { lead in
      nextReminder(lead, times, after: moment).flatMap {
        latestReminder(lead, times, after: $0.fire, until: now)
      }.map { found in people.map { alert(lead, at: found.fire, of: found.start, times, $0) } } ?? []
    }
  }

  /// The moment as of which alerts are planned: those that a late move has not published yet are not planned
  /// yet.
  private func planningMoment(_ now: Instant) -> Instant {
    moves.map { min(now, $0.advanced(by: .milliseconds(-1))) } ?? now
  }

  private func alert(
    _ lead: LeadTime, at fire: Instant, of start: Instant, _ times: EventTimes, _ reminded: RemindedPerson
  ) -> Alerts.AlertPlanned {
    // A reminder at the start, or on the morning of the day, is useful while the event lasts.
    let until = fire < start ? start : max(times.end(of: start, minutes), fire)
    var values = [
      Alerts.AlertValue(name: "title", text: title),
      Alerts.AlertValue(name: "start", text: start.description),
      Alerts.AlertValue(name: "zone", text: when.zone.text),
    ]
    // Clients draw it beside the text, or show the event's picture.
    values.append(Alerts.AlertValue(name: "drawing", text: look.drawing.rawValue))
    if picture != nil { values.append(Alerts.AlertValue(name: "hasPicture", text: "true")) }
    if let place { values.append(Alerts.AlertValue(name: "place", text: place)) }
    let why =
      reminded.answer.map {
        Alerts.AlertReason(.answered, [Alerts.AlertValue(name: "answer", text: $0.rawValue)])
      } ?? Alerts.AlertReason(.yours)
    let time = Alerts.AlertReason(.lead, [Alerts.AlertValue(name: "minutes", text: "\(lead.minutes)")])
    return Alerts.AlertPlanned(
      key: Alerts.AlertKey(program: .events, object: AlertObjectID(id.raw), lead: lead),
      person: reminded.person, at: fire, until: until,
      text: Alerts.AlertText(when.isAllDay ? .eventDayReminder : .eventReminder, values),
      importance: .normal, because: Alerts.AlertReasons(checked: [why, time]), recurrence: recurrence)
  }
}

extension Database {
  /// The alerts planned for this event.
  func alerts(of event: EventRow, at now: Instant) throws -> [Alerts.AlertPlanned] {
    guard event.deleted == nil, event.leads != nil else { return [] }
    return try event.alerts(of: try reminded(by: event), at: now)
  }

  /// The latest alerts that came due while nothing was published.
  func missedAlerts(of event: EventRow, at now: Instant) throws -> [Alerts.AlertPlanned] {
    guard event.deleted == nil, event.leads != nil else { return [] }
    return try event.missedAlerts(of: try reminded(by: event), at: now)
  }

  /// The owner, and the people who answered yes or maybe.
  private func reminded(by event: EventRow) throws -> [RemindedPerson] {
    let others = try all(
      """
      SELECT person, answer FROM answer WHERE event = ? AND answer IN ('yes', 'maybe') AND person <> ?
      ORDER BY person LIMIT ?
      """,
      event.id.raw, event.owner.raw, Audience.maxPeople
    ) {
      RemindedPerson(
        person: PersonID(try $0.id("person")), answer: try Events.Answer(stored: $0.text("answer")))
    }
    return [RemindedPerson(person: event.owner, answer: nil)] + others
  }

  /// Publishes the alerts to plan and to cancel, so that after a change in this transaction the alerts of the
  /// event replace `before`.
  /// - Returns: the alerts that are planned now.
  @discardableResult
  func replan(
    _ event: EventRow, instead before: [Alerts.AlertPlanned], _ call: Call
  ) throws -> [Alerts.AlertPlanned] {
    let after = try alerts(of: event, at: call.now)
    let kept = Set(after.map(\.place))
    // Alerts that have fired in the meantime cannot be canceled.
    for alert in before where alert.at > call.now && !kept.contains(alert.place) {
      try publish(Alerts.AlertCancelled(key: alert.key, person: alert.person), to: .programs, call)
    }
    let told = Set(before)
    for alert in after where !told.contains(alert) { try publish(alert, to: .programs, call) }
    return after
  }
}

private struct EventAlertKey: Hashable {
  let key: Alerts.AlertKey
  let person: PersonID
}

extension Alerts.AlertPlanned {
  fileprivate var place: EventAlertKey { EventAlertKey(key: key, person: person) }
}
