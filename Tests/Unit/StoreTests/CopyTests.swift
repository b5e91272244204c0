import FoundationEssentials
import Glibc
import Schema
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("A copy is one moment of the file, whole, while writes go on")
struct CopyTests {
  @Test("it holds what was acknowledged before, its stream's place, and nothing half")
  func moment() async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(folder + "/a.db", stream: "notes", migrations: noteTable)
      for number in 0..<200 { try await store.write { try add(number, $0) } }
      let isDone = Flag()
      try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask {
          var number = 200
          while !isDone.isSet {
            let next = number
            try await store.write { try add(next, $0) }
            number += 1
          }
          return number
        }
        for round in 0..<5 {
          let before = try await store.notes().count
          let copy = try store.copy()
          let path = "\(folder)/copy\(round).db"
          try write(copy, to: path)
          let opened = try ProgramStore.open(path, stream: "notes", migrations: noteTable)
          let notes = try await opened.notes()
          #expect(notes.count >= before)
          #expect(opened.head == Int64(notes.count), "a row and its event are there together")
          #expect(copy.head == opened.head && copy.epoch == store.epoch && copy.steps == 1)
          await opened.close()
        }
        isDone.set()
        let written = try await group.next() ?? 0
        #expect(try await store.notes().count == written)
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { !$0.contains(".copy") })
      await store.close()
    }
  }

  @Test("what was deleted is not in it")
  func deleted() async throws {
    try await withStore { store in
      try await store.write { db in
        try db.addNote("a secret of long ago")
        try db.addNote("kept")
      }
      try await store.write { try $0.run("DELETE FROM note WHERE text <> 'kept'") }
      let copy = try store.copy()
      let bytes = try copy.read(at: 0, length: Int(copy.size))
      #expect(bytes.firstRange(of: Array("kept".utf8)) != nil)
      #expect(bytes.firstRange(of: Array("a secret of long ago".utf8)) == nil)
    }
  }

  @Test("reading outside it gives nothing, at its end what is left")
  func edges() async throws {
    try await withStore { store in
      let copy = try store.copy()
      #expect(try copy.read(at: -1, length: 10).isEmpty)
      #expect(try copy.read(at: 0, length: -1).isEmpty)
      #expect(try copy.read(at: copy.size, length: 10).isEmpty)
      #expect(try copy.read(at: .max, length: .max).isEmpty)
      #expect(try copy.read(at: copy.size - 3, length: 10).count == 3)
      #expect(try copy.read(at: 0, length: .max).count == Int(copy.size))
    }
  }

  @Test("one is made at a time; what a crash left goes at the next start")
  func leftover() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      let store = try ProgramStore.open(path, stream: "notes", migrations: noteTable)
      try Data("half".utf8).write(to: URL(filePath: path + ".copy"))
      #expect(throws: StoreError.busy) { try store.copy() }
      await store.close()
      let again = try ProgramStore.open(path, stream: "notes", migrations: noteTable)
      #expect(!FileManager.default.fileExists(atPath: path + ".copy"))
      #expect(try again.copy().size > 0)
      await again.close()
    }
  }
}

private func write(_ copy: StoreCopy, to path: String) throws {
  try Data(copy.read(at: 0, length: Int(copy.size))).write(to: URL(filePath: path))
}

private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .acquiring) }

  func set() { value.store(true, ordering: .releasing) }
}

private func add(_ number: Int, _ db: borrowing Database) throws {
  try db.addNote("\(number)")
  try db.append(event("\(number)"))
}

@Suite("A copy of a store on PostgreSQL is a file of SQLite")
struct PostgresCopyTests {
  @Test("it holds what was acknowledged, and the stream goes on in it where it was")
  func moment() async throws {
    try await withTemporaryFolder { folder in
      var options = StoreOptions()
      options.copyFolder = folder
      let place = try PostgresServer.newPlace()
      let store = try ProgramStore.open(place, stream: "notes", migrations: noteTable, options: options)
      for number in 0..<1200 { try await store.write { try add(number, $0) } }
      // What the stream no longer has, it still counts.
      try await store.write { db in
        _ = try db.pruneOutbox(olderThan: Instant(milliseconds: .max), limit: 2000)
      }
      let copy = try store.copy()
      let path = folder + "/copied.db"
      try write(copy, to: path)
      let opened = try ProgramStore.open(path, stream: "notes", migrations: noteTable)
      #expect(try await opened.notes() == store.notes())
      #expect(opened.head == 1200 && opened.epoch == store.epoch && copy.head == 1200 && copy.steps == 1)
      #expect(try await opened.write { try $0.append(event("next")) } == 1201)
      await opened.close()
      await store.close()
    }
  }

  @Test("one without a folder is refused; what a crash left goes at the next start")
  func leftover() async throws {
    try await withTemporaryFolder { folder in
      let place = try PostgresServer.newPlace()
      let store = try ProgramStore.open(place, stream: "notes", migrations: noteTable)
      #expect(throws: StoreError.self) { try store.copy() }
      await store.close()
      var options = StoreOptions()
      options.copyFolder = folder
      let again = try ProgramStore.open(place, stream: "notes", migrations: noteTable, options: options)
      _ = try again.copy()
      let schema = place.split(separator: "schema=").last ?? ""
      let lock = "\(folder)/\(schema).sqlite"
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["\(schema).sqlite.lock"])
      // Others see by the lock that the store is open, without the server.
      #expect(throws: StoreError.inUse(path: lock)) {
        try ProgramStore.open(place, stream: "notes", migrations: noteTable, options: options)
      }
      try Data("half".utf8).write(to: URL(filePath: "\(folder)/\(schema).sqlite.copy"))
      #expect(throws: StoreError.busy) { try again.copy() }
      await again.close()
      let third = try ProgramStore.open(place, stream: "notes", migrations: noteTable, options: options)
      #expect(try third.copy().size > 0)
      await third.close()
    }
  }
}
