import Schema
import Store
import TestSupport
import Testing

@testable import roomhub

@Suite("I8: a file whose room numbers have separators keeps every room, and its numbers lose them")
struct NumberMigrationTests {
  private struct Stored {
    let number: String
    var opened: Int64 = 5
    var isClosed = false
  }

  /// The numbers of these rooms of one dorm after the migration.
  private func migrated(_ rooms: [Stored]) async throws -> [String] {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/roomhub.sqlite"
      let ids = rooms.indices.map { RawUUID(high: 1, low: UInt64($0)) }
      let old = try ProgramStore.open(
        path, stream: "roomhub", migrations: Array(RoomhubStore.migrations.prefix(5)))
      try await old.write { db in
        try db.run("INSERT INTO dorm VALUES ('forbes', 'Forbes Hall', 4)")
        for (index, room) in rooms.enumerated() {
          try db.run(
            """
            INSERT INTO room(id, dorm, number, join_code, opened_at, closed_at)
            VALUES (?, 'forbes', ?, ?, ?, ?)
            """,
            ids[index], room.number, String(10_000_000 + index), room.opened, room.isClosed ? 9 : nil)
        }
      }
      await old.close()
      let new = try ProgramStore.open(path, stream: "roomhub", migrations: RoomhubStore.migrations)
      let numbers = try await new.read { db in
        try db.all("SELECT number FROM room ORDER BY id") { try $0.text("number") }
      }
      await new.close()
      return numbers
    }
  }

  @Test("each has the form in which its number is looked for")
  func forms() async throws {
    for number in [
      "101A", "101 A", "101-A", "101.A", "101/A", "1 -A", "-101.", "B-12", "4-12", "4.12", "4 12", "4./12",
      "1-2-3", "A-1-2-B", "0-12", "0-A", "0.0-A", "RM-1", "ROOM.12", "RM-A", "R-M7", "\u{C9}-1", "A", "0",
    ] {
      let canonical = try #require(RoomNumber(number))
      #expect(try await migrated([Stored(number: number)]) == [canonical.text], "\(number)")
    }
  }

  @Test("of several with one form, the one with that number has it, else the first that was opened")
  func collisions() async throws {
    #expect(
      try await migrated([Stored(number: "101-A", opened: 1), Stored(number: "101A", opened: 2)])
        == ["101-A", "101A"])
    #expect(
      try await migrated([
        Stored(number: "101-A", opened: 3), Stored(number: "101.A", opened: 2), Stored(number: "102 A"),
      ]) == ["101-A", "101A", "102A"])
  }

  @Test("a closed room and one without letters and digits stay as they are")
  func untouched() async throws {
    #expect(
      try await migrated([Stored(number: "9-A", isClosed: true), Stored(number: "9.A"), Stored(number: "-")])
        == ["9-A", "9A", "-"])
  }
}
