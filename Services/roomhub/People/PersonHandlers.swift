import Schema
import ServiceKit
import Store

/// Export and erasure of everything stored about a person.
extension RoomhubService {
  static let exportedTasks = 100

  func exportPerson(_ request: Roomhub.ExportPerson, _ call: Call) async throws -> Roomhub.PersonExport {
    let person = try call.person
    let last = try request.cursor?.parts(RawUUID.self) ?? .min
    return try await call.read { db in
      let room = try db.room(of: person)
      let places = try db.tasks(
        touchedBy: person, after: last, limit: RoomhubService.exportedTasks + 1)
      let page = places.prefix(RoomhubService.exportedTasks)
      return Roomhub.PersonExport(
        zone: try db.zone(of: person), room: try room.map { try db.shown($0) },
        joined: try room.flatMap { try db.joined(person, $0.id) },
        asked: try db.askedRoom(of: person),
        tasks: try page.map { try db.storedTask($0.task, in: $0.room).task },
        next: places.count > page.count ? page.last.map { Cursor(of: $0.task.raw) } : nil)
    }
  }

  func erasePerson(_ request: Roomhub.ErasePerson, _ call: Call) async throws -> Empty {
    let change = RoomChange(lists)
    defer { change.end() }
    try await moving {
      try await call.erase(request.person, from: RoomhubService.personalTables(change))
    }
    return Empty()
  }

  /// Tasks stay, without the person.
  static func personalTables(_ change: RoomChange) -> [PersonalTable] {
    [
      PersonalTable("member", "person", exported: ["room", "joined"]) { db, person, call in
        try db.leave(person, call)
        if let waiting = try db.waitingRequest(of: person) { try db.drop(waiting, call) }
        return false
      },
      PersonalTable("alert_job", "person") { db, person, call in
        try db.stepAlertJob(of: person, call)
      },
      PersonalTable("report", "person") { db, person, _ in
        let messages = try db.reportedMessages(by: person, limit: PersonalTable.step)
        for message in messages { try db.deleteReport(message, by: person) }
        return messages.count == PersonalTable.step
      },
      .deleted("read_mark", key: "person"),
      .deleted("person_zone", key: "person", exported: ["zone"]),
      .deleted("join_request", key: "id", exported: ["asked"]),
      .deleted("join_failure", key: "id"),
      .deleted("past_member", key: "id"),
      PersonalTable("task", "added_by", "completed_by", exported: ["tasks"]) { db, person, call in
        try db.forget(person, in: change, call)
      },
    ]
  }
}

/// The columns of a task that hold a person's id.
private enum TaskColumn: String, CaseIterable {
  case addedBy = "added_by"
  case completedBy = "completed_by"
}

/// A person's reports and tasks in all rooms.
extension Database {
  fileprivate func reportedMessages(by person: PersonID, limit: Int) throws -> [MessageID] {
    try all("SELECT message FROM report WHERE person = ? LIMIT ?", person.raw, limit) {
      MessageID(try $0.id("message"))
    }
  }

  /// Replaces the person's id in tasks by the value for nobody, and tells the roommates.
  /// - Returns: True if more may be left.
  fileprivate func forget(_ person: PersonID, in change: RoomChange, _ call: Call) throws -> Bool {
    var isMore = false
    var changed: Set<RoomID> = []
    for column in TaskColumn.allCases {
      let places = try tasks(column, person, after: .min, limit: PersonalTable.step)
      for room in Set(places.map(\.room)) where changed.insert(room).inserted {
        change.begin(room)
        try change.raiseVersion(of: room, self)
      }
      for place in places {
        try run("UPDATE task SET \(column.rawValue) = ? WHERE id = ?", RawUUID.min, place.task.raw)
      }
      isMore = isMore || places.count == PersonalTable.step
    }
    for room in changed.sorted(by: { $0.description < $1.description }) {
      let audience = try audience(of: room)
      if audience != .people([]) {
        try publish(Roomhub.RoommateChanged(room: room, person: person), to: audience, call)
      }
    }
    return isMore
  }

  typealias RoomTask = (task: TaskID, room: RoomID)

  fileprivate func tasks(
    _ column: TaskColumn, _ person: PersonID, after last: RawUUID, limit: Int
  ) throws -> [RoomTask] {
    try all(
      "SELECT id, room FROM task WHERE \(column.rawValue) = ? AND id > ? ORDER BY id LIMIT ?", person.raw,
      last,
      limit
    ) { (TaskID(try $0.id("id")), RoomID(try $0.id("room"))) }
  }

  /// Tasks that a person added or completed, in id order.
  fileprivate func tasks(touchedBy person: PersonID, after last: RawUUID, limit: Int) throws -> [RoomTask] {
    var found: [TaskID: RoomID] = [:]
    for column in TaskColumn.allCases {
      for place in try tasks(column, person, after: last, limit: limit) { found[place.task] = place.room }
    }
    let sorted = found.sorted { $0.key.raw.bytes.lexicographicallyPrecedes($1.key.raw.bytes) }
    return sorted.prefix(limit).map { ($0.key, $0.value) }
  }
}
