import Calendar
import Schema
import ServiceKit
import Store

/// Publishes the alerts of a room's members, in the transaction that changes the room.
extension Database {
  /// The members of a room with their zones, in the order they joined.
  func alertedMembers(of room: RoomID) throws -> [AlertedMember] {
    try all(
      """
      SELECT member.person, zone FROM member LEFT JOIN person_zone ON person_zone.person = member.person
      WHERE room = ? ORDER BY joined_at, member.person LIMIT 100
      """,
      room.raw
    ) {
      AlertedMember(person: PersonID(try $0.id("person")), zone: AlertedMember.zone(try $0.textOrNil("zone")))
    }
  }

  /// Publishes the plans and cancellations that replace the alerts of a task after a change in this
  /// transaction.
  /// - Parameter task: nil once it is off the list; `before` is nil if it was not on the list.
  func replan(
    _ task: Roomhub.RoommateTask?, instead before: Roomhub.RoommateTask?, in room: RoomID, _ call: Call
  ) throws {
    guard (task?.due ?? before?.due) != nil else { return }
    let members = try alertedMembers(of: room)
    let planned = before?.dueAlerts(of: members, at: call.now) ?? []
    let after = task?.dueAlerts(of: members, at: call.now) ?? []
    if let before, let due = before.due, due > call.now {
      // For members with an alert job, the alerts planned at this moment are unknown.
      let unsure = try peopleWithAlertJob(in: room)
      for person in Set(planned.map(\.person) + unsure).subtracting(after.map(\.person)) {
        try publish(Alerts.AlertCancelled(key: before.dueKey, person: person), to: .programs, call)
      }
    }
    let told = Set(planned)
    for alert in after where !told.contains(alert) { try publish(alert, to: .programs, call) }
  }

  /// Publishes to everyone in the room, except the person who did it, that a task has become important.
  func publishImportance(
    of task: Roomhub.RoommateTask, by person: PersonID, named name: String?, in room: RoomID, _ call: Call
  ) throws {
    for member in try members(of: room) where member.person != person {
      try publish(task.importantAlert(of: member.person, by: name, at: call.now), to: .programs, call)
    }
  }

  /// Rooms that somebody lives in, from this one on, in the order of their ids.
  func livedInRooms(from first: RawUUID, limit: Int) throws -> [RoomID] {
    try all(
      "SELECT DISTINCT room FROM member WHERE room >= ? ORDER BY room LIMIT ?", first, limit
    ) { RoomID(try $0.id("room")) }
  }
}

extension AlertedMember {
  /// The zone with this name. Falls back to the site's zone if there is none, or if this machine does not
  /// have it; that was logged when the zone arrived.
  fileprivate static func zone(_ name: String?) -> Zone {
    guard let name else { return .site }
    do { return try Zone.named(name) } catch { return .site }
  }
}
