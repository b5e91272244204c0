import Bus
import Crypto
import FoundationEssentials
import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@Suite("A program keeps one copy for a backup, while somebody reads it")
struct BackupCacheTests {
  @Test("its bytes are those of its hash, in parts of at most a mebibyte")
  func reads() async throws {
    try await withShelf { shelf, store in
      try await store.write { db in
        for number in 0..<50 { try db.run("INSERT INTO big VALUES (?, zeroblob(40000))", number) }
      }
      let backup = try await shelf.begin(store, of: ProgramName("notes"))
      #expect(backup.program == "notes" && backup.epoch == store.epoch.description && backup.steps == 1)
      var bytes: [UInt8] = []
      while bytes.count < backup.size {
        let part = try shelf.read(
          Control.ReadBackup(id: backup.id, offset: Int64(bytes.count), length: .max))
        try #require((1...Control.maxBackupBytes).contains(part.count))
        bytes += part
      }
      #expect(Base64URL.encode(BLAKE2b.hash(bytes)) == backup.hash)
      shelf.end(backup.id)
      #expect(throws: Fault(.notFound)) {
        try shelf.read(Control.ReadBackup(id: backup.id, offset: 0, length: 1))
      }
      shelf.end(backup.id)
    }
  }

  @Test("a second one is busy until the first has ended")
  func busy() async throws {
    try await withShelf { shelf, store in
      let first = try await shelf.begin(store, of: ProgramName("notes"))
      await #expect(throws: Fault(.busy, retryAfterMs: 1000)) {
        try await shelf.begin(store, of: ProgramName("notes"))
      }
      shelf.end("another")
      await #expect(throws: Fault(.busy, retryAfterMs: 1000)) {
        try await shelf.begin(store, of: ProgramName("notes"))
      }
      shelf.end(first.id)
      let second = try await shelf.begin(store, of: ProgramName("notes"))
      #expect(second.id != first.id)
    }
  }

  @Test("a copy that nobody reads goes; reading keeps it", .timeLimit(.minutes(1)))
  func forgets() async throws {
    try await withShelf(patience: .milliseconds(300)) { shelf, store in
      let backup = try await shelf.begin(store, of: ProgramName("notes"))
      let request = Control.ReadBackup(id: backup.id, offset: 0, length: 1)
      let end = ContinuousClock.now.advanced(by: .milliseconds(900))
      while ContinuousClock.now < end {
        #expect(try shelf.read(request).count == 1)
        try await Task.sleep(for: .milliseconds(20))  // poll
      }
      try await waitUntil("a new copy can be made") {
        do { return try await shelf.begin(store, of: ProgramName("notes")).id != backup.id } catch {
          return false
        }
      }
    }
  }

  private func withShelf(
    patience: Duration = BackupCache.patience, _ body: (BackupCache, ProgramStore) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(
        "\(folder)/notes.sqlite", stream: "notes",
        migrations: [
          Migration(1, "big", "CREATE TABLE big(id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT")
        ])
      do { try await body(BackupCache(patience: patience), store) } catch {
        await store.close()
        throw error
      }
      await store.close()
    }
  }
}
