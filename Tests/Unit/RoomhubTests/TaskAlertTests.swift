import Bus
import Calendar
import JSON
import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import roomhub

@Suite("People are told in the morning that a task is due, each in their own zone")
struct TaskAlertTests {
  private static func instant(_ text: String) throws -> Instant { try #require(Instant(text)) }

  private let ada = PersonID(RawUUID(high: 1, low: 1))
  private let ben = PersonID(RawUUID(high: 1, low: 2))

  private func task(
    due: String?, id: UInt64 = 4, title: String = "Buy milk", completed: Instant? = nil
  ) throws -> Roomhub.RoommateTask {
    Roomhub.RoommateTask(
      id: TaskID(RawUUID(high: 3, low: id)), title: title, isImportant: false,
      due: try due.map { try Self.instant($0) }, notes: nil, addedBy: ada,
      added: Instant(milliseconds: 0), completedBy: completed.map { _ in ada }, completed: completed,
      version: 1)
  }

  @Test(
    "at 09:00 of its day, or of the day before when it is due earlier than that",
    arguments: [
      // Zone, due, the morning before it.
      ("UTC", "2026-10-16T15:00:00.000Z", "2026-10-16T09:00:00.000Z"),
      ("UTC", "2026-10-16T09:00:00.000Z", "2026-10-16T09:00:00.000Z"),
      ("UTC", "2026-10-16T08:59:59.999Z", "2026-10-15T09:00:00.000Z"),
      ("UTC", "2026-01-01T00:00:00.000Z", "2025-12-31T09:00:00.000Z"),
      // 11:00 in New York, 17:00 in Berlin, 00:00 of the next day in Tokyo.
      ("America/New_York", "2026-10-16T15:00:00.000Z", "2026-10-16T13:00:00.000Z"),
      ("Europe/Berlin", "2026-10-16T15:00:00.000Z", "2026-10-16T07:00:00.000Z"),
      ("Asia/Tokyo", "2026-10-16T15:00:00.000Z", "2026-10-16T00:00:00.000Z"),
      ("Asia/Kathmandu", "2026-10-16T15:00:00.000Z", "2026-10-16T03:15:00.000Z"),
      ("Pacific/Kiritimati", "2026-10-16T15:00:00.000Z", "2026-10-15T19:00:00.000Z"),
      // The clocks went forward and back at night: mornings of the day itself and of the one before.
      ("Europe/Berlin", "2026-03-29T15:00:00.000Z", "2026-03-29T07:00:00.000Z"),
      ("Europe/Berlin", "2026-03-29T05:00:00.000Z", "2026-03-28T08:00:00.000Z"),
      ("Europe/Berlin", "2026-10-25T06:00:00.000Z", "2026-10-24T07:00:00.000Z"),
      ("Europe/Berlin", "2026-10-25T15:00:00.000Z", "2026-10-25T08:00:00.000Z"),
      ("America/New_York", "2026-11-01T13:59:00.000Z", "2026-10-31T13:00:00.000Z"),
      ("America/New_York", "2026-11-01T14:00:00.000Z", "2026-11-01T14:00:00.000Z"),
      ("Australia/Lord_Howe", "2026-10-04T06:00:00.000Z", "2026-10-03T22:00:00.000Z"),
      // Apia had no 30 December 2011: the morning that is missing moves to the one after it.
      ("Pacific/Apia", "2011-12-30T18:00:00.000Z", "2011-12-30T19:00:00.000Z"),
    ] as [(String, String, String)])
  func mornings(_ zone: String, _ due: String, _ fire: String) throws {
    let found = DueMorning.fire(of: try Self.instant(due), in: try Zone.named(zone))
    #expect(found.description == fire)
  }

  @Test("on each day of a year it is 09:00, not after the time and less than 25 hours before it")
  func year() throws {
    for name in ["Europe/Berlin", "America/New_York", "America/Santiago", "Asia/Tehran"] {
      let zone = try Zone.named(name)
      var due = try Self.instant("2026-01-01T00:30:00.000Z")
      for _ in 0..<(365 * 4) {
        due = due.advanced(by: .seconds(6 * 3600))
        let fire = DueMorning.fire(of: due, in: zone)
        #expect(fire <= due && due.since(fire) < .seconds(25 * 3600), "\(name) \(due)")
        #expect(zone.wallTime(at: fire).time == DueMorning.time, "\(name) \(due)")
      }
    }
  }

  @Test("each member has one, under one key; it says the task and why, and is of use until it is due")
  func members() throws {
    let members = [
      AlertedMember(person: ada, zone: try Zone.named("America/New_York")),
      AlertedMember(person: ben, zone: .utc),
    ]
    let task = try task(due: "2026-10-16T15:00:00.000Z")
    let alerts = task.dueAlerts(of: members, at: try Self.instant("2026-10-15T12:00:00.000Z"))
    #expect(alerts.map(\.person) == [ada, ben])
    #expect(alerts.map(\.at.description) == ["2026-10-16T13:00:00.000Z", "2026-10-16T09:00:00.000Z"])
    #expect(Set(alerts.map(\.key)) == [task.dueKey])
    #expect(alerts.allSatisfy { $0.until == task.due && $0.recurrence == nil && $0.importance == .normal })
    #expect(alerts[0].text.key == "task.due")
    #expect(alerts[0].text.values.map(\.text) == ["Buy milk", "2026-10-16T15:00:00.000Z"])
    #expect(alerts[0].because.all.map(\.key) == ["task.room"])
    let noon = try Self.instant("2026-10-16T12:00:00.000Z")
    #expect(task.dueAlerts(of: members, at: noon).map(\.person) == [ada], "never in the past")
    #expect(task.dueAlerts(of: members, at: try Self.instant("2026-10-16T13:00:00.000Z")).isEmpty)
  }

  @Test("none of a task that is done, that is not due, or that was due before")
  func none() throws {
    let members = [AlertedMember(person: ada, zone: .utc)]
    let now = try Self.instant("2026-10-15T12:00:00.000Z")
    #expect(try task(due: nil).dueAlerts(of: members, at: now).isEmpty)
    #expect(try task(due: "2026-10-16T15:00:00.000Z", completed: now).dueAlerts(of: members, at: now).isEmpty)
    #expect(try task(due: "2026-10-14T15:00:00.000Z").dueAlerts(of: members, at: now).isEmpty)
    #expect(try task(due: "2026-10-16T15:00:00.000Z").dueAlerts(of: [], at: now).isEmpty)
  }

  @Test("that it is important is told at once, for a day, beside the alert of its being due")
  func importance() throws {
    let now = try Self.instant("2026-10-15T12:00:00.000Z")
    let task = try task(due: "2026-10-16T15:00:00.000Z")
    let alert = task.importantAlert(of: ben, by: "Ada", at: now)
    #expect(alert.at == now && alert.until == now.advanced(by: .seconds(86_400)) && alert.person == ben)
    #expect(alert.key != task.dueKey && alert.key.object == task.dueKey.object)
    #expect(
      alert.text.values == [
        Alerts.AlertValue(name: "title", text: "Buy milk"), Alerts.AlertValue(name: "by", text: "Ada"),
      ])
    #expect(task.importantAlert(of: ben, by: nil, at: now).text.values.map(\.name) == ["title"])
    #expect(alert.importance == .high && alert.because.all.map(\.key) == ["task.room", "task.important"])
  }
}

