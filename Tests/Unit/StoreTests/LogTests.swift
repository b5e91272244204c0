import FoundationEssentials
import Glibc
import Store
import Testing

@Suite("The log is on disk at its full size before it is needed")
struct LogTests {
  static let step = 8 << 20

  @Test("it is there whole before the first write, blocks and not a hole")
  func beforeTheFirstWrite() async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(folder + "/a.db", stream: "notes", migrations: noteTable)
      let log = try #require(status(folder))
      #expect(log.st_size == LogTests.step)
      #expect(Int(log.st_blocks) * 512 >= LogTests.step)
      await store.close()
    }
  }

  @Test("commits, checkpoints and stops write over it in place")
  func inPlace() async throws {
    var options = StoreOptions()
    options.checkpointPages = 10
    try await withTemporaryFolder { folder in
      var places: Set<UInt> = []
      for round in 0..<3 {
        let store = try ProgramStore.open(
          folder + "/a.db", stream: "notes", migrations: noteTable, options: options)
        for number in 0..<30 {
          try await store.write { try $0.addNote("\(round) \(number)" + String(repeating: "x", count: 4000)) }
        }
        #expect(store.counters.checkpoints > 0)
        try places.insert(place(folder))
        await store.close()
        try places.insert(place(folder))
      }
      #expect(places.count == 1, "one file of one size all the time")
    }
  }

  @Test("a stop leaves zeros in it, whatever stood there")
  func emptied() async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(folder + "/a.db", stream: "notes", migrations: noteTable)
      try await store.write { try $0.addNote("a secret that is deleted") }
      try await store.write { try $0.run("DELETE FROM note") }
      #expect(try contents(folder).contains("a secret that is deleted".utf8))
      await store.close()
      let after = try contents(folder)
      #expect(after.count == LogTests.step && after.allSatisfy { $0 == 0 })
    }
  }

  @Test("it grows by whole steps while a reader holds it, and a stop takes it back to one")
  func grows() async throws {
    var options = StoreOptions()
    options.synchronous = .normal  // faster, and nothing here is about power cuts
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(
        folder + "/a.db", stream: "notes", migrations: noteTable, options: options)
      let held = try HeldRead(folder + "/a.db")
      for number in 0..<20 {
        try await store.write { db in
          for part in 0..<150 { try db.addNote("\(number).\(part)" + String(repeating: "x", count: 4000)) }
        }
      }
      let grown = Int(try #require(status(folder)).st_size)
      #expect(store.logBytes > LogTests.step && grown > store.logBytes)
      #expect(grown % LogTests.step == 0)
      held.end()
      await store.close()
      #expect(Int(try #require(status(folder)).st_size) == LogTests.step)
      #expect(try contents(folder).allSatisfy { $0 == 0 })
    }
  }

  @Test("on a small disk it takes what it needs, and little more", .enabled(if: SmallDisk.isPossible))
  func smallDisk() async throws {
    try await SmallDisk.with(mebibytes: 40) { disk in
      let store = try ProgramStore.open(disk.path + "/a.db", stream: "notes", migrations: noteTable)
      try await store.write { try $0.addNote("a") }
      #expect(Int(try #require(status(disk.path)).st_size) <= 256 << 10)
      await store.close()
    }
  }

  private func status(_ folder: String) -> stat? {
    var info = stat()
    return stat(folder + "/a.db-wal", &info) == 0 ? info : nil
  }

  /// The file's number, if it has the full size.
  private func place(_ folder: String) throws -> UInt {
    let log = try #require(status(folder))
    #expect(log.st_size == LogTests.step)
    return log.st_ino
  }

  private func contents(_ folder: String) throws -> Data {
    try Data(contentsOf: URL(filePath: folder + "/a.db-wal"))
  }
}

extension Data {
  fileprivate func contains(_ text: some Sequence<UInt8>) -> Bool { firstRange(of: Data(text)) != nil }
}
