import Calendar
import Schema

/// A member of a room, and where their clocks are.
struct AlertedMember: Sendable {
  let person: PersonID
  let zone: Zone
}

/// The morning on which people are told that a task is due: the day's own, or that of the day before where it
/// is due before the morning.
enum DueMorning {
  static let time = TimeOfDay(secondsOfDay: 9 * 3600)

  static func fire(of due: Instant, in zone: Zone) -> Instant {
    let wall = zone.wallTime(at: due)
    let day = wall.time < time ? wall.date.adding(days: -1) ?? wall.date : wall.date
    return zone.instant(of: WallTime(date: day, time: time)).instant
  }
}

/// The alerts of a task. They follow from the task, its room's members and a moment alone, so nobody has to
/// remember what was told.
///
/// A task has one alert for each member, under one key: it keeps its place when it is due at another time,
/// and can be cancelled whatever the member's zone was when it was planned.
extension Roomhub.RoommateTask {
  var dueKey: Alerts.AlertKey {
    Alerts.AlertKey(program: .roomhub, object: AlertObjectID(id.raw), lead: .atTheTime)
  }

  /// Those that are still to come; none of a completed task.
  func dueAlerts(of members: [AlertedMember], at now: Instant) -> [Alerts.AlertPlanned] {
    guard completed == nil, let due, due > now else { return [] }
    return members.compactMap { member in
      let fire = DueMorning.fire(of: due, in: member.zone)
      guard fire > now else { return nil }
      return Alerts.AlertPlanned(
        key: dueKey, person: member.person, at: fire, until: max(due, fire),
        text: Alerts.AlertText(
          key: "task.due",
          values: [
            Alerts.AlertValue(name: "title", text: title),
            Alerts.AlertValue(name: "due", text: due.description),
          ]),
        importance: .normal, because: Alerts.AlertReasons(checked: [.ofTheRoom]), recurrence: nil)
    }
  }

  /// The task has just become important, which the others are told at once.
  /// - Parameter name: of whom it became important by, where that is known.
  func importantAlert(of person: PersonID, by name: String?, at now: Instant) -> Alerts.AlertPlanned {
    var values = [Alerts.AlertValue(name: "title", text: title)]
    if let name { values.append(Alerts.AlertValue(name: "by", text: name)) }
    return Alerts.AlertPlanned(
      key: Alerts.AlertKey(program: .roomhub, object: AlertObjectID(id.raw), lead: .ofImportance),
      person: person, at: now, until: now.advanced(by: .seconds(24 * 3600)),
      text: Alerts.AlertText(key: "task.important", values: values), importance: .high,
      because: Alerts.AlertReasons(checked: [.ofTheRoom, Alerts.AlertReason(key: "task.important")]),
      recurrence: nil)
  }
}

extension LeadTime {
  /// Tells the alert of an important task from that of its being due: no time, the end of the scale.
  fileprivate static let ofImportance = LeadTime(checked: LeadTime.limits.upperBound)
}

extension Alerts.AlertReason {
  fileprivate static let ofTheRoom = Alerts.AlertReason(key: "task.room")
}
