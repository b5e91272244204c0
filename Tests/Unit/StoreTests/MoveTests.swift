import FoundationEssentials
import Glibc
import Schema
import TestSupport
import Testing

@testable import Store

@Suite("All rows of a store go from one engine to the other, and the stream goes on")
struct MoveTests {
  private static let steps = [
    Migration(
      1, "tables",
      """
      CREATE TABLE parent(id BLOB PRIMARY KEY, name TEXT, share REAL, count INTEGER) STRICT, WITHOUT ROWID;
      CREATE TABLE child(id INTEGER PRIMARY KEY, parent BLOB NOT NULL REFERENCES parent(id)) STRICT;
      CREATE TABLE vacant(id INTEGER PRIMARY KEY) STRICT;
      """)
  ]
  /// Not Crypto's: any function of all bytes does.
  private static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var sum: UInt64 = 14_695_981_039_346_656_037
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211 }
    return (0..<4).flatMap { lane in (0..<8).map { UInt8(truncatingIfNeeded: (sum >> ($0 * 8)) &+ lane) } }
  }

  /// A stopped store with rows of each kind, more than are read or sent at once, and its stream's place.
  private static func used(_ path: String) async throws -> (epoch: RawUUID, head: Int64) {
    let store = try ProgramStore.open(path, stream: "s", migrations: steps)
    let long = String(repeating: "Ä", count: 60)
    try await store.write { db in
      for number in 0..<1203 {
        let id = [UInt8(number >> 8), UInt8(number & 255)]
        try db.run(
          "INSERT INTO parent VALUES (?, ?, ?, ?)", id, number % 3 == 0 ? nil : "\(long) \(number)",
          number % 5 == 0 ? nil : Double(number) / 7, number % 7 == 0 ? nil : -number)
        try db.run("INSERT INTO child(parent) VALUES (?)", id)
        try db.append(event("\(number)", at: Int64(number)))
      }
    }
    // Its newest number has no row any more.
    try await store.write { _ = try $0.pruneOutbox(olderThan: Instant(milliseconds: .max), limit: 5000) }
    let place = (store.epoch, store.head)
    await store.close()
    return place
  }

  @Test("each table has the same sum there and back, and the next event the next number")
  func there() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      let place = try await MoveTests.used(path)
      let url = try PostgresServer.newPlace()
      let before = try MoveTests.toServer(path, url)
      #expect(before.first { $0.table == "parent" }?.rows == 1203)
      #expect(before.first { $0.table == "vacant" }?.digest == [UInt8](repeating: 0, count: 32))
      let new = folder + "/b.db"
      #expect(try MoveTests.toFile(new, url) == before)
      for path in [url, new] {
        let store = try ProgramStore.open(path, stream: "s", migrations: MoveTests.steps)
        #expect(store.epoch == place.epoch && store.head == place.head && !store.isReplacement)
        #expect(store.retainedFrom == place.head + 1)
        let next = try await store.write { db in
          try db.run("INSERT INTO child(parent) VALUES (?)", [UInt8](repeating: 0, count: 2))
          return try db.append(event("next"))
        }
        #expect(next == place.head + 1)
        await store.close()
      }
    }
  }

  private static func toServer(_ path: String, _ url: String) throws -> [TableSum] {
    let file = try StoreFile.open(path)
    let schema = try StoreSchema.open(url, of: "s", password: nil)
    var count = 0
    try schema.fill(from: file) { count += $0 }
    let sums = try file.sums(hash)
    #expect(count == Int(sums.reduce(0) { $0 + $1.rows }))
    #expect(try schema.sums(hash) == sums)
    try schema.keep()
    return sums
  }

  private static func toFile(_ path: String, _ url: String) throws -> [TableSum] {
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    let schema = try StoreSchema.open(url, of: "s", password: nil)
    return try StoreFile.make(at: path, from: schema) { _ in }.sums(hash)
  }

  @Test("a schema stays as it was until the rows are kept, and no program opens it meanwhile")
  func untouched() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      _ = try await MoveTests.used(path)
      let url = try PostgresServer.newPlace()
      let old = try ProgramStore.open(url, stream: "s", migrations: MoveTests.steps)
      #expect(throws: StoreError.self) { try StoreSchema.open(url, of: "s", password: nil) }
      await old.close()
      try MoveTests.begin(path, url)
      let again = try ProgramStore.open(url, stream: "s", migrations: MoveTests.steps)
      #expect(again.epoch == old.epoch && again.head == 0)
      await again.close()
    }
  }

  /// A move that does not come to its end.
  private static func begin(_ path: String, _ url: String) throws {
    let schema = try StoreSchema.open(url, of: "s", password: nil)
    try schema.fill(from: try StoreFile.open(path)) { _ in }
    #expect(throws: StoreError.self) { try ProgramStore.open(url, stream: "s", migrations: steps) }
  }

  @Test("a row that the server refuses ends the move with its reason, and the connection goes on")
  func refused() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      let store = try ProgramStore.open(path, stream: "s", migrations: MoveTests.steps)
      try await store.write { db in
        for number in 0..<1203 {
          let id = [UInt8(number >> 8), UInt8(number & 255)]
          // No text of PostgreSQL holds the character 0.
          try db.run("INSERT INTO parent VALUES (?, ?, NULL, NULL)", id, number == 900 ? "a\0b" : "name")
        }
      }
      await store.close()
      let url = try PostgresServer.newPlace()
      let schema = try StoreSchema.open(url, of: "s", password: nil)
      let file = try StoreFile.open(path)
      let failure = #expect(throws: StoreError.self) { try schema.fill(from: file) { _ in } }
      #expect("\(try #require(failure))".contains("0x00"))
      schema.connection.rollBack()
      #expect(try schema.read { try $0.one("SELECT 1 AS one", map: { try $0.int("one") }) } == 1)
    }
  }

  @Test("a file that was not closed, or is not the one that was, is not moved")
  func unsafeFile() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      _ = try await MoveTests.used(path)
      #expect(truncate(path + ".lock", 0) == 0)
      #expect(throws: UnfinishedStore.self) { try StoreFile.open(path) }
      let store = try ProgramStore.open(path, stream: "s", migrations: MoveTests.steps)
      await store.close()
      try FileManager.default.removeItem(atPath: path)
      #expect(throws: StoreError.self) { try StoreFile.open(path) }
    }
  }
}
