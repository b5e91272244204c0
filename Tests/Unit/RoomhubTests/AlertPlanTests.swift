import Bus
import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import roomhub

@Suite("The alerts that roomhub publishes follow its tasks and who lives in the room")
struct AlertPlanTests {
  private static let due = instant("2031-06-10T15:00:00.000Z")

  private static func instant(_ text: String) -> Instant { Instant(text) ?? Instant(milliseconds: 0) }

  /// A room of two and its alerts.
  private struct Pair {
    let campus: Campus
    let ada: TestPerson
    let ben: TestPerson
    var alerts: KeptAlerts<RoomhubService>

    /// When each person is told that the task is due.
    mutating func mornings(_ task: TaskID) throws -> [PersonID: String] {
      let alerts = try alerts.of(task.raw).filter { $0.key.lead == .atTheTime }
      return Dictionary(
        alerts.map { ($0.person, $0.at.description) }, uniquingKeysWith: { "\($0) and \($1)" })
    }

    func live(_ person: TestPerson, in zone: String?) async throws {
      let changed = Auth.ProfileChanged(
        person: person.id, firstName: "Ada", lastName: "Example", zone: zone.map { ZoneName(checked: $0) })
      try await campus.program.receive(changed, from: .auth)
    }

    func edit(
      _ task: Roomhub.RoommateTask, title: String? = nil, isImportant: Bool? = nil,
      due: Patch<Instant> = .keep, notes: String? = nil, by person: TestPerson? = nil
    ) async throws -> Roomhub.RoommateTask {
      let edit = Roomhub.EditTask(
        id: task.id, version: task.version, title: title.map { .set(TaskTitle(checked: $0)) } ?? .keep,
        isImportant: isImportant, due: due, notes: notes.map { .set(TaskNotes(checked: $0)) } ?? .keep)
      return try await campus.ask(edit, as: person ?? ada)
    }

    mutating func expectSnapshot() async throws {
      try alerts.read()
      #expect(try await alerts.snapshot() == alerts.planned)
    }
  }

