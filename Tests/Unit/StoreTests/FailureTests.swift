import Glibc
import Store
import Synchronization
import Testing

@Suite("A disk that fails never turns into an acknowledgement")
struct FailureTests {
  @Test("a full file refuses writes, goes on reading, and writes again when there is room")
  func full() async throws {
    var options = StoreOptions()
    options.pageLimit = 60
    try await withStore(options: options) { store in
      var stored = 0
      var failure: (any Error)?
      while failure == nil, stored < 1000 {
        let number = stored
        do {
          try await store.write { try $0.addNote("\(number)" + String(repeating: "x", count: 1000)) }
          stored += 1
        } catch { failure = error }
      }
      #expect(failure as? StoreError == .full)
      #expect(store.health == .full)
      #expect(try await store.notes().count == stored)
      try await store.write { try $0.run("DELETE FROM note WHERE id > 10") }
      #expect(store.health == .intact)
      try await store.write { try $0.addNote("fits again") }
      #expect(try await store.notes().count == 11)
    }
  }

  @Test("writes of one group with the one that finds the file full are acknowledged only if they are there")
  func fullGroup() async throws {
    let told = Recorder<StoredEvent>()
    var options = StoreOptions()
    options.pageLimit = 80
    try await withStore(options: options, onCommit: { $0.forEach { told.add($0) } }) { store in
      let big = String(repeating: "y", count: 2_000_000)
      let results = await together(
        store,
        [
          {
            try $0.addNote("first"); try $0.append(event("first"))
          },
          {
            try $0.append(event("never")); try $0.addNote(big)
          },
          {
            try $0.addNote("last"); try $0.append(event("last"))
          },
        ])
      #expect(results[1].storeError == .full)
      let notes = try await store.notes()
      #expect(notes.contains("first") == results[0].isSuccess)
      #expect(notes.contains("last") == results[2].isSuccess)
      #expect(Int64(told.all.count) == store.head)
      let replayed = try store.replay(from: 1, limit: 10, maxBytes: .max).events
      #expect(replayed == told.all)
      #expect(!replayed.contains { $0.event.body == Array("never".utf8) })
    }
  }

  @Test(
    "a file that cannot grow answers full and loses nothing it acknowledged",
    .enabled(if: SmallDisk.isPossible))
  func fullDisk() async throws {
    try await SmallDisk.with(mebibytes: 2) { disk in
      let store = try ProgramStore.open(disk.path + "/a.db", stream: "notes", migrations: noteTable)
      let acknowledged = Atomic(0)
      var failure: (any Error)?
      while failure == nil {
        let number = acknowledged.load(ordering: .relaxed)
        do {
          try await store.write { try $0.addNote("\(number)" + String(repeating: "x", count: 3000)) }
          acknowledged.add(1, ordering: .relaxed)
        } catch { failure = error }
      }
      #expect(failure as? StoreError == .full)
      #expect(store.health == .full)
      #expect(try await store.notes().count == acknowledged.load(ordering: .relaxed))
      disk.resize(mebibytes: 8)
      try await store.write { try $0.addNote("room again") }
      #expect(store.health == .intact)
      await store.close()
      let next = try ProgramStore.open(disk.path + "/a.db", stream: "notes", migrations: noteTable)
      #expect(try await next.notes().count == acknowledged.load(ordering: .relaxed) + 1)
      await next.close()
    }
  }

  @Test("damage met while reading stops every later write and is told once")
  func damage() async throws {
    let told = Recorder<StoreError>()
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      let first = try ProgramStore.open(path, stream: "notes", migrations: noteTable)
      try await first.write { db in for number in 0..<3000 { try db.addNote("note number \(number)") } }
      await first.close()
      let descriptor = open(path, O_RDWR)
      let size = lseek(descriptor, 0, SEEK_END)
      let noise = [UInt8](repeating: 0xA5, count: 4096)
      for page in 20..<(size / 4096) { pwrite(descriptor, noise, 4096, page * 4096) }
      close(descriptor)
      #expect(unlink(path + ".mark") == 0, "its sum would tell before the first read")
      var options = StoreOptions()
      options.onBroken = { told.add($0) }
      let store = try ProgramStore.open(path, stream: "notes", migrations: noteTable, options: options)
      await #expect(throws: StoreError.self) { try await store.notes() }
      #expect(store.health == .broken)
      for _ in 0..<3 {
        let error = await #expect(throws: StoreError.self) { try await store.write { _ in } }
        guard case .broken = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
      #expect(told.all.count == 1)
      await store.close()
    }
  }
}
