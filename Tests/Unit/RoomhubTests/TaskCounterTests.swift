import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import roomhub

@Suite("A room's counter and its list in memory are those of its rows")
struct TaskCounterTests {
  private enum Verb: CaseIterable { case complete, reopen, delete, restore }

  private static func apply(
    _ verb: Verb, _ task: TaskID, _ campus: Campus, _ person: TestPerson
  ) async throws {
    do {
      switch verb {
      case .complete: _ = try await campus.ask(Roomhub.CompleteTask(id: task), as: person)
      case .reopen: _ = try await campus.ask(Roomhub.ReopenTask(id: task), as: person)
      case .delete: _ = try await campus.ask(Roomhub.DeleteTask(id: task), as: person)
      case .restore: _ = try await campus.ask(Roomhub.RestoreTask(id: task), as: person)
      }
    } catch let fault as Fault where fault.code == "not_found" { return }
  }

  private func expectCounted(_ campus: Campus, _ person: TestPerson) async throws {
    let (counted, stored) = try await campus.program.context.store.read { db in
      (
        try db.one("SELECT open_tasks FROM room", map: { try $0.int("open_tasks") }) ?? -1,
        try db.all("SELECT id FROM task WHERE completed_at IS NULL AND deleted_at IS NULL") {
          TaskID(try $0.id("id"))
        }
      )
    }
    #expect(counted == stored.count)
    let shown = try await campus.ask(Roomhub.ListTasks(), as: person).items.map(\.id)
    #expect(Set(shown) == Set(stored) && shown.count == stored.count)
  }

  @Test("after anything that two do at once", arguments: [1, 2, 3, 4] as [UInt64])
  func atOnce(_ seed: UInt64) async throws {
    try await Campus.with { campus in
      var random = Seeded(state: seed)
      let people = try await campus.roommates(2)
      var tasks: [TaskID] = []
      for number in 0..<4 { tasks.append(try await campus.add("Task \(number)", by: people[0]).id) }
      for _ in 0..<25 {
        var steps: [(TestPerson, TaskID, Verb)] = []
        for person in people {
          let task = try #require(tasks.randomElement(using: &random))
          let verb = try #require(Verb.allCases.randomElement(using: &random))
          steps.append((person, task, verb))
        }
        _ = try await campus.atOnce(steps) { person, task, verb in
          try await Self.apply(verb, task, campus, person)
        }
        try await expectCounted(campus, people[0])
      }
    }
  }

  @Test("the same by two at once has one effect, which both are shown")
  func same() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(2)
      let task = try await campus.add(by: people[0])
      let done = try await campus.atOnce(people) { person in
        try await campus.ask(Roomhub.CompleteTask(id: task.id), as: person)
      }
      #expect(done[0] == done[1], "the second learns who did it")
      #expect(people.map(\.id).contains(try #require(done[0].completedBy)))
      let open = try await campus.atOnce(people) { person in
        try await campus.ask(Roomhub.ReopenTask(id: task.id), as: person)
      }
      #expect(open == [task, task])
      _ = try await campus.atOnce(people) { person in
        try await campus.ask(Roomhub.DeleteTask(id: task.id), as: person)
      }
      let back = try await campus.atOnce(people) { person in
        try await campus.ask(Roomhub.RestoreTask(id: task.id), as: person)
      }
      #expect(back == [task, task])
      let program = campus.program
      #expect(try program.published(Roomhub.TaskCompleted.self).count == 1)
      #expect(try program.published(Roomhub.TaskReopened.self).count == 1)
      #expect(try program.published(Roomhub.TaskDeleted.self).count == 1)
      #expect(try program.published(Roomhub.TaskRestored.self).count == 1)
      try await expectCounted(campus, people[0])
    }
  }

  @Test("a deleted task leaves the file thirty days later")
  func purged() async throws {
    try await Campus.with { campus in
      let ada = try await campus.roommates(1)[0]
      let (kept, gone) = (try await campus.add("Keep", by: ada), try await campus.add("Secret plan", by: ada))
      for task in [kept, gone] { _ = try await campus.ask(Roomhub.DeleteTask(id: task.id), as: ada) }
      try campus.move(days: 30)
      try await campus.work()
      #expect(try await campus.count("task") == 2)
      #expect(try await campus.ask(Roomhub.RestoreTask(id: kept.id), as: ada) == kept)
      try campus.program.move(to: Campus.at(hours: 24 * 30).advanced(by: .milliseconds(1)))
      #expect(await campus.refusal(Roomhub.RestoreTask(id: gone.id), as: ada) == "not_found")
      try await campus.work()
      #expect(try await campus.count("task") == 1)
      #expect(await campus.refusal(Roomhub.DeleteTask(id: gone.id), as: ada) == "not_found")
      try await expectCounted(campus, ada)
    }
  }

  @Test(
    "a bad filter is named",
    arguments: [
      (#""by": "ben""#, "id_bad by"), (#""from": "yesterday""#, "date_bad from"),
      (#""cursor": "nonsense""#, "cursor_bad cursor"),
    ])
  func filters(_ member: String, _ expected: String) async throws {
    try await Campus.with { campus in
      let ada = try await campus.roommates(1)[0]
      let refused = await campus.refusal(
        Roomhub.ListTasks.self, #"{"state": "completed", \#(member)}"#, as: ada)
      #expect(refused == expected)
    }
  }
}
