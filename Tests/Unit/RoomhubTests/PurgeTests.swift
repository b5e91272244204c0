import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import roomhub

@Suite("What goes with its room or its person is found by an index")
struct PurgeTests {
  private func plan(_ sql: String, _ store: ProgramStore) async throws -> [String] {
    try await store.read { db in
      try db.all("EXPLAIN QUERY PLAN \(sql)", RawUUID.random(), 500) { try $0.text("detail") }
    }
  }

  @Test("no step reads a whole table")
  func plans() async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(
        "\(folder)/roomhub.sqlite", stream: "roomhub", migrations: RoomhubStore.migrations)
      let steps =
        RoomPurge.tables.map { $0.deletion(by: "room") }
        + RoomhubService.personalTables(RoomChange(RoomLists())).compactMap(\.deletion)
      for step in steps {
        let plan = try await plan(step, store)
        #expect(!plan.isEmpty)
        // A step may walk over the rows it has just selected, never over its table.
        #expect(plan.allSatisfy { !$0.hasPrefix("SCAN") }, "\(step): \(plan)")
      }
      await store.close()
    }
  }

  @Test("every table with a column for its room is purged or named here")
  func tables() async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(
        "\(folder)/roomhub.sqlite", stream: "roomhub", migrations: RoomhubStore.migrations)
      let withRoom = try await store.read { db in
        try db.all(
          """
          SELECT table_list.name FROM pragma_table_list AS table_list
          JOIN pragma_table_info(table_list.name) AS info
          WHERE table_list.type = 'table' AND info.name = 'room' ORDER BY 1
          """
        ) { try $0.text("name") }
      }
      // A closed room has no members.
      #expect(Set(withRoom) == Set(RoomPurge.tables.map(\.name)).union(["member"]))
      await store.close()
    }
  }
}

@Suite("A file from before rooms could close keeps what it holds")
struct RoomMigrationTests {
  @Test("rooms, their open tasks and the newest request of each person are there afterwards")
  func migrate() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/roomhub.sqlite"
      let (room, other, person) = (RawUUID.random(), RawUUID.random(), RawUUID.random())
      let old = try ProgramStore.open(
        path, stream: "roomhub", migrations: Array(RoomhubStore.migrations.prefix(1)))
      try await old.write { db in
        try db.run("INSERT INTO dorm VALUES ('forbes', 'Forbes Hall', 4)")
        for (id, number, code) in [(room, "1", "00000000"), (other, "2", "00000001")] {
          try db.run("INSERT INTO room VALUES (?, 'forbes', ?, ?, 5, 7)", id, number, code)
        }
        try db.run("INSERT INTO member VALUES (?, ?, 6)", RawUUID.random(), room)
        for (at, asked) in [(10, room), (11, other)] {
          try db.run("INSERT INTO join_request VALUES (?, ?, ?, ?)", RawUUID.random(), asked, person, at)
        }
      }
      await old.close()
      let new = try ProgramStore.open(path, stream: "roomhub", migrations: RoomhubStore.migrations)
      let found = try await new.read { db in
        (try db.openRoom(RoomID(room)), try db.waitingRequest(of: PersonID(person)))
      }
      #expect(found.0?.openTasks == 7 && found.0?.capacity == 4 && found.0?.number == "1")
      #expect(found.1?.room == RoomID(other))
      await new.close()
    }
  }
}
