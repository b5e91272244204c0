import FoundationEssentials
import Glibc
import Store
import TestSupport
import Testing

/// `store-writer` runs under powerloss.c, which keeps what is not synced in memory, and is killed: then the
/// files hold what a disk holds after a power cut. kill -9 alone would show nothing, since the page cache
/// survives it.
@Suite("Acknowledged writes survive a power cut", .serialized)
struct PowerLossTests {
  @Test("with synchronous=FULL no acknowledged write is lost", arguments: [0, 30])
  func full(_ leak: Int) async throws {
    let began = ContinuousClock.now
    let cuts = isLongRun ? 100 : 20
    let found = try await rounds(cuts, synchronous: "full", environment: ["POWERLOSS_LEAK=\(leak)"])
    #expect(found.acknowledged > 1000)
    #expect(found.lost == 0, "of \(found.acknowledged)")
    try Scoreboard.record(
      "DUR2", goal: "0 acknowledged writes lost over power cuts",
      value: "store: \(cuts) cuts, \(leak) % leaked early, \(found.lost) of \(found.acknowledged) lost",
      pass: found.lost == 0, took: began.duration(to: .now), seed: found.seed)
  }

  @Test("the same harness finds the loss with synchronous=NORMAL")
  func control() async throws {
    let found = try await rounds(6, synchronous: "normal", environment: [])
    #expect(found.lost > 0, "a harness that finds nothing proves nothing")
  }

  @Test("a sync that fails is never tried again: the program ends, and what it acknowledged is there")
  func failedSync() async throws {
    for point in Array(1...16) + [40, 80, 120, 160] {
      let found = try await rounds(
        1, synchronous: "full", environment: ["POWERLOSS_EIO=\(point)"], kills: false)
      #expect(found.lost == 0, "sync \(point), of \(found.acknowledged)")
      #expect(found.exitCode == 3 || found.exitCode == 4, "sync \(point)")
    }
  }

  private struct Found {
    var seed: UInt64 = 0
    var acknowledged = 0
    var lost = 0
    var exitCode: Int32 = 0
  }

  /// Starts the writer again and again on the same files; each cut is judged on a copy of them, so that the
  /// writer itself has to recover from it.
  private func rounds(
    _ count: Int, synchronous: String, environment: [String], kills: Bool = true
  ) async throws -> Found {
    try await withTemporaryFolder { folder in
      let shim = try PowerLossShim.compile(into: folder)
      let data = folder + "/data"
      try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
      var chance = Chance()
      var found = Found()
      found.seed = chance.seed
      var acks: [String] = []
      for round in 0..<count {
        let child = try Child.start(
          Child.builtProgram("store-writer"), [data + "/a.db", synchronous],
          environment: ["LD_PRELOAD=\(shim)", "POWERLOSS_DIR=\(data)"] + environment)
        let lines = try await child.lines(killAfter: kills ? Int.random(in: 1...400, using: &chance) : nil)
        found.exitCode = child.exitCode()
        acks += lines
        unlink(data + "/a.db-shm")
        let copy = folder + "/copy-\(round)"
        try FileManager.default.copyItem(atPath: data, toPath: copy)
        let (kept, lost) = try await judge(copy + "/a.db", acks)
        found.lost += lost
        found.acknowledged += lines.count
        // What is lost is counted once.
        acks = kept
        try FileManager.default.removeItem(atPath: copy)
      }
      return found
    }
  }

  /// Each acknowledged line must be a row, and the event of that seq must be the same one.
  private func judge(_ path: String, _ acks: [String]) async throws -> (kept: [String], lost: Int) {
    guard access(path, F_OK) == 0 else { return ([], acks.count) }
    let table = Migration(1, "keys", "CREATE TABLE item(key TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT")
    let store: ProgramStore
    do { store = try ProgramStore.open(path, stream: "keys", migrations: [table]) } catch StoreError.lost {
      // The store's mark tells as well, and the program does not start.
      return ([], acks.count)
    }
    let present = try await store.read { db in
      try db.all(
        """
        SELECT outbox.seq || ' ' || item.key AS line
        FROM outbox JOIN item ON item.key = CAST(outbox.body AS TEXT)
        """
      ) { try $0.text("line") }
    }
    let events = try store.replay(from: 1, limit: .max, maxBytes: .max).events
    #expect(events.map(\.seq) == Array(1..<Int64(events.count + 1)), "no gaps")
    #expect(present.count == events.count, "a row for each event")
    await store.close()
    let set = Set(present)
    let kept = acks.filter { set.contains($0) }
    return (kept, acks.count - kept.count)
  }
}
