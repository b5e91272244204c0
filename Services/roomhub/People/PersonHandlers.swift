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

  /// Each step is independent and finds only the work that is left, so an interrupted request can be sent
  /// again.
  func erasePerson(_ request: Roomhub.ErasePerson, _ call: Call) async throws -> Empty {
    let person = request.person
    try await moving {
      try await call.store.write { db in
        try db.leave(person, call)
        if let waiting = try db.waitingRequest(of: person) { try db.drop(waiting, call) }
      }
    }
    while try await call.store.write({ try $0.stepAlertJob(of: person, call) }) {}
    var withdrawn = RoomPurge.step
    while withdrawn >= RoomPurge.step {
      withdrawn = try await call.store.write { db in
        let messages = try db.reportedMessages(by: person, limit: RoomPurge.step)
        for message in messages { try db.deleteReport(message, by: person) }
        return messages.count
      }
    }
    for table in PersonErasure.tables {
      let deletion = table.deletion(by: "person")
      var deleted = RoomPurge.step
      while deleted >= RoomPurge.step {
        deleted = try await call.store.write { db in try db.run(deletion, person.raw, RoomPurge.step) }
      }
    }
    for column in PersonErasure.Column.allCases {
      var changed = RoomPurge.step
      while changed >= RoomPurge.step { changed = try await forget(person, column, call) }
    }
    return Empty()
  }

  private func forget(
    _ person: PersonID, _ column: PersonErasure.Column, _ call: Call
  ) async throws -> Int {
    let change = RoomChange(lists)
    defer { change.end() }
    return try await call.store.write { db in
      let places = try db.tasks(column, person, after: PersonErasure.nobody, limit: RoomPurge.step)
      for room in Set(places.map(\.room)) { change.begin(room) }
      for place in places {
        try db.run(
          "UPDATE task SET \(column.rawValue) = ? WHERE id = ?", PersonErasure.nobody, place.task.raw)
      }
      return places.count
    }
  }
}

/// Tables and columns that hold a person's id, apart from `member`.
enum PersonErasure {
  /// Tables whose rows are deleted.
  static let tables = [
    PurgedTable("read_mark", key: "person"),
    PurgedTable("person_zone", key: "person"),
    PurgedTable("join_request", key: "id"),
    PurgedTable("join_failure", key: "id"),
    PurgedTable("past_member", key: "id"),
  ]

  /// Columns that are overwritten, so that tasks stay, without the person.
  enum Column: String, CaseIterable {
    case addedBy = "added_by"
    case completedBy = "completed_by"
  }

  /// The value that replaces the person's id.
  static let nobody = RawUUID(high: 0, low: 0)
}

/// A person's reports and tasks in all rooms.
extension Database {
  fileprivate func reportedMessages(by person: PersonID, limit: Int) throws -> [MessageID] {
    try all("SELECT message FROM report WHERE person = ? LIMIT ?", person.raw, limit) {
      MessageID(try $0.id(0))
    }
  }

  typealias RoomTask = (task: TaskID, room: RoomID)

  fileprivate func tasks(
    _ column: PersonErasure.Column, _ person: PersonID, after last: RawUUID, limit: Int
  ) throws -> [RoomTask] {
    try all(
      "SELECT id, room FROM task WHERE \(column.rawValue) = ? AND id > ? ORDER BY id LIMIT ?", person.raw,
      last,
      limit
    ) { (TaskID(try $0.id(0)), RoomID(try $0.id(1))) }
  }

  /// Tasks that a person added or completed, in id order.
  fileprivate func tasks(touchedBy person: PersonID, after last: RawUUID, limit: Int) throws -> [RoomTask] {
    var found: [TaskID: RoomID] = [:]
    for column in PersonErasure.Column.allCases {
      for place in try tasks(column, person, after: last, limit: limit) { found[place.task] = place.room }
    }
    let sorted = found.sorted { $0.key.raw.bytes.lexicographicallyPrecedes($1.key.raw.bytes) }
    return sorted.prefix(limit).map { ($0.key, $0.value) }
  }
}
