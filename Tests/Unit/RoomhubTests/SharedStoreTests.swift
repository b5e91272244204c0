import Schema
import ServiceKit
import TestSupport
import Testing

@testable import roomhub

@Suite("Another process over the same data")
struct SharedStoreTests {
  private func titles(_ campus: Campus, _ person: TestPerson) async throws -> [String] {
    try await campus.ask(Roomhub.ListTasks(), as: person).items.map(\.title)
  }

  @Test("what it changes is in the lists of one that has lost its lock and doesn't know")
  func tasks() async throws {
    let place = try PostgresServer.newPlace()
    try await Campus.with(place: place) { campus in
      let people = try await campus.roommates(2)
      _ = try await campus.ask(Roomhub.AddTask(title: TaskTitle(checked: "Buy milk")), as: people[0])
      for person in people { #expect(try await titles(campus, person) == ["Buy milk"]) }
      try PostgresServer.endSessions(of: place)
      try await Campus.with(place: place) { other in
        _ = try await other.ask(Roomhub.AddTask(title: TaskTitle(checked: "Call home")), as: people[0])
        _ = try await other.ask(Roomhub.LeaveRoom(), as: people[1])
      }
      #expect(try await titles(campus, people[0]).sorted() == ["Buy milk", "Call home"])
      #expect(await campus.refusal(Roomhub.ListTasks(), as: people[1]) == "no_room")
    }
  }

  @Test("a list is used for the version it was read with")
  func versions() throws {
    let lists = RoomLists()
    let (room, other) = (RoomID.random(), RoomID.random())
    let list = try EncodedReply(Page<Roomhub.RoommateTask>(items: [], next: nil))
    lists.keep(list, of: room, version: 3)
    #expect(lists.openTasks(room, version: 3) != nil)
    #expect(lists.openTasks(room, version: 4) == nil && lists.openTasks(other, version: 3) == nil)
    lists.beginChange(room)
    lists.endChange(room)
    #expect(lists.openTasks(room, version: 3) == nil)
  }
}
