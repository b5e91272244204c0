import Glibc
import Store
import Testing

@Suite("A file is opened by one program that knows its schema, or not at all")
struct OpeningTests {
  @Test("a second opener is refused until the first has closed")
  func inUse() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      let first = try ProgramStore.open(path, stream: "s", migrations: [])
      #expect(throws: StoreError.inUse(path: path)) {
        try ProgramStore.open(path, stream: "s", migrations: [])
      }
      await first.close()
      await first.close()
      let second = try ProgramStore.open(path, stream: "s", migrations: [])
      await second.close()
    }
  }

  @Test("a store that is let go of without closing frees its file", .timeLimit(.minutes(1)))
  func letGo() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      do { _ = try ProgramStore.open(path, stream: "s", migrations: []) }
      var store: ProgramStore?
      while store == nil {
        do { store = try ProgramStore.open(path, stream: "s", migrations: []) } catch StoreError.inUse {
          sched_yield()
        }
      }
      await store?.close()
    }
  }

  @Test("only the owner may read the files")
  func mode() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      let old = umask(0)
      defer { umask(old) }
      let store = try ProgramStore.open(path, stream: "s", migrations: noteTable)
      try await store.write { try $0.addNote("a") }
      for name in ["", "-wal", "-shm", ".lock"] {
        var info = stat()
        #expect(stat(path + name, &info) == 0)
        #expect(info.st_mode & 0o777 == 0o600, "\(name)")
      }
      await store.close()
    }
  }

  @Test("new steps are applied, those of a newer program refused")
  func newer() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      let second = Migration(2, "more", "CREATE TABLE more(a INTEGER) STRICT")
      await (try ProgramStore.open(path, stream: "notes", migrations: noteTable)).close()
      let store = try ProgramStore.open(path, stream: "notes", migrations: noteTable + [second])
      try await store.write { try $0.run("INSERT INTO more VALUES (1)") }
      await store.close()
      #expect(throws: StoreError.newer(found: 2, known: 1)) {
        try ProgramStore.open(path, stream: "notes", migrations: noteTable)
      }
    }
  }

  @Test("a step that was changed after a file had it is refused")
  func changed() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      await (try ProgramStore.open(path, stream: "notes", migrations: noteTable)).close()
      let changed = [Migration(1, "notes", "CREATE TABLE note(id INTEGER PRIMARY KEY) STRICT")]
      #expect(throws: StoreError.self) { try ProgramStore.open(path, stream: "notes", migrations: changed) }
      await (try ProgramStore.open(path, stream: "notes", migrations: noteTable)).close()
    }
  }

  @Test(
    "a step that fails leaves nothing behind",
    arguments: [
      "CREATE TABLE a(x INTEGER) STRICT; CREATE TABLE b(", "CREATE TABLE a(x)",
      "CREATE TABLE a(x INTEGER) STRICT; COMMIT",
      """
      CREATE TABLE a(x INTEGER PRIMARY KEY) STRICT; CREATE TABLE c(x INTEGER REFERENCES a(x)) STRICT;
      INSERT INTO c VALUES (1)
      """,
    ])
  func failing(_ sql: String) async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      let error = #expect(throws: StoreError.self) {
        try ProgramStore.open(path, stream: "s", migrations: [Migration(1, "bad", sql)])
      }
      guard case .migration = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      guard !sql.contains("COMMIT") else { return }
      let good = Migration(1, "good", "CREATE TABLE a(x INTEGER) STRICT")
      await (try ProgramStore.open(path, stream: "s", migrations: [good])).close()
    }
  }

  @Test("steps are numbered from 1 without gaps")
  func numbers() async throws {
    try await withTemporaryFolder { folder in
      #expect(throws: StoreError.self) {
        try ProgramStore.open(folder + "/a.db", stream: "s", migrations: [Migration(2, "b", "SELECT 1")])
      }
    }
  }

  @Test("another program's file is refused")
  func otherStream() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      await (try ProgramStore.open(path, stream: "auth", migrations: [])).close()
      #expect(throws: StoreError.otherStream(found: "auth")) {
        try ProgramStore.open(path, stream: "events", migrations: [])
      }
    }
  }

  @Test("a file without the mark of a clean stop is checked, and a damaged one refused")
  func unclean() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      let first = try ProgramStore.open(path, stream: "notes", migrations: noteTable)
      try await first.write { db in for number in 0..<2000 { try db.addNote("note number \(number)") } }
      #expect(!first.wasChecked, "a new file")
      await first.close()
      #expect(unlink(path + ".lock") == 0)
      let second = try ProgramStore.open(path, stream: "notes", migrations: noteTable)
      #expect(second.wasChecked)
      await second.close()
      let third = try ProgramStore.open(path, stream: "notes", migrations: noteTable)
      #expect(!third.wasChecked)
      await third.close()

      #expect(unlink(path + ".lock") == 0)
      let descriptor = open(path, O_RDWR)
      let size = lseek(descriptor, 0, SEEK_END)
      let noise = [UInt8](repeating: 0xA5, count: 4096)
      for page in 20..<(size / 4096) where page.isMultiple(of: 2) {
        pwrite(descriptor, noise, 4096, page * 4096)
      }
      close(descriptor)
      #expect(unlink(path + ".mark") == 0, "its sum would tell before the check")
      let error = #expect(throws: StoreError.self) {
        try ProgramStore.open(path, stream: "notes", migrations: noteTable)
      }
      guard case .broken = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }
}
