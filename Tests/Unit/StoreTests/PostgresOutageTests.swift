import Glibc
import Schema
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("A server that is gone for a while loses nothing that was acknowledged", .serialized)
struct PostgresOutageTests {
  private static let started = Result { try PostgresCluster() }
  private static let schemas = Atomic(0)

  /// Lends a store in a schema of its own on a server that other tests do not need.
  private func withStore(
    _ change: (inout StoreOptions) -> Void = { _ in },
    onCommit: @escaping @Sendable ([StoredEvent]) -> Void = { _ in },
    _ body: (ProgramStore, PostgresCluster, Place) async throws -> Void
  ) async throws {
    let server = try Self.started.get()
    let place = Place(server, "o\(Self.schemas.add(1, ordering: .relaxed).newValue)")
    var options = StoreOptions()
    change(&options)
    let store = try ProgramStore.open(
      place.address, stream: "notes", migrations: noteTable, options: options, onCommit: onCommit)
    do { try await body(store, server, place) } catch {
      await store.close()
      throw error
    }
    await store.close()
  }

  @Test("killed and started again three times under writes")
  func killed() async throws {
    let told = Recorder<StoredEvent>()
    let reads = Recorder<StoreError>()
    try await withStore(onCommit: { $0.forEach(told.add) }) { store, server, _ in
      let isOver = Flag()
      let outcomes = try await withThrowingTaskGroup(of: [(String, StoreError?)].self) { group in
        for writer in 0..<4 {
          group.addTask { try await notes(of: writer, in: store, until: isOver) }
        }
        group.addTask {
          while !isOver.isSet {
            do { _ = try await store.read { try $0.streamHead() } } catch {
              try reads.add(asStoreError(error))
            }
            await Task.yield()
          }
          return []
        }
        defer { isOver.set() }
        // A session that computes would outlive its server and keep another one from its start.
        try server.begin("SELECT count(*) FROM generate_series(1, 100000000)", as: "busy")
        try await waitUntil("it computes") {
          try !server.run("SELECT 1 FROM pg_stat_activity WHERE application_name = 'busy'").isEmpty
        }
        for _ in 0..<3 {
          try await more(writes: 50, in: store)
          try server.kill()
          try server.start()
        }
        try await more(writes: 50, in: store)
        isOver.set()
        return try await group.reduce(into: []) { $0 += $1 }
      }
      // A refused connection of a reader is remembered for a moment.
      try await waitUntil("reads are answered") { await outcome { try await store.notes() }.isSuccess }
      let stored = try await store.notes()
      let acknowledged = outcomes.filter { $0.1 == nil }.map(\.0)
      #expect(Set(acknowledged).subtracting(stored).isEmpty, "acknowledged and lost")
      #expect(Set(stored).count == stored.count, "stored twice")
      for (note, failure) in outcomes {
        switch failure {
        case nil, .unknown: break
        case .unreachable: #expect(!stored.contains(note), "refused and stored: \(note)")
        default: Issue.record("\(note): \(String(describing: failure))")
        }
      }
      #expect(store.health == .intact)
      #expect(told.all.map(\.seq) == Array(1...store.head))
      #expect(try store.replay(from: 1, limit: .max, maxBytes: .max).events == told.all)
    }
    for failure in reads.all {
      guard case .unreachable = failure else {
        Issue.record("\(failure)")
        return
      }
    }
  }

  @Test("a session that ended is replaced: a write that was not committed runs again, a read as well")
  func ended() async throws {
    try await withStore { store, server, place in
      try await store.write { try $0.addNote("kept") }
      #expect(try await store.notes() == ["kept"])
      try server.run(place.ending)
      #expect(try await store.notes() == ["kept"])
      let runs = Atomic(0)
      try await store.write { db in
        try db.addNote("again")
        if runs.add(1, ordering: .relaxed).newValue == 1 { try server.run(place.ending) }
        try db.append(event("again"))
      }
      #expect(try await store.notes() == ["kept", "again"] && store.head == 1)
      #expect(runs.load(ordering: .relaxed) == 2)
    }
  }

  @Test("writes that share a transaction run again by themselves when its session ends")
  func endedTogether() async throws {
    let told = Recorder<Int64>()
    try await withStore(onCommit: { $0.forEach { told.add($0.seq) } }) { store, server, place in
      let runs = Atomic(0)
      let results = await together(
        store,
        (0..<3).map { number in
          { db in
            try db.addNote("\(number)")
            try db.append(event("\(number)"))
            if number == 1, runs.add(1, ordering: .relaxed).newValue == 1 { try server.run(place.ending) }
          }
        })
      #expect(results.map(\.isSuccess) == [true, true, true])
      let notes = try await store.notes()
      #expect(notes.sorted() == ["0", "1", "2"])
      #expect(told.all == [1, 2, 3] && runs.load(ordering: .relaxed) == 2)
    }
  }

