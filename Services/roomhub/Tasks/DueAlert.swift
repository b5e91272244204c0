import Calendar
import Schema

/// A member of a room and their time zone.
struct AlertedMember: Sendable {
  let person: PersonID
  let zone: Zone
}

/// The morning on which the alert for a due task fires: on the due day, or on the day before if the task is
/// due earlier than `time`.
enum DueMorning {
  static let time = TimeOfDay(secondsOfDay: 9 * 3600)

  static func fire(of due: Instant, in zone: Zone) -> Instant {
    let wall = zone.wallTime(at: due)
    let day = wall.time < time ? wall.date.adding(days: -1) ?? wall.date : wall.date
    return zone.instant(of: WallTime(date: day, time: time)).instant
  }
}

/// The alerts of a task. They depend only on the task, the members of its room and a moment, so published
/// alerts do not have to be stored.
///
/// A task has one alert per member, under one key. The alert keeps its key when the due time changes, and it
/// can be canceled whatever the member's zone was when it was planned.
extension Roomhub.RoommateTask {
  var dueKey: Alerts.AlertKey {
    Alerts.AlertKey(program: .roomhub, object: AlertObjectID(id.raw), lead: .atTheTime)
  }

  /// Upcoming alerts; none for a completed task.
  func dueAlerts(of members: [AlertedMember], at now: Instant) -> [Alerts.AlertPlanned] {
    guard completed == nil, let due, due > now else { return [] }
    return members.compactMap { member in
      let fire = DueMorning.fire(of: due, in: member.zone)
      guard fire > now else { return nil }
      return Alerts.AlertPlanned(
        key: dueKey, person: member.person, at: fire, until: max(due, fire),
        text: Alerts.AlertText(
          .taskDue,
          [
            Alerts.AlertValue(name: "title", text: title),
            Alerts.AlertValue(name: "due", text: due.description),
          ]),
        importance: .normal, because: Alerts.AlertReasons(checked: [.ofTheRoom]), recurrence: nil)
    }
  }

  /// The alert that the task has just become important. It fires at once.
  /// - Parameter name: the name of the person who made it important, if known.
  func importantAlert(of person: PersonID, by name: String?, at now: Instant) -> Alerts.AlertPlanned {
    var values = [Alerts.AlertValue(name: "title", text: title)]
    if let name { values.append(Alerts.AlertValue(name: "by", text: name)) }
    return Alerts.AlertPlanned(
      key: Alerts.AlertKey(program: .roomhub, object: AlertObjectID(id.raw), lead: .ofImportance),
      person: person, at: now, until: now.advanced(by: .seconds(24 * 3600)),
      text: Alerts.AlertText(.taskImportant, values), importance: .high,
      because: Alerts.AlertReasons(checked: [.ofTheRoom, Alerts.AlertReason(.taskImportant)]),
      recurrence: nil)
  }
}

extension LeadTime {
  /// The lead time in the key of an important task's alert, which keeps it apart from the due alert's key.
  /// The value is the end of the scale, not a real lead time.
  fileprivate static let ofImportance = LeadTime(checked: LeadTime.limits.upperBound)
}

extension Alerts.AlertReason {
  fileprivate static let ofTheRoom = Alerts.AlertReason(.taskOfRoom)
}
