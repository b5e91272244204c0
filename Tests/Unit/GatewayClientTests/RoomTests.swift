import GatewayClient
import Schema
import Testing

@Suite("A room over the typed client")
struct RoomTests {
  @Test("dorms are listed for anybody; a room is opened, asked for, entered with its code")
  func joining() async throws {
    try await Campus.with { campus in
      let dorms = try await campus.anybody.send(Roomhub.ListDorms(limit: PageLimit(5)))
      #expect(dorms.items.map(\.name) == ["Forbes Hall"])
      let ada = try await campus.person("ada")
      let none = try await fault { try await ada.send(Roomhub.GetRoom()) }
      #expect(none.code == "no_room")
      let opened = try await ada.send(try Campus.join("Rm 101a"))
      #expect(opened.state == .joined)
      let room = try await ada.send(Roomhub.GetRoom())
      #expect(room.id == opened.room)
      #expect(room.number == "101A")

      let ben = try await campus.person("ben")
      let asked = try await ben.send(try Campus.join("101A"))
      #expect(asked == Roomhub.JoinedRoom(state: .pending, room: nil))
      let entered = try await ben.send(try Campus.join("101A", code: room.joinCode))
      #expect(entered.room == room.id)
      let roommates = try await ada.send(Roomhub.ListRoommates())
      #expect(roommates.items.map(\.profile.firstName) == ["ben"])

      let eve = try await campus.person("eve")
      let full = try await fault { try await eve.send(try Campus.join("101A")) }
      #expect(full.code == "room_full")
      let unknown = try await fault { try await eve.send(try Campus.join("1", dorm: "nowhere")) }
      #expect(unknown.code == "dorm_unknown")
      #expect(unknown.kind == .invalidArgument)
      #expect(unknown.fields?.first?.field == "dorm")
    }
  }

  @Test("tasks are added once a key, listed page by page, completed and put back")
  func tasks() async throws {
    try await Campus.with { campus in
      let ada = try await campus.member("ada")
      let due = try #require(Instant("2030-01-02T03:04:05.678Z"))
      let windows = Roomhub.AddTask(
        title: try TaskTitle("Wash the windows — \"both\" sides & sills"), isImportant: true, due: due,
        notes: try TaskNotes("Cloth: under the sink.\nLadder: ask Ben."))
      let added = try await ada.send(windows, idempotencyKey: "windows")
      #expect(try await ada.send(windows, idempotencyKey: "windows").task == added.task)
      #expect(added.task.title == windows.title.text)
      #expect(added.task.due == due)
      #expect(added.task.notes == windows.notes?.text)
      let milk = Roomhub.AddTask(title: try TaskTitle("Buy milk"))
      let reused = try await fault { try await ada.send(milk, idempotencyKey: "windows") }
      #expect(reused.code == "key_reused")
      _ = try await ada.send(milk)
      #expect(try await ada.send(milk).warnings == [.alreadyOnList])

      var titles: [String] = []
      var cursor: Cursor?
      repeat {
        let page = try await ada.send(Roomhub.ListTasks(state: .open, cursor: cursor, limit: PageLimit(2)))
        titles += page.items.map(\.title)
        cursor = page.next
      } while cursor != nil
      #expect(titles == [windows.title.text, "Buy milk", "Buy milk"])

      let done = try await ada.send(Roomhub.CompleteTask(id: added.task.id))
      #expect(done.completedBy == added.task.addedBy)
      #expect(try await ada.send(Roomhub.ListTasks(state: .completed)).items == [done])
      #expect(try await ada.send(Roomhub.ReopenTask(id: done.id)).completed == nil)
      let missing = try await fault { try await ada.send(Roomhub.CompleteTask(id: .sample)) }
      #expect(missing.kind == .notFound)
      let cursorBad = try await fault { try await ada.send(Roomhub.ListTasks(cursor: Cursor("a+b/ä?&="))) }
      #expect(cursorBad.code == "cursor_bad")
    }
  }

  @Test("messages are posted and listed")
  func messages() async throws {
    try await Campus.with { campus in
      let ada = try await campus.member("ada")
      let posted = try await ada.send(
        Roomhub.PostMessage(text: try MessageText("Please rinse the pan.")),
        idempotencyKey: "6c1d5f5e-4a7b-4f0e-9a51-0f6a7c9b2d11")
      let listed = try await ada.send(Roomhub.ListMessages(limit: PageLimit(1))).items
      #expect(listed.map(\.id) == [posted.id])
      #expect(listed.map(\.text) == [posted.text])
    }
  }
}
