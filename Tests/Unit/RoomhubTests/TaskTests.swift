import Bus
import Schema
import TestSupport
import Testing

@testable import roomhub

/// A room of Forbes Hall and those who live in it.
struct SharedRoom<P: AskedProgram> {
  let program: P
  let ada = TestPerson()
  let ben = TestPerson()

  /// - Parameter program: one in which nobody lives yet.
  init(_ program: P) async throws {
    self.program = program
    let dorm = DormID(checked: "forbes")
    _ = try await program.ask(
      Roomhub.DefineDorm(id: dorm, name: DormName(checked: "Forbes Hall"), roomCapacity: 4))
    try await join(ada, "101A")
    let code = try await program.ask(Roomhub.GetJoinCode(), as: ada).code
    try await join(ben, "101A", code)
  }

  func join(_ person: TestPerson, _ number: String, _ code: JoinCode? = nil) async throws {
    let join = Roomhub.JoinRoom(
      dorm: DormID(checked: "forbes"), number: RoomNumber(checked: number), code: code)
    _ = try await program.ask(join, as: person)
  }

  func add(_ title: String = "Buy milk", due: Instant? = nil, notes: String? = nil) async throws
    -> Roomhub.RoommateTask
  {
    let add = Roomhub.AddTask(
      title: TaskTitle(checked: title), due: due, notes: notes.map { TaskNotes(checked: $0) })
    return try await program.ask(add, as: ada).task
  }

  func titles(_ list: Roomhub.ListTasks = Roomhub.ListTasks()) async throws -> [String] {
    try await program.ask(list, as: ada).items.map(\.title)
  }

  func completed(by person: TestPerson? = nil, from: Instant? = nil, until: Instant? = nil) async throws
    -> [String]
  {
    try await titles(Roomhub.ListTasks(state: .completed, by: person?.id, from: from, until: until))
  }
}

@Suite("Tasks of a room are everybody's in it, and nobody else's")
struct TaskTests {
  private func room(
    _ body: (SharedRoom<ProgramInProcess<RoomhubService>>) async throws -> Void
  ) async throws {
    try await Program.with(RoomhubService.self) { try await body(SharedRoom($0)) }
  }

  @Test("an edit changes what it names and keeps the rest, whoever added the task")
  func edit() async throws {
    try await room { room in
      let task = try await room.add(due: Program.start, notes: "The large one")
      let edit = Roomhub.EditTask(
        id: task.id, version: 1, title: .set(TaskTitle(checked: "Buy oat milk")), due: .clear)
      let edited = try await room.program.ask(edit, as: room.ben)
      #expect(edited.title == "Buy oat milk" && edited.due == nil && edited.version == 2)
      #expect(edited.notes == "The large one" && edited.addedBy == room.ada.id)
      #expect(try await room.program.ask(Roomhub.GetTask(id: task.id), as: room.ada) == edited)
      #expect(try await room.titles() == ["Buy oat milk"])
    }
  }

  @Test("an edit that began from another version is refused, one that changes nothing is published to nobody")
  func versions() async throws {
    try await room { room in
      let task = try await room.add()
      let same = Roomhub.EditTask(id: task.id, version: 1, isImportant: false)
      #expect(try await room.program.ask(same, as: room.ben) == task)
      #expect(try room.program.published(Roomhub.TaskChanged.self).isEmpty)
      for version in [Int64(0), 2] {
        let edit = Roomhub.EditTask(id: task.id, version: version, isImportant: true)
        let refused = await outcome { try await room.program.ask(edit, as: room.ada) }
        #expect(refused.refusal == "changed_elsewhere")
      }
    }
  }

  @Test("a task is edited while it is open, and not while it is deleted")
  func editedWhileOpen() async throws {
    try await room { room in
      let task = try await room.add()
      #expect(try await edited(task, version: 1, in: room) == nil)
      _ = try await room.program.ask(Roomhub.CompleteTask(id: task.id), as: room.ben)
      #expect(try await edited(task, version: 2, in: room) == "changed_elsewhere")
      _ = try await room.program.ask(Roomhub.ReopenTask(id: task.id), as: room.ben)
      #expect(try await edited(task, version: 2, in: room) == nil)
      _ = try await room.program.ask(Roomhub.DeleteTask(id: task.id), as: room.ben)
      #expect(try await edited(task, version: 3, in: room) == "not_found")
      let complete = await outcome {
        try await room.program.ask(Roomhub.CompleteTask(id: task.id), as: room.ada)
      }
      let reopen = await outcome {
        try await room.program.ask(Roomhub.ReopenTask(id: task.id), as: room.ada)
      }
      #expect(complete.refusal == "not_found" && reopen.refusal == "not_found")
    }
  }