  /// The commits wait for a standby that there is not.
  @Test("a commit whose answer is lost is found by its event or kept reply, and is unknown without")
  func unanswered() async throws {
    let told = Recorder<Int64>()
    try await withStore(onCommit: { $0.forEach { told.add($0.seq) } }) { store, server, place in
      let answers = try await [
        losing(place, store) { _ = try $0.append(event("told")) },
        losing(place, store) { db in
          try db.addNote("kept")
          try db.remember([1], requestHash: [2], reply: nil, expires: Instant(milliseconds: 1))
        },
        losing(place, store) { try $0.addNote("nothing tells") },
      ]
      #expect(answers[0].storeError == nil && answers[1].storeError == nil)
      guard case .unknown = answers[2].storeError else {
        Issue.record("\(answers[2])")
        return
      }
      #expect(store.counters.lost == 1 && store.health == .intact)
      #expect(try await store.notes() == ["kept", "nothing tells"])
      try await store.write { _ = try $0.append(event("next")) }
      #expect(told.all == [1, 2])
    }
  }

  private func losing(
    _ place: Place, _ store: ProgramStore, _ body: @escaping @Sendable (borrowing Database) throws -> Void
  ) async throws -> Result<Void, any Error> {
    try place.server.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'; SELECT pg_reload_conf()")
    // The checkpointer takes the setting up a moment later; commits wait from then on.
    let probe = "FROM pg_stat_activity WHERE application_name = 'probe' AND wait_event = 'SyncRep'"
    try await waitUntil("commits wait for a standby") {
      try place.server.begin("SELECT pg_logical_emit_message(true, 'probe', 'waits')", as: "probe")
      return try !place.server.run("SELECT 1 \(probe)").isEmpty
    }
    let write = Task { try await store.write(body) }
    let waiting = "\(place.sessions) AND wait_event = 'SyncRep'"
    try await waitUntil("the write waits") { try !place.server.run("SELECT 1 \(waiting)").isEmpty }
    try place.server.run(
      """
      ALTER SYSTEM RESET synchronous_standby_names; SELECT pg_terminate_backend(pid, 5000) \(waiting);
      SELECT pg_reload_conf()
      """)
    return await write.result
  }

