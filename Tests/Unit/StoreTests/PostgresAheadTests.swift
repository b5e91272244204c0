import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("Queries that are sent ahead to PostgreSQL")
struct PostgresAheadTests {
  /// Lends `body` the number of requests whose answers nobody has taken.
  private static func write<T: Sendable>(
    _ store: ProgramStore, _ body: @escaping @Sendable (borrowing Database, () -> Int) throws -> T
  ) async throws -> T {
    try await store.write { db in
      guard case .postgres(let connection) = db.backing else { throw Refused() }
      return try body(db) { connection.link.queuedCount }
    }
  }

  @Test("they are answered together, once each, and only to who asks the same")
  func together() async throws {
    try await withStore(on: .postgres) { store in
      try await store.write { db in
        try db.addNote("a")
        // The statements are prepared.
        _ = try (db.notes(), db.noteCount("a"))
      }
      let (counts, found) = try await Self.write(store) { db, waiting in
        var counts: [Int] = []
        try db.ahead { _ = try $0.notes() }
        try db.ahead { _ = try $0.noteCount("a") }
        // With BEGIN.
        counts.append(waiting())
        let notes = try db.notes()
        counts.append(waiting())
        let (one, none) = try (db.noteCount("a"), db.noteCount("b"))
        let again = try db.noteCount("a")
        return (counts, notes.map { _ in 100 } + [one, none, again])
      }
      #expect(counts == [3, 0])
      #expect(found == [100, 1, 0, 1])
    }
  }

  @Test("after a change the same query is asked anew")
  func changed() async throws {
    try await withStore(on: .postgres) { store in
      let notes = try await store.write { db in
        try db.ahead { _ = try $0.notes() }
        try db.addNote("a")
        return try db.notes()
      }
      #expect(notes == ["a"])
      let more = try await store.write { db in
        try db.ahead { _ = try $0.notes() }
        try db.ahead { _ = try $0.noteCount("a") }
        let before = try db.noteCount("a")
        try db.addNote("ab")
        return (try db.notes(), [before, try db.noteCount("a")])
      }
      #expect(more.0 == ["a", "ab"])
      #expect(more.1 == [1, 2])
    }
  }

  @Test("a write that shares a commit sees what the one before it has changed")
  func shared() async throws {
    try await withStore(on: .postgres) { store in
      let seen = Recorder<[String]>()
      let results = await StoreTests.together(
        store,
        [
          { db in
            try db.ahead { _ = try $0.noteCount("one") }
            try db.addNote("one")
          },
          { db in
            try db.ahead { _ = try $0.notes() }
            seen.add(try db.notes())
            try db.addNote("two")
          },
          // It asks for nothing that it has sent.
          { db in try db.ahead { _ = try $0.notes() } },
          { db in seen.add(try db.notes()) },
        ])
      #expect(results.map(\.isSuccess) == [true, true, true, true])
      #expect(seen.all == [["one"], ["one", "two"]])
    }
  }

  @Test("a service's error for want of rows is not thrown, and a failure of the server is")
  func failing() async throws {
    try await withStore(on: .postgres) { store in
      let went = Atomic(0)
      try await store.write { db in
        try db.ahead {
          guard try $0.noteCount("a") == 1 else { throw Refused() }
          went.store(1, ordering: .relaxed)
        }
        try db.addNote("a")
      }
      #expect(went.load(ordering: .relaxed) == 0)
      let error = await #expect(throws: StoreError.self) {
        try await store.write { db in
          try db.ahead { _ = try $0.one("SELECT 1 / count(*) AS n FROM note WHERE text = ?", "b") { _ in 1 } }
          try db.addNote("b")
        }
      }
      #expect("\(error as Any)".contains("division by zero"))
      await #expect(throws: StoreError.self) {
        try await store.write { db in try db.ahead { try $0.addNote("c") } }
      }
      let notes = try await store.notes()
      #expect(notes == ["a"])
    }
  }

  @Test("many of them", arguments: [Engine.sqlite, .postgres])
  func many(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      try await store.write { try $0.addNote("7") }
      let counts = try await store.write { db in
        for number in 0..<50 { try db.ahead { _ = try $0.noteCount("\(number)") } }
        return try (0..<50).map { try db.noteCount("\($0)") }
      }
      #expect(counts == (0..<50).map { $0 == 7 ? 1 : 0 })
      let read = try await store.read { db in
        try db.ahead { _ = try $0.notes() }
        return [try db.noteCount("7"), Int64(try db.notes().count)]
      }
      #expect(read == [1, 1])
    }
  }
}

extension Database {
  fileprivate func noteCount(_ text: String) throws -> Int64 {
    try one("SELECT count(*) AS n FROM note WHERE text LIKE ?", text + "%") { try $0.int("n") } ?? 0
  }
}
