import Schema
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("Several connections write to one schema, and the stream is as that of one")
struct PostgresWritersTests {
  private static let rooms = 64
  private static let steps = [
    Migration(
      1, "rooms", "CREATE TABLE room(id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT")
  ]

  private struct Outcome: Sendable {
    var acknowledged = 0
    var refused: [StoreError] = []
  }

  /// What a consumer has got that asks for what follows its cursor.
  private struct Heard: Sendable {
    var seqs: [Int64] = []
    var bodies: [String] = []
  }

  private static func open(
    _ place: String, early: Bool = false, _ onCommit: @escaping @Sendable ([StoredEvent]) -> Void = { _ in }
  ) async throws -> ProgramStore {
    var options = StoreOptions()
    (options.writerCount, options.numbersEarly) = (4, early)
    let store = try ProgramStore.open(
      place, stream: "rooms", migrations: steps, options: options, onCommit: onCommit)
    try await store.write { db in
      for room in 0..<rooms { try db.run("INSERT INTO room(id, count) VALUES (?, 0)", room) }
    }
    return store
  }

  /// Counts in a room, and tells the count. The body takes a while after it has told.
  private static func count(in room: Int, _ db: borrowing Database) throws {
    let sql = "UPDATE room SET count = count + 1 WHERE id = ? RETURNING count"
    let count = try db.one(sql, room) { try $0.int("count") } ?? 0
    try db.append(event("\(room) \(count)"))
    _ = try db.one("SELECT 1 AS slept FROM pg_sleep(random() * 0.004)") { _ in true }
  }

  private static func write(_ store: ProgramStore, callers: Int, each: Int) async -> Outcome {
    await withTaskGroup(of: Outcome.self) { group in
      for caller in 0..<callers {
        group.addTask {
          var outcome = Outcome()
          let key = RawUUID.random()
          for number in 0..<each {
            // Two callers share a room, with keys of their own.
            let room = (caller / 2 + number) % rooms
            do {
              try await store.write(about: key) { try count(in: room, $0) }
              outcome.acknowledged += 1
            } catch { if let failure = error as? StoreError { outcome.refused.append(failure) } }
          }
          return outcome
        }
      }
      return await group.reduce(into: Outcome()) { all, one in
        all.acknowledged += one.acknowledged
        all.refused += one.refused
      }
    }
  }

  private static func follow(_ store: ProgramStore, until end: End) async throws -> Heard {
    var heard = Heard()
    while true {
      let isLast = end.isOver.load(ordering: .acquiring)
      let next = (heard.seqs.last ?? 0) + 1
      do {
        let found = try store.replay(from: next, limit: 100, maxBytes: .max).events
        heard.seqs += found.map(\.seq)
        heard.bodies += found.map { String(decoding: $0.event.body, as: UTF8.self) }
        if isLast, found.isEmpty { return heard }
      } catch StoreError.busy {} catch StoreError.unreachable {}
      // Reads don't suspend: consumers of two stores would leave no thread to those who write.
      await Task.yield()
    }
  }

  private final class End: Sendable {
    let isOver = Atomic(false)
  }

  /// Writes while a consumer follows, and sessions of the store end at will.
  private static func run(
    _ store: ProgramStore, ending schema: String?
  ) async throws -> (outcome: Outcome, heard: Heard) {
    let end = End()
    return try await withThrowingTaskGroup(of: Heard.self) { group in
      group.addTask { try await follow(store, until: end) }
      if let schema {
        group.addTask {
          while !end.isOver.load(ordering: .acquiring) {
            try PostgresServer.run(
              """
              SELECT pg_terminate_backend(pid, 1000) FROM (SELECT pid FROM pg_stat_activity
              WHERE application_name = 'quad \(schema)' ORDER BY random() LIMIT 1) AS one
              """)
            try await Task.sleep(for: .milliseconds(40))
          }
          return Heard()
        }
      }
      let outcome = await write(store, callers: 16, each: 40)
      end.isOver.store(true, ordering: .releasing)
      var heard = Heard()
      for try await one in group where !one.seqs.isEmpty { heard = one }
      return (outcome, heard)
    }
  }

  /// True if each room's counts were told in their order.
  private static func isInOrder(_ bodies: [String]) -> Bool {
    var counts: [Substring: Int] = [:]
    for body in bodies {
      let parts = body.split(separator: " ")
      counts[parts[0], default: 0] += 1
      guard counts[parts[0]] == Int(parts[1]) else { return false }
    }
    return true
  }

  @Test(
    "numbers are those of the commits, without a gap, also when sessions end", arguments: [false, true])
  func order(_ isKilled: Bool) async throws {
    let place = try PostgresServer.newPlace()
    let schema = String(try #require(place.split(separator: "=").last))
    let told = Recorder<StoredEvent>()
    let store = try await Self.open(place) { $0.forEach(told.add) }
    let (outcome, heard) = try await Self.run(store, ending: isKilled ? schema : nil)
    #expect(heard.seqs == Array(1...store.head), "a consumer gets each event")
    #expect(told.all.map(\.seq) == heard.seqs, "each is published once, in order")
    #expect(Self.isInOrder(heard.bodies))
    let counted = try await store.read { db in
      try db.one("SELECT CAST(sum(count) AS bigint) AS counted FROM room") { try $0.int("counted") }
    }
    #expect(counted == store.head)
    if isKilled {
      #expect(outcome.acknowledged <= store.head)
      #expect(outcome.acknowledged + outcome.refused.count >= store.head)
      #expect(outcome.acknowledged > 300, "\(outcome.refused.prefix(3))")
    } else {
      #expect(outcome.acknowledged == 640 && outcome.refused.isEmpty && store.head == 640)
    }
    await store.close()
  }

  /// The control: what a sequence of PostgreSQL would do.
  @Test("numbers in the order of the bodies lose events")
  func early() async throws {
    let store = try await Self.open(try PostgresServer.newPlace(), early: true)
    let (_, heard) = try await Self.run(store, ending: nil)
    let count = try await store.read { db in
      try db.one("SELECT count(*) AS count FROM outbox") { try $0.int("count") } ?? 0
    }
    #expect(heard.seqs.count < count, "the consumer has missed some")
    await store.close()
  }

  @Test("writes with other keys about the same row all come to their end")
  func contended() async throws {
    let store = try await Self.open(try PostgresServer.newPlace())
    let failures = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<12 {
        group.addTask {
          var failures = 0
          let key = RawUUID.random()
          for _ in 0..<20 {
            do { try await store.write(about: key) { try Self.count(in: 1, $0) } } catch { failures += 1 }
          }
          return failures
        }
      }
      return await group.reduce(0, +)
    }
    #expect(failures == 0 && store.head == 240)
    #expect(store.counters.retries > 0)
    await store.close()
  }

  @Test("another process does not get the schema while any of the connections lasts")
  func owner() async throws {
    let place = try PostgresServer.newPlace()
    let schema = try #require(place.split(separator: "=").last)
    let store = try await Self.open(place)
    try PostgresServer.run(
      """
      SELECT pg_terminate_backend(pid, 1000) FROM (SELECT pid FROM pg_stat_activity
      WHERE application_name = 'quad \(schema)' ORDER BY backend_start LIMIT 1) AS first
      """)
    #expect(throws: StoreError.self) {
      try ProgramStore.open(place, stream: "rooms", migrations: Self.steps)
    }
    try await store.write { try Self.count(in: 1, $0) }
    await store.close()
    await (try ProgramStore.open(place, stream: "rooms", migrations: Self.steps)).close()
  }
}