  @Test("a session that froze is given up, and writes go on once the server has ended it")
  func frozen() async throws {
    func impatient(_ options: inout StoreOptions) {
      (options.statementDeadline, options.outagePatience) = (.milliseconds(300), .zero)
    }
    try await withStore(impatient) { store, server, place in
      try await store.write { try $0.addNote("before") }
      let said = try server.run("SELECT pid \(place.sessions)")
      let frozen = try #require(pid_t(said.split(separator: "\n")[0]))
      #expect(Glibc.kill(frozen, SIGSTOP) == 0)
      let error = await #expect(throws: StoreError.self) {
        try await store.write { try $0.addNote("meanwhile") }
      }
      #expect(Glibc.kill(frozen, SIGCONT) == 0)
      guard case .unreachable = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(store.health == .unreachable && store.outage != nil)
      try await untilIntact(store)
      try await store.write { try $0.addNote("after") }
      #expect(try await store.notes() == ["before", "after"])
      #expect(store.outage == nil)
    }
  }

  @Test("a read-only server answers reads, and takes writes again when it may")
  func readOnly() async throws {
    try await withStore({ $0.outagePatience = .zero }) { store, server, place in
      try await store.write { try $0.addNote("before") }
      try server.run("ALTER SYSTEM SET default_transaction_read_only = on; SELECT pg_reload_conf()")
      var refusal: StoreError?
      while refusal == nil {
        do { try await store.write { _ = try $0.append(event("x")) } } catch {
          refusal = try asStoreError(error)
        }
      }
      guard case .unreachable = refusal else {
        Issue.record("\(String(describing: refusal))")
        return
      }
      #expect(store.health == .readOnly)
      #expect(try await store.notes() == ["before"])
      try server.run("ALTER SYSTEM RESET default_transaction_read_only; SELECT pg_reload_conf()")
      try await untilIntact(store)
      try await store.write { try $0.addNote("after") }
      #expect(try await store.notes() == ["before", "after"])
    }
  }

  @Test("a schema that another process had opened meanwhile is not written to")
  func takenOver() async throws {
    let broken = Recorder<StoreError>()
    try await withStore({ $0.onBroken = { broken.add($0) } }) { store, server, place in
      try await store.write { try $0.addNote("mine") }
      try server.run(place.ending)
      let other = try ProgramStore.open(place.address, stream: "notes", migrations: noteTable)
      try await other.write { try $0.addNote("theirs") }
      await other.close()
      let error = await #expect(throws: StoreError.self) { try await store.write { try $0.addNote("late") } }
      guard case .broken = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(store.health == .broken && broken.all.count == 1)
    }
  }

  @Test(
    "a full disk of the server refuses writes, goes on reading, and writes again when there is room",
    .enabled(if: SmallDisk.isPossible))
  func full() async throws {
    let server = try Self.started.get()
    try await SmallDisk.with(mebibytes: 20) { disk in
      try open(disk.path, to: "postgres")
      try server.run("CREATE TABLESPACE small LOCATION '\(disk.path)'")
      try server.run("CREATE DATABASE small TABLESPACE small")
      let address = server.address.replacing("/postgres?", with: "/small?")
      let store = try ProgramStore.open(address, stream: "notes", migrations: noteTable)
      let reply = (0..<100_000).map { _ in UInt8.random(in: .min ... .max) }
      var stored: Int64 = 0
      var failure: (any Error)?
      while failure == nil {
        do {
          let scope = RawUUID.random().bytes
          try await store.write { db in
            try db.remember(scope, requestHash: [], reply: reply, expires: Instant(milliseconds: 1))
          }
          stored += 1
        } catch { failure = error }
      }
      #expect(failure as? StoreError == .full && store.health == .full)
      let found = try await store.read { db in
        try db.one("SELECT count(*) AS count FROM idem") { try $0.int("count") }
      }
      #expect(found == stored)
      disk.resize(mebibytes: 40)
      try await untilIntact(store)
      try await store.write { try $0.addNote("fits again") }
      await store.close()
      try server.run("DROP DATABASE small WITH (FORCE)")
      try server.run("DROP TABLESPACE small")
    }
  }
}

/// A schema on a server.
private struct Place: Sendable {
  let server: PostgresCluster
  let schema: String

  init(_ server: PostgresCluster, _ schema: String) { (self.server, self.schema) = (server, schema) }

  var address: String { "\(server.address)&schema=\(schema)" }
  /// A part of a query for the sessions of its stores, the oldest first.
  var sessions: String { "FROM pg_stat_activity WHERE application_name = 'quad \(schema)'" }
  var ending: String { "SELECT pg_terminate_backend(pid, 5000) \(sessions)" }
}

/// Writes notes, every other one with an event, and returns them with how each ended.
private func notes(
  of writer: Int, in store: ProgramStore, until isOver: Flag
) async throws -> [(String, StoreError?)] {
  var outcomes: [(String, StoreError?)] = []
  while !isOver.isSet {
    let number = outcomes.count
    let note = "\(writer) \(number)"
    do {
      try await store.write { db in
        try db.addNote(note)
        if number % 2 == 0 { try db.append(event(note)) }
      }
      outcomes.append((note, nil))
    } catch { outcomes.append((note, try asStoreError(error))) }
  }
  return outcomes
}

private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}

private func asStoreError(_ error: any Error) throws -> StoreError {
  guard let failure = error as? StoreError else { throw error }
  return failure
}

private func more(writes: Int, in store: ProgramStore) async throws {
  let before = store.counters.writes
  try await waitUntil("\(writes) more writes") { store.counters.writes >= before + writes }
}

/// Asks for the server until it takes writes.
private func untilIntact(_ store: ProgramStore) async throws {
  try await waitUntil("the server takes writes") {
    do { try await store.tryForRoom() } catch StoreError.unreachable, StoreError.full {}
    return store.health == .intact
  }
}

/// Lets another account into a folder of the test.
private func open(_ folder: String, to account: String) throws {
  let user = getpwnam(account)
  let parent = String(folder[..<(folder.lastIndex(of: "/") ?? folder.endIndex)])
  guard let user, chmod(parent, 0o711) == 0, chown(folder, user.pointee.pw_uid, user.pointee.pw_gid) == 0
  else {
    throw TestFailure("\(folder) is not opened to \(account)")
  }
}
