import FoundationEssentials
import Glibc
import Schema
import Testing

@testable import Store

@Suite("A store that lost something is not taken for a whole one, nor for a new one")
struct MarkTests {
  /// What happens to the files of a store while no program has it open.
  enum Fault: CaseIterable {
    case missing, emptied, emptyDatabase, anothers, older, cut, grown, flipped
    case markCut, markFlipped

    func happen(to path: String, older copy: [UInt8]) async throws {
      switch self {
      case .missing: unlink(path)
      case .emptied: truncate(path, 0)
      case .emptyDatabase: try Data().write(to: URL(filePath: path))
      case .anothers:
        unlink(path)
        let other = try ProgramStore.open(path + "-other", stream: "notes", migrations: noteTable)
        try await other.write { try $0.addNote("elsewhere") }
        await other.close()
        rename(path + "-other", path)
      case .older: try Data(copy).write(to: URL(filePath: path))
      case .cut: truncate(path, off_t(size(path) / 2))
      case .grown: truncate(path, off_t(size(path) + 4096))
      case .flipped: try flip(path, at: size(path) - 2000)
      case .markCut: truncate(path + ".mark", 100)
      case .markFlipped: try flip(path + ".mark", at: 5)
      }
    }
  }

  @Test("E4: each fault of a stopped store is refused, again and again", arguments: Fault.allCases)
  func stopped(_ fault: Fault) async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      let copy = try await write(["one", "two"], to: path)
      _ = try await write(["three"], to: path)
      try await fault.happen(to: path, older: copy)
      for _ in 0..<2 {
        let error = #expect(throws: StoreError.self) { try open(path) }
        guard case .lost(let named, _) = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(named.hasPrefix(path))
      }
    }
  }

  /// What happens to the log of a store whose program was killed.
  enum LogFault: CaseIterable { case missing, emptied, blank, cut, flipped, lastFrame }

  @Test("E4: a log that is gone or damaged after a kill is refused", arguments: LogFault.allCases)
  func killed(_ fault: LogFault) async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      try await leaveAsKilled(path, in: folder)
      let log = path + "-wal"
      switch fault {
      case .missing: unlink(log)
      case .emptied: truncate(log, 0)
      case .blank: try Data(count: size(log)).write(to: URL(filePath: log))
      case .cut: truncate(log, 32 + 4120)
      case .flipped: try flip(log, at: 32 + 4120 + 200)
      case .lastFrame: try flip(log, at: lastFrame(path))
      }
      #expect(throws: StoreError.self) { try open(path) }
      let second = #expect(throws: StoreError.self) { try open(path) }
      guard case .lost = second else {
        Issue.record("\(String(describing: second))")
        return
      }
    }
  }

  @Test("E4: a killed store with its log is whole, and so is a stopped one without")
  func whole() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      try await leaveAsKilled(path, in: folder)
      let store = try open(path)
      #expect(try await store.notes() == ["a", "b", "c"])
      await store.close()
      unlink(path + "-wal")
      let again = try open(path)
      #expect(try await again.notes() == ["a", "b", "c"])
      await again.close()
    }
  }

  @Test("E4: a store of a version without marks gets one, and a lost one is noticed even before")
  func adopted() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      _ = try await write(["one"], to: path)
      unlink(path + ".mark")
      _ = try await write(["two"], to: path)
      #expect(StoreMark(try DiskFile.read(path + ".mark", 512))?.head == 2)
      unlink(path + ".mark")
      unlink(path)
      #expect(throws: StoreError.self) { try open(path) }
    }
  }

  @Test("E4: an operator's word opens what is there, or begins anew, and says so to consumers")
  func word() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      let copy = try await write(["one"], to: path)
      _ = try await write(["two"], to: path)
      try Data(copy).write(to: URL(filePath: path))
      var options = StoreOptions()
      options.startsNewEpoch = true
      let restored = try open(path, options)
      #expect(restored.isReplacement && restored.head == 1)
      await restored.close()
      unlink(path)
      #expect(throws: StoreError.self) { try open(path, options) }
      options = StoreOptions()
      options.beginsAnew = true
      let new = try open(path, options)
      #expect(new.isReplacement && new.head == 0)
      await new.close()
      let later = try open(path)
      #expect(later.epoch == new.epoch && later.isReplacement)
      await later.close()
      let first = try open(folder + "/b.db")
      #expect(!first.isReplacement)
      await first.close()
    }
  }

  @Test("E4: the check of a running store finds a damaged index, and the next start knows of it")
  func check() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      _ = try await write((0..<500).map { "note \($0)" }, to: path)
      let whole = try open(path)
      try whole.checkTables()
      await whole.close()
      // A byte of an index, with a mark that fits: as if the disk had read it wrongly before the stop.
      let content = Array(try Data(contentsOf: URL(filePath: path)))
      let text = Array("note 77".utf8)
      let places = content.indices.filter { content[$0...].starts(with: text) }
      try flip(path, at: try #require(places.last) + text.count - 1)
      var mark = try #require(StoreMark(try DiskFile.read(path + ".mark", 512)))
      mark.state = .closed(size: Int64(content.count), sum: try FileSum.of(path))
      try DiskFile.overwrite(path + ".mark", mark.bytes)
      let told = Recorder<StoreError>()
      var options = StoreOptions()
      options.onBroken = { told.add($0) }
      let damaged = try open(path, options)
      #expect(throws: StoreError.self) { try damaged.checkTables() }
      #expect(damaged.health == .broken && told.all.count == 1)
      await damaged.close()
      let error = #expect(throws: StoreError.self) { try open(path) }
      guard case .lost = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test("a mark is read as it was written, and nothing else is one")
  func form() throws {
    for state in [
      StoreMark.State.open, .closing, .closed(size: 4096, sum: .max), .closed(size: 1, sum: nil), .damaged,
    ] {
      let end = state == .open ? LogEnd(salt: .max, frames: 12) : nil
      let mark = StoreMark(
        stream: "roomhub", epoch: .random(), generation: 7, head: 345, log: end, state: state)
      #expect(mark.bytes.count == StoreMark.fileSize)
      #expect(StoreMark(mark.bytes) == mark)
      for length in 0..<(mark.bytes.lastIndex(of: UInt8(ascii: "d")) ?? 0) {
        #expect(StoreMark(Array(mark.bytes.prefix(length))) == nil)
      }
    }
  }

  @Test("a sum changes with any bit")
  func sum() throws {
    try withFile { path in
      let bytes = [UInt8](repeating: 7, count: 8192)
      try Data(bytes).write(to: URL(filePath: path))
      let before = try FileSum.of(path)
      for place in [0, 1, 4095, 8191] {
        var changed = bytes
        changed[place] ^= 0x10
        try Data(changed).write(to: URL(filePath: path))
        #expect(try FileSum.of(path) != before)
      }
    }
  }

  /// Where the newest frame of the log begins: a write without an event.
  private func lastFrame(_ path: String) throws -> Int {
    let mark = try #require(StoreMark(try DiskFile.read(path + ".mark", 512)))
    return 32 + 4120 * (Int(try #require(mark.log).frames) - 1) + 100
  }

  private func withFile(_ body: (String) throws -> Void) throws {
    let path = "/tmp/quad-sum-\(getpid())-\(UInt32.random(in: .min ... .max))"
    defer { unlink(path) }
    try body(path)
  }

  private func open(_ path: String, _ options: StoreOptions = StoreOptions()) throws -> ProgramStore {
    try ProgramStore.open(path, stream: "notes", migrations: noteTable, options: options)
  }

  /// Writes notes with an event each, and closes the store.
  /// - Returns: The file's content after that.
  private func write(_ notes: [String], to path: String) async throws -> [UInt8] {
    let store = try open(path)
    for note in notes {
      try await store.write { db in
        try db.addNote(note)
        try db.append(event(note))
      }
    }
    await store.close()
    return Array(try Data(contentsOf: URL(filePath: path)))
  }

  /// Leaves files as a kill would: copied while the store is open, with its newest event in the mark.
  private func leaveAsKilled(_ path: String, in folder: String) async throws {
    let store = try open(folder + "/live.db")
    for note in ["a", "b"] {
      try await store.write { db in
        try db.addNote(note)
        try db.append(event(note))
      }
    }
    // Not every write publishes an event.
    try await store.write { try $0.addNote("c") }
    let (head, frames) = (store.head, Int(store.logBytes) / Connection.logPageSize)
    let end = try #require(try LogFrames.end(of: folder + "/live.db-wal", frames: frames))
    #expect(try LogFrames.hold(end, in: folder + "/live.db-wal"))
    try store.state.mark?.change { mark in
      mark.head = head
      mark.log = end
    }
    for end in ["", "-wal", ".mark"] {
      try FileManager.default.copyItem(atPath: folder + "/live.db" + end, toPath: path + end)
    }
    await store.close()
  }
}

private func size(_ path: String) -> Int { Int(DiskFile.size(path) ?? 0) }

private func flip(_ path: String, at place: Int) throws {
  var content = try Data(contentsOf: URL(filePath: path))
  content[place] ^= 0x01
  try content.write(to: URL(filePath: path))
}