  /// What an edit by ada is refused with.
  private func edited(
    _ task: Roomhub.RoommateTask, version: Int64, in room: SharedRoom<ProgramInProcess<RoomhubService>>
  ) async throws -> String? {
    let edit = Roomhub.EditTask(
      id: task.id, version: version, title: .set(TaskTitle(checked: "Version \(version)")))
    return await outcome { try await room.program.ask(edit, as: room.ada) }.refusal
  }

  @Test("a repeated request has one effect and one reply", arguments: Program.Way.allCases)
  func repeated(_ way: Program.Way) async throws {
    try await Program.with(RoomhubService.self, way) { program in
      let ada = TestPerson()
      let dorm = DormID(checked: "forbes")
      _ = try await program.ask(
        Roomhub.DefineDorm(id: dorm, name: DormName(checked: "Forbes Hall"), roomCapacity: 4))
      let join = Roomhub.JoinRoom(dorm: dorm, number: RoomNumber(checked: "101A"))
      _ = try await program.ask(join, as: ada)
      let add = Roomhub.AddTask(title: TaskTitle(checked: "Buy milk"))
      let first = try await program.ask(add, as: ada, key: "milk-1")
      #expect(try await program.ask(add, as: ada, key: "milk-1") == first)
      let other = Roomhub.AddTask(title: TaskTitle(checked: "Buy bread"))
      let reused = await outcome { try await program.ask(other, as: ada, key: "milk-1") }
      #expect(reused.refusal == "key_reused")
      #expect(try await program.ask(Roomhub.ListTasks(), as: ada).items == [first.task])
    }
  }

