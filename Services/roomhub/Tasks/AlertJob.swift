import Calendar
import Schema
import ServiceKit
import Store

/// The alerts of one person about the tasks of one room are told anew, a few tasks in each transaction: the
/// person moved in or out, or their clocks are elsewhere.
struct AlertJob: Sendable {
  let person: PersonID
  let room: RoomID
  /// The tasks up to this one are done.
  let last: RawUUID

  static let beginning = RawUUID(high: 0, low: 0)
  /// Tasks told of in one transaction, and read at once.
  static let tasksAStep = 100
  /// Rooms read at once.
  static let roomsAStep = 500
  /// People read at once whose zone a snapshot of auth did not name.
  static let peopleAStep = 500
}

extension Database {
  /// Begins to tell this person's alerts about that room's tasks anew. Mostly it is done with this
  /// transaction; where the list is long, the rest follows.
  func retellAlerts(of person: PersonID, in room: RoomID, _ call: Call) throws {
    try run(
      """
      INSERT INTO alert_job(person, room, last_task) VALUES (?, ?, ?)
      ON CONFLICT(person, room) DO UPDATE SET last_task = excluded.last_task
      """,
      person.raw, room.raw, AlertJob.beginning)
    try step(AlertJob(person: person, room: room, last: AlertJob.beginning), call)
  }

  /// One step of any job, or of any of this person's.
  /// - Returns: false when there was nothing to do.
  @discardableResult
  func stepAlertJob(of person: PersonID? = nil, _ call: Call) throws -> Bool {
    let values: [(any SQLBindable)?] = person.map { [$0.raw] } ?? []
    let job = try all(
      "SELECT person, room, last_task FROM alert_job \(person == nil ? "" : "WHERE person = ?") LIMIT 1",
      values: values
    ) { AlertJob(person: PersonID(try $0.id(0)), room: RoomID(try $0.id(1)), last: try $0.id(2)) }.first
    guard let job else { return false }
    try step(job, call)
    return true
  }

  func hasAlertJob() throws -> Bool {
    try one("SELECT 1 FROM alert_job LIMIT 1", map: { _ in true }) ?? false
  }

  func peopleWithAlertJob(in room: RoomID) throws -> [PersonID] {
    try all("SELECT person FROM alert_job WHERE room = ? LIMIT ?", room.raw, Audience.maxPeople) {
      PersonID(try $0.id(0))
    }
  }

  /// What is not planned is cancelled, whether it was or not: nobody remembers that.
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

/// What auth tells of people.
extension RoomhubService {
  /// Tells the room: what its members see of a person is asked for again. Somebody whose clocks are elsewhere
  /// now is reminded in another morning.
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

  /// The erasure came by another way than the stream, and may have come before what was told earlier.
  func personErased(_ event: Auth.PersonErased, _ db: borrowing Database, _ call: Call) throws {
    try db.forgetZone(of: event.person)
  }

  /// A snapshot names everybody who has told a zone.
  func beginZones(_ db: borrowing Database, _ call: Call) throws { try db.beginZones() }

  /// Whom it did not name has none any more.
  func endZones(_ db: borrowing Database, _ call: Call) throws {
    while true {
      let gone = try db.forgetStaleZones(limit: AlertJob.peopleAStep)
      for person in gone {
        if let room = try db.room(of: person) { try db.retellAlerts(of: person, in: room.id, call) }
      }
      guard gone.count == AlertJob.peopleAStep else { return }
    }
  }
}