  private func pair(names: [PersonID: String] = [:], _ body: (inout Pair) async throws -> Void) async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(2)
      var pair = Pair(
        campus: campus, ada: people[0], ben: people[1], alerts: KeptAlerts(campus.program))
      try pair.alerts.read()
      try await body(&pair)
    }
  }

  @Test("in the morning of each member's zone, and none of what has no due time or a past one")
  func mornings() async throws {
    try await pair { pair in
      let (ada, ben) = (pair.ada.id, pair.ben.id)
      try await pair.live(pair.ada, in: "America/New_York")
      let task = try await pair.campus.add(due: Self.due, by: pair.ben)
      #expect(
        try pair.mornings(task.id) == [ben: "2031-06-10T09:00:00.000Z", ada: "2031-06-10T13:00:00.000Z"])
      try await pair.expectSnapshot()
      // Earlier than that morning in New York, later in Greenwich.
      let early = try await pair.campus.add(due: Self.instant("2031-06-10T12:00:00.000Z"), by: pair.ada)
      #expect(
        try pair.mornings(early.id) == [ben: "2031-06-10T09:00:00.000Z", ada: "2031-06-09T13:00:00.000Z"])
      let never = try await pair.campus.add(by: pair.ada)
      let past = try await pair.campus.add(due: Self.instant("2020-06-10T12:00:00.000Z"), by: pair.ada)
      #expect(try pair.alerts.of(never.id.raw).isEmpty && pair.alerts.of(past.id.raw).isEmpty)
    }
  }

  @Test("they follow what becomes of a task")
  func follow() async throws {
    try await pair { pair in
      let campus = pair.campus
      var task = try await campus.add(due: Self.due, by: pair.ada)
      #expect(try pair.alerts.read().count == 2)
      task = try await pair.edit(task, notes: "Two litres")
      #expect(try pair.alerts.read().isEmpty, "nothing that an alert says has changed")
      task = try await pair.edit(
        task, title: "Buy oat milk", due: .set(Self.instant("2031-06-11T15:00:00.000Z")))
      let told = try pair.alerts.read()
      #expect(told.map(\.isPlanned) == [true, true], "the same alerts, at another time")
      #expect(Set(try pair.mornings(task.id).values) == ["2031-06-11T09:00:00.000Z"])
      #expect(Set(pair.alerts.planned.values.map { $0.text.values[0].text }) == ["Buy oat milk"])
      for person in [pair.ben, pair.ada] {
        _ = try await campus.ask(Roomhub.CompleteTask(id: task.id), as: person)
      }
      #expect(try pair.alerts.read().map(\.isPlanned) == [false, false])
      #expect(pair.alerts.planned.isEmpty)
      _ = try await campus.ask(Roomhub.ReopenTask(id: task.id), as: pair.ada)
      #expect(try pair.alerts.of(task.id.raw).count == 2)
      _ = try await campus.ask(Roomhub.DeleteTask(id: task.id), as: pair.ada)
      #expect(try pair.alerts.of(task.id.raw).isEmpty)
      task = try await campus.ask(Roomhub.RestoreTask(id: task.id), as: pair.ada)
      #expect(try pair.alerts.of(task.id.raw).count == 2)
      task = try await pair.edit(task, due: .clear, by: pair.ben)
      #expect(try pair.alerts.of(task.id.raw).isEmpty)
      task = try await pair.edit(task, due: .set(Self.instant("2031-06-12T15:00:00.000Z")))
      #expect(try pair.alerts.of(task.id.raw).count == 2)
      _ = try await pair.edit(task, due: .set(Self.instant("2021-06-12T15:00:00.000Z")))
      #expect(try pair.alerts.of(task.id.raw).isEmpty)
      try await pair.expectSnapshot()
    }
  }

  @Test("whoever moves in is told, and whoever moves out is not")
  func moves() async throws {
    try await pair { pair in
      let (campus, cleo) = (pair.campus, TestPerson())
      // More than one step tells of, and some of which nothing is to be told.
      var tasks: [Roomhub.RoommateTask] = []
      for number in 0..<205 {
        tasks.append(try await campus.add("Task \(number)", due: Self.due, by: pair.ada))
      }
      _ = try await campus.ask(Roomhub.CompleteTask(id: tasks[0].id), as: pair.ada)
      _ = try await campus.add("Some day", by: pair.ada)
      try pair.alerts.read()
      #expect(pair.alerts.planned.count == 2 * 204)
      try await campus.join(cleo, nil, code: try await campus.code(pair.ada))
      try await campus.work()
      #expect(Set(try pair.mornings(tasks[204].id).keys) == [pair.ada.id, pair.ben.id, cleo.id])
      #expect(pair.alerts.planned.count == 3 * 204)
      try await campus.leave(cleo)
      let room = try await campus.room(pair.ada).id
      _ = try await campus.ask(Roomhub.RemoveMember(id: room, person: pair.ben.id))
      try await campus.work()
      #expect(Set(try pair.mornings(tasks[204].id).keys) == [pair.ada.id])
      #expect(pair.alerts.planned.count == 204)
      try await pair.expectSnapshot()
      // The last one closes the room; nobody reads its list any more.
      try await campus.leave(pair.ada)
      try await campus.work()
      try await pair.expectSnapshot()
      #expect(pair.alerts.planned.isEmpty)
    }
  }

  @Test("mornings move with the zone of the profile, of a list longer than a step too")
  func zones() async throws {
    try await pair { pair in
      let (campus, ada, ben) = (pair.campus, pair.ada.id, pair.ben.id)
      var tasks: [TaskID] = []
      for number in 0..<105 {
        tasks.append(try await campus.add("Task \(number)", due: Self.due, by: pair.ada).id)
      }
      for (zone, morning) in [
        ("Asia/Tokyo", "2031-06-10T00:00:00.000Z"), ("America/New_York", "2031-06-10T13:00:00.000Z"),
      ] {
        try await pair.live(pair.ada, in: zone)
        try await campus.work()
        for task in tasks {
          #expect(try pair.mornings(task) == [ada: morning, ben: "2031-06-10T09:00:00.000Z"])
        }
        try await pair.expectSnapshot()
      }
      _ = try await campus.ask(Roomhub.CompleteTask(id: tasks[0]), as: pair.ben)
      try await pair.live(pair.ada, in: nil)
      try await campus.work()
      #expect(try pair.alerts.of(tasks[0].raw).isEmpty)
      #expect(try pair.mornings(tasks[104])[ada] == "2031-06-10T09:00:00.000Z")
      try pair.alerts.read()
      try await pair.live(pair.ada, in: nil)
      try await campus.work()
      #expect(try pair.alerts.read().isEmpty, "no other zone, nothing to tell")
    }
  }

  @Test("a task that is done while alerts are told anew is told to nobody")
  func doneMeanwhile() async throws {
    try await pair { pair in
      let (campus, cleo) = (pair.campus, TestPerson())
      let task = try await campus.add(due: Self.due, by: pair.ada)
      try pair.alerts.read()
      let room = try await campus.room(pair.ada).id
      // Somebody who has just moved out; the step is behind all tasks.
      _ = try await campus.program.context.store.write { db in
        try db.run("INSERT INTO alert_job VALUES (?, ?, ?)", cleo.id.raw, room.raw, RawUUID.max)
      }
      _ = try await campus.ask(Roomhub.CompleteTask(id: task.id), as: pair.ben)
      let told = try pair.alerts.read()
      #expect(told.allSatisfy { !$0.isPlanned } && told.count == 3)
      #expect(Set(told.map(\.person)) == [pair.ada.id, pair.ben.id, cleo.id])
    }
  }

  @Test("mornings that are past are not planned, and what has come stands")
  func pastMornings() async throws {
    try await pair { pair in
      let (campus, ada) = (pair.campus, pair.ada.id)
      try await pair.live(pair.ada, in: "America/New_York")
      var task = try await campus.add(due: Self.instant("2026-10-16T20:00:00.000Z"), by: pair.ada)
      #expect(try pair.mornings(task.id) == [ada: "2026-10-16T13:00:00.000Z"], "09:00 in Greenwich is past")
      try campus.move(hours: 1)
      task = try await pair.edit(task, title: "Too late")
      #expect(try pair.mornings(task.id) == [ada: "2026-10-16T13:00:00.000Z"])
      #expect(try await pair.alerts.snapshot().isEmpty)
      // Further west the morning is still to come, once more.
      try await pair.live(pair.ada, in: "America/Los_Angeles")
      try await campus.work()
      #expect(try pair.mornings(task.id) == [ada: "2026-10-16T16:00:00.000Z"])
      try await pair.live(pair.ada, in: "Europe/Berlin")
      try await campus.work()
      #expect(try pair.mornings(task.id).isEmpty)
      #expect(try await pair.alerts.snapshot().isEmpty)
    }
  }

  @Test("that a task is important the others are told at once, with the name of who says so")
  func importance() async throws {
    let people = (0..<3).map { _ in TestPerson() }
    try await Campus.with(names: [people[0].id: "Ada", people[1].id: "Ben"]) { campus in
      try await campus.moveIn(people)
      var alerts = KeptAlerts(campus.program)
      try alerts.read()
      func edit(_ task: Roomhub.RoommateTask, _ title: String?, _ isImportant: Bool) async throws
        -> Roomhub.RoommateTask
      {
        let edit = Roomhub.EditTask(
          id: task.id, version: task.version, title: title.map { .set(TaskTitle(checked: $0)) } ?? .keep,
          isImportant: isImportant)
        return try await campus.ask(edit, as: people[1])
      }
      var task = try await campus.add("Pay the rent", isImportant: true, by: people[0])
      let told = try alerts.of(task.id.raw)
      #expect(Set(told.map(\.person)) == [people[1].id, people[2].id] && told.count == 2)
      for alert in told {
        #expect(alert.at == task.added && alert.until > alert.at && alert.importance == .high)
        #expect(
          alert.text
            == Alerts.AlertText(
              key: "task.important",
              values: [
                Alerts.AlertValue(name: "title", text: "Pay the rent"),
                Alerts.AlertValue(name: "by", text: "Ada"),
              ]))
      }
      task = try await edit(task, "Pay the rent now", true)
      #expect(try alerts.read().isEmpty, "it was important before")
      task = try await edit(task, nil, false)
      #expect(try alerts.read().isEmpty)
      task = try await edit(task, nil, true)
      #expect(Set(try alerts.read().map(\.person)) == [people[0].id, people[2].id])
      #expect(try await alerts.snapshot().isEmpty, "it came at once")
    }
  }

  @Test("a message raises an alert for all that says nothing, whoever wrote")
  func messages() async throws {
    try await pair { pair in
      let everybody = Set([pair.ada.id, pair.ben.id])
      try pair.campus.move(minutes: 17)
      let posted = [
        try await pair.campus.post("first", by: pair.ada).id.raw,
        try await pair.campus.post("second", by: pair.ben).id.raw,
      ]
      let raised = try pair.campus.program.published(Alerts.AlertRaised.self)
      #expect(raised.count == 2)
      for alert in raised {
        #expect(Set(alert.people) == everybody && alert.people.count == 2, "the writer too")
        #expect(alert.text == Alerts.AlertText(key: "board.message", values: []))
        #expect(alert.program == .roomhub && alert.importance == .normal && !alert.object.raw.isTimed)
      }
      #expect(raised[0].people == raised[1].people)
      #expect(raised[0].object != raised[1].object)
      #expect(Set(raised.map(\.object.raw)).isDisjoint(with: posted))
      let events = try pair.campus.program.events(from: 1, limit: .max)
        .filter { [Alerts.AlertRaised.topic, Roomhub.MessagePosted.topic].contains($0.header.subject) }
      #expect(events.count == 4)
      #expect(events.allSatisfy { $0.header.at == Campus.at() && !$0.header.id.isTimed }, "the hour alone")
    }
  }
}
