import Calendar
import Schema
import ServiceKit
import Store

/// A job that publishes one person's alerts for the tasks of one room again, a few tasks per transaction,
/// because the person moved in or out or changed their time zone.
struct AlertJob: Sendable {
  let person: PersonID
  let room: RoomID
  /// The last task that is done, in id order.
  let last: RawUUID

  static let beginning = RawUUID(high: 0, low: 0)
  /// Tasks that are read at once and handled in one transaction.
  static let tasksAStep = 100
  /// Rooms that are read at once.
  static let roomsAStep = 500
}

extension Database {
  /// Starts to publish this person's alerts for the room's tasks again. Most lists are finished in this
  /// transaction; the rest of a long one follows later.
  func retellAlerts(of person: PersonID, in room: RoomID, _ call: Call) throws {
    try run(
      """
      INSERT INTO alert_job(person, room, last_task) VALUES (?, ?, ?)
      ON CONFLICT(person, room) DO UPDATE SET last_task = excluded.last_task
      """,
      person.raw, room.raw, AlertJob.beginning)
    try step(AlertJob(person: person, room: room, last: AlertJob.beginning), call)
  }

  /// Runs one step of any job, or of any of this person's jobs.
  /// - Returns: false if there was nothing to do.
  @discardableResult
  func stepAlertJob(of person: PersonID? = nil, _ call: Call) throws -> Bool {
    let values: [(any SQLBindable)?] = person.map { [$0.raw] } ?? []
    let job = try all(
      "SELECT person, room, last_task FROM alert_job \(person == nil ? "" : "WHERE person = ?") LIMIT 1",
      values: values
    ) {
      AlertJob(
        person: PersonID(try $0.id("person")), room: RoomID(try $0.id("room")), last: try $0.id("last_task"))
    }.first
    guard let job else { return false }
    try step(job, call)
    return true
  }

  func hasAlertJob() throws -> Bool {
    try one("SELECT 1 FROM alert_job LIMIT 1", map: { _ in true }) ?? false
  }

  func peopleWithAlertJob(in room: RoomID) throws -> [PersonID] {
    try all("SELECT person FROM alert_job WHERE room = ? LIMIT ?", room.raw, Audience.maxPeople) {
      PersonID(try $0.id("person"))
    }
  }

  /// Cancels every alert that is not planned now, because earlier plans are not stored.
  private func step(_ job: AlertJob, _ call: Call) throws {
    let member = try alertedMembers(of: job.room).filter { $0.person == job.person }
    let tasks = try dueTasks(job.room, after: job.last, dueAfter: call.now, limit: AlertJob.tasksAStep)
    for task in tasks {
      let alerts = task.dueAlerts(of: member, at: call.now)
      for alert in alerts { try publish(alert, to: .programs, call) }
      guard alerts.isEmpty else { continue }
      try publish(Alerts.AlertCancelled(key: task.dueKey, person: job.person), to: .programs, call)
    }
    if let last = tasks.last, tasks.count == AlertJob.tasksAStep {
      try run(
        "UPDATE alert_job SET last_task = ? WHERE person = ? AND room = ?", last.id.raw, job.person.raw,
        job.room.raw)
    } else {
      try run("DELETE FROM alert_job WHERE person = ? AND room = ?", job.person.raw, job.room.raw)
    }
  }
}

/// Auth's events about people.
extension RoomhubService {
  /// Publishes the change to the room, so that its members request the profile again. After a change of time
  /// zone, the person's alerts move to the morning there.
  func profileChanged(_ event: Auth.ProfileChanged, _ db: borrowing Database, _ call: Call) throws {
    if let zone = event.zone {
      do { _ = try Zone.named(zone) } catch {
        call.log(.error, "zone \(zone): \(error); alerts of \(event.person) come by the site's")
      }
    }
    let isElsewhere = try db.profileChanged(event)
    guard let room = try db.room(of: event.person) else { return }
    if isElsewhere { try db.retellAlerts(of: event.person, in: room.id, call) }
    try db.publish(
      Roomhub.RoommateChanged(room: room.id, person: event.person), to: try db.audience(of: room.id), call)
  }

  /// Deletes the person's zone. The erasure itself arrived as a request, possibly before earlier events of
  /// the stream.
  func personErased(_ event: Auth.PersonErased, _ db: borrowing Database, _ call: Call) throws {
    try db.forgetZone(of: event.person)
  }
}