@Suite("The alerts of a file of rooms are those of its open tasks and its members")
struct StoredAlertTests {
  private let room = RoomID(RawUUID(high: 5, low: 1))

  private func insertRoom(_ members: [(PersonID, String?)], _ db: borrowing Database) throws {
    try db.run("INSERT INTO dorm(id, name, room_capacity) VALUES ('forbes', 'Forbes Hall', 4)")
    try db.run(
      "INSERT INTO room(id, dorm, number, join_code, opened_at) VALUES (?, 'forbes', '1', '00000000', 5)",
      room.raw)
    for (person, zone) in members {
      try db.insertMember(person, in: room, now: Instant(milliseconds: 6))
      guard let zone else { continue }
      try db.run("INSERT INTO person_zone(person, zone) VALUES (?, ?)", person.raw, zone)
    }
  }

  private func task(_ number: UInt64, due: Int64?) -> Roomhub.RoommateTask {
    Roomhub.RoommateTask(
      id: TaskID(RawUUID(high: 7, low: number)), title: "Task \(number)", isImportant: false,
      due: due.map { Instant(milliseconds: $0) }, notes: nil, addedBy: PersonID(RawUUID(high: 1, low: 1)),
      added: Instant(milliseconds: 7), completedBy: nil, completed: nil, version: 1)
  }