  @Test("whoever is not signed in, lacks the role or the room is refused", arguments: Program.Way.allCases)
  func access(_ way: Program.Way) async throws {
    try await Program.with(RoomhubService.self, way) { program in
      let body = Array(#"{"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4}"#.utf8)
      let asStudent = await outcome {
        try await program.ask(Roomhub.DefineDorm.self, body: body, as: TestPerson())
      }
      #expect(asStudent.refusal == "not_allowed")
      var header = Header(id: .random())
      header.subject = Roomhub.ListTasks.subject
      let unsigned = await outcome { try await program.send(header, Array("{}".utf8), from: .gateway) }
      #expect(unsigned.refusal == "signin_required")
      header.assertion = [UInt8](repeating: 2, count: 118)
      let forged = await outcome { try await program.send(header, Array("{}".utf8), from: .gateway) }
      #expect(forged.refusal == "signin_required")
      let withoutRoom = await outcome { try await program.ask(Roomhub.ListTasks(), as: TestPerson()) }
      #expect(withoutRoom.refusal == "no_room")
    }
  }

  @Test("a task of another room is not found, by whatever verb")
  func otherRooms() async throws {
    try await room { room in
      let eve = TestPerson()
      try await room.join(eve, "102")
      let task = try await room.add()
      for (person, id) in [(eve, task.id), (room.ada, TaskID.random())] {
        let refusals = [
          await outcome { try await room.program.ask(Roomhub.GetTask(id: id), as: person) }.refusal,
          await outcome { try await room.program.ask(Roomhub.DeleteTask(id: id), as: person) }.refusal,
          await outcome { try await room.program.ask(Roomhub.RestoreTask(id: id), as: person) }.refusal,
          await outcome { try await room.program.ask(Roomhub.CompleteTask(id: id), as: person) }.refusal,
          await outcome { try await room.program.ask(Roomhub.ReopenTask(id: id), as: person) }.refusal,
          await outcome {
            try await room.program.ask(Roomhub.EditTask(id: id, version: 1, isImportant: true), as: person)
          }.refusal,
        ]
        #expect(refusals == Array(repeating: "not_found", count: 6))
      }
      let nobody = TestPerson()
      let get = await outcome { try await room.program.ask(Roomhub.GetTask(id: task.id), as: nobody) }
      let delete = await outcome { try await room.program.ask(Roomhub.DeleteTask(id: task.id), as: nobody) }
      #expect(get.refusal == "no_room" && delete.refusal == "no_room")
      #expect(try await room.titles() == ["Buy milk"])
    }
  }

  @Test(
    "a bad edit names the field",
    arguments: [
      (#""title": null"#, "title_blank title"), (#""title": " \u200b ""#, "title_blank title"),
      (#""title": 7"#, "wrong_type title"), (#""isImportant": "yes""#, "wrong_type isImportant"),
      (#""due": "2026-02-30T10:00:00Z""#, "date_bad due"),
      (#""due": "0002-12-24T10:00:00Z""#, "date_bad due"),
      (#""due": "1899-12-31T23:59:59Z""#, "date_bad due"), (#""version": "one""#, "wrong_type version"),
      (#""title": "\#(String(repeating: "x", count: 201))""#, "too_long title"),
    ])
  func badEdit(_ member: String, _ expected: String) async throws {
    try await room { room in
      let task = try await room.add()
      let version = member.contains("version") ? "" : #", "version": 1"#
      let body = Array(#"{"id": "\#(task.id)", \#(member)\#(version)}"#.utf8)
      let refused = await outcome {
        try await room.program.ask(Roomhub.EditTask.self, body: body, as: room.ada)
      }
      #expect(refused.refusal == expected)
      #expect(try await room.program.ask(Roomhub.GetTask(id: task.id), as: room.ada) == task)
    }
  }

  @Test("completed tasks are listed by person and between two moments, newest first")
  func completed() async throws {
    try await room { room in
      func day(_ number: Int) -> Instant { Program.start.advanced(by: .seconds(86_400 * number)) }
      for number in 1...8 {
        try room.program.move(to: day(number))
        let task = try await room.add("Day \(number)")
        let person = number.isMultiple(of: 2) ? room.ada : room.ben
        _ = try await room.program.ask(Roomhub.CompleteTask(id: task.id), as: person)
      }
      #expect(try await room.completed() == (1...8).reversed().map { "Day \($0)" })
      #expect(try await room.completed(by: room.ben) == ["Day 7", "Day 5", "Day 3", "Day 1"])
      #expect(try await room.completed(from: day(3), until: day(7)) == ["Day 6", "Day 5", "Day 4", "Day 3"])
      #expect(try await room.completed(by: room.ben, from: day(3), until: day(7)) == ["Day 5", "Day 3"])
      #expect(try await room.completed(by: TestPerson()).isEmpty)
      var found: [String] = []
      var cursor: Cursor?
      repeat {
        let page = try await room.program.ask(
          Roomhub.ListTasks(
            state: .completed, by: room.ben.id, cursor: cursor, limit: PageLimit(checked: 3)), as: room.ada)
        found += page.items.map(\.title)
        cursor = page.next
      } while cursor != nil
      #expect(found == ["Day 7", "Day 5", "Day 3", "Day 1"], "the pages together are the list")
    }
  }

  @Test("a deleted task comes back for 30 days, to the list that it was on, and then no more")
  func deleted() async throws {
    try await room { room in
      let program = room.program
      let (task, done) = (try await room.add(), try await room.add("Sweep"))
      let swept = try await program.ask(Roomhub.CompleteTask(id: done.id), as: room.ben)
      for _ in 0..<2 {
        for id in [task.id, done.id] { _ = try await program.ask(Roomhub.DeleteTask(id: id), as: room.ben) }
      }
      #expect(try await room.titles().isEmpty)
      #expect(try await room.completed().isEmpty)
      try program.move(to: Program.start.advanced(by: .seconds(30 * 86_400)))
      for _ in 0..<2 {
        #expect(try await program.ask(Roomhub.RestoreTask(id: task.id), as: room.ada) == task)
        #expect(try await program.ask(Roomhub.RestoreTask(id: done.id), as: room.ada) == swept)
      }
      #expect(try await room.titles() == ["Buy milk"])
      #expect(try await room.completed() == ["Sweep"])
      #expect(try program.published(Roomhub.TaskDeleted.self).map(\.id) == [task.id, done.id])
      #expect(try program.published(Roomhub.TaskRestored.self).map(\.task) == [task, swept])
      _ = try await program.ask(Roomhub.DeleteTask(id: task.id), as: room.ada)
      try program.move(to: Program.start.advanced(by: .seconds(60 * 86_400 + 1)))
      let late = await outcome { try await program.ask(Roomhub.RestoreTask(id: task.id), as: room.ada) }
      #expect(late.refusal == "not_found")
    }
  }
}
