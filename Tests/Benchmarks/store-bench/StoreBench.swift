import FoundationEssentials
import Glibc
import Schema
import Store

/// Measures the store on the disk of the folder given as first argument (default: a new one in the current
/// folder, since /tmp may be memory), or on PostgreSQL, where the second argument tells how many connections
/// write. With a second argument, a folder gets the same part of it; the third is the number of writes. Each
/// figure is one line: name, operations a second, microseconds each.
@main
enum StoreBench {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let parent = arguments.first ?? "."
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    let (writers, writes) = (numbers.first ?? 1, numbers.dropFirst().first ?? 2000)
    guard !parent.hasPrefix("postgres://") else {
      return try await RoomsBench.run(parent, writers: writers, writes: writes)
    }
    guard FileManager.default.fileExists(atPath: parent) else {
      report(
        "store-bench [FOLDER | postgres://HOST/DATABASE] [WRITERS [WRITES]]: measures the store on the disk "
          + "of a folder, by default this one, or on PostgreSQL")
      exit(2)
    }
    let folder = parent + "/store-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let table = Migration(
      1, "rows", "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT NOT NULL, body BLOB NOT NULL) STRICT")
    guard numbers.isEmpty else {
      return try await RoomsBench.run(folder + "/rooms.db", writers: 1, writes: writes)
    }
    try await TaskBench.run(folder)
    try await RoomsBench.run(folder + "/rooms.db", writers: 1, writes: writes)
    let store = try ProgramStore.open(folder + "/bench.db", stream: "bench", migrations: [table])
    await measure("write+event, 1 caller", callers: 1, each: 3000) { _, _ in try await write(store) }
    await measure("write+event, 64 callers", callers: 64, each: 2000) { _, _ in try await write(store) }
    await measure("write+event, 256 callers", callers: 256, each: 1000) { _, _ in try await write(store) }
    await measure("point read, 1 caller", callers: 1, each: 200_000) { _, number in
      try await read(store, Int64(number % 100_000 + 1))
    }
    await measure("point read, 64 callers", callers: 64, each: 10_000) { caller, number in
      try await read(store, Int64((caller * 997 + number) % 100_000 + 1))
    }
    let events = store.head
    await measure("replay, 500 events a call", callers: 1, each: Int(events / 500), weight: 500) {
      _, number in
      _ = try store.replay(from: Int64(number * 500 + 1), limit: 500, maxBytes: 8 << 20)
    }
    let counters = store.counters
    await store.close()
    report(
      "writes a commit: \(counters.writes / max(counters.groups, 1)), checkpoints: \(counters.checkpoints)")
  }

  static func write(_ store: ProgramStore) async throws {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    try await store.write { db in
      try db.run("INSERT INTO item(name, body) VALUES (?, ?)", "a name of usual length", body)
      try db.append(
        OutboxEvent(id: .timed(now), type: "item.added", schema: "1", at: now, audience: [1], body: body))
    }
  }

  static func read(_ store: ProgramStore, _ id: Int64) async throws {
    let length = try await store.read { db in
      try db.one("SELECT name, body FROM item WHERE id = ?", id) {
        try $0.text("name").utf8.count + $0.blob("body").count
      }
    }
    guard length != nil else { throw StoreError.misuse(detail: "row \(id) is missing") }
  }

  static let body = [UInt8](repeating: 7, count: 200)

  static func measure(
    _ name: String, callers: Int, each: Int, weight: Int = 1,
    _ body: @escaping @Sendable (Int, Int) async throws -> Void
  ) async {
    let clock = ContinuousClock()
    let start = clock.now
    let failures = await withTaskGroup(of: Int.self) { group in
      for caller in 0..<callers {
        group.addTask {
          var failures = 0
          for number in 0..<each {
            do { try await body(caller, number) } catch { failures += 1 }
          }
          return failures
        }
      }
      return await group.reduce(0, +)
    }
    let (seconds, attoseconds) = (clock.now - start).components
    let elapsed = Double(seconds) + Double(attoseconds) / 1e18
    let count = Double(callers * each * weight)
    report("\(name): \(Int(count / elapsed))/s, \(Int(elapsed / count * 1e9)) ns each, \(failures) failed")
  }

  static func report(_ line: String) {
    let text = line + "\n"
    _ = Glibc.write(STDOUT_FILENO, text, text.utf8.count)
  }
}