  @Test("in pages; a zone that is not known is the site's; what is done, deleted or past has none")
  func snapshot() async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(
        "\(folder)/roomhub.sqlite", stream: "roomhub", migrations: RoomhubStore.migrations)
      let people = (1...3).map { PersonID(RawUUID(high: 1, low: $0)) }
      let now = Instant(milliseconds: 1_792_065_600_000)  // 2026-10-15T12:00Z
      let tomorrow = now.milliseconds + 27 * 3_600_000
      let many = UInt64(AlertJob.tasksAStep) * 2 + 1
      let alerts = try await store.write { db in
        try insertRoom([(people[0], "Europe/Berlin"), (people[1], nil), (people[2], "Mars/Olympus")], db)
        for number in 1...many { try db.insert(task(number, due: tomorrow), in: room) }
        for number in (many + 1)...(many + 4) {
          try db.insert(task(number, due: number == many + 1 ? nil : tomorrow), in: room)
        }
        try db.insert(task(many + 5, due: now.milliseconds - 1), in: room)
        try db.setCompleted(task(many + 2, due: nil).id, by: people[0], at: now)
        try db.setDeleted(task(many + 3, due: nil).id, at: now)
        try db.run("UPDATE task SET title = 'Last' WHERE id = ?", task(many + 4, due: nil).id.raw)
        return try upcoming(db, at: now)
      }
      #expect(alerts.count == (Int(many) + 1) * 3)
      #expect(Set(alerts.map(\.key.object)).count == Int(many) + 1)
      let last = alerts.filter { $0.text.values[0].text == "Last" }
      #expect(last.map(\.person) == people)
      #expect(
        last.map(\.at.description) == [
          "2026-10-16T07:00:00.000Z", "2026-10-16T09:00:00.000Z", "2026-10-16T09:00:00.000Z",
        ])
      await store.close()
    }
  }

  /// The alerts of the snapshot, read 10 tasks at a time.
  private func upcoming(_ db: borrowing Database, at now: Instant) throws -> [Alerts.AlertPlanned] {
    var alerts: [Alerts.AlertPlanned] = []
    var key: SnapshotKey?
    repeat {
      let page = try db.dueAlerts(after: key, limit: 10, at: now)
      #expect(page.rows.count <= 10)
      for event in page.rows.flatMap(\.events) {
        alerts.append(try JSONCoding.decode(Alerts.AlertPlanned.self, from: event.body))
      }
      key = page.next
    } while key != nil
    return alerts
  }

  @Test("tasks that are due are found by an index, and so is whose alerts are told anew")
  func plans() async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(
        "\(folder)/roomhub.sqlite", stream: "roomhub", migrations: RoomhubStore.migrations)
      let plan = try await store.read { db in
        try db.all(
          """
          EXPLAIN QUERY PLAN SELECT id FROM task
          WHERE room = ? AND id > ? AND completed_at IS NULL AND deleted_at IS NULL
            AND due_sort < 9223372036854775807 AND due_sort > ?
          ORDER BY id LIMIT ?
          """,
          room.raw, AlertJob.beginning, 5, 100
        ) { try $0.text("detail") }
          + db.all("EXPLAIN QUERY PLAN SELECT person FROM alert_job WHERE room = ?", room.raw) {
            try $0.text("detail")
          }
      }
      #expect(plan.count == 2 && plan[0].contains("INDEX task_due (room=? AND id>?)"), "\(plan)")
      #expect(plan.last?.contains("INDEX alert_job_room") == true, "\(plan)")
      await store.close()
    }
  }

  @Test("a file from before has its members' alerts told, and hears auth from the beginning")
  func migrate() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/roomhub.sqlite"
      let person = PersonID(RawUUID(high: 1, low: 1))
      let old = try ProgramStore.open(
        path, stream: "roomhub", migrations: Array(RoomhubStore.migrations.prefix(4)))
      try await old.write { db in
        try insertRoom([(person, nil)], db)
        for producer in ["auth", "attendance"] {
          try db.setCursor(
            producer, StreamCursor(epoch: .random(), seq: 9), at: Instant(milliseconds: 7))
        }
      }
      await old.close()
      let new = try ProgramStore.open(path, stream: "roomhub", migrations: RoomhubStore.migrations)
      let (jobs, auth, other) = try await new.read { db in
        (try db.peopleWithAlertJob(in: room), try db.cursor("auth"), try db.cursor("attendance"))
      }
      #expect(jobs == [person] && auth == nil && other?.seq == 9)
      await new.close()
    }
  }
}
