import Schema
import Store
import Testing

@Suite("The stream keeps its promises to consumers")
struct StreamTests {
  @Test("replay gives events from a seq on, within its limits", arguments: Engine.allCases)
  func replay(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      let sent = (1...10).map { event("event \($0)") }
      for event in sent { _ = try await store.write { try $0.append(event) } }
      let all = try store.replay(from: 1, limit: 100, maxBytes: .max).events
      #expect(all.map(\.event) == sent)
      #expect(all.map(\.seq) == Array(1...10))
      #expect(try store.replay(from: 4, limit: 3, maxBytes: .max).events.map(\.seq) == [4, 5, 6])
      #expect(try store.replay(from: 4, limit: 3, maxBytes: 1).events.map(\.seq) == [4], "at least one")
      #expect(try store.replay(from: 1, limit: 100, maxBytes: 200).events.count == 2)
      #expect(try store.replay(from: 11, limit: 3, maxBytes: .max).events.isEmpty)
    }
  }

  @Test(
    "a replay of some classes leaves no event of them out, and says how far it has looked",
    arguments: Engine.allCases)
  func classes(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      let types = ["a.b.c", "a.d.c", "a.b.e", "a.d.c", "a.d.c", "alert.f"]
      for type in types { _ = try await store.write { try $0.append(event("x", type: type)) } }
      func replay(from seq: Int64 = 1, _ classes: [String], limit: Int = 100, maxBytes: Int = .max)
        throws -> (seqs: [Int64], through: Int64)
      {
        let found = try store.replay(from: seq, of: classes, limit: limit, maxBytes: maxBytes)
        return (found.events.map(\.seq), found.through)
      }
      #expect(try replay(["a.b"]) == ([1, 3], 6))
      #expect(try replay(["a.b"], limit: 1) == ([1], 1))
      #expect(try replay(["a.b"], limit: 2) == ([1, 3], 3))
      #expect(try replay(["a.d", "alert"], maxBytes: 1) == ([2], 3), "at least one")
      #expect(try replay(from: 2, ["a.d", "alert"], maxBytes: 200) == ([2, 4], 4))
      #expect(try replay(from: 4, ["a.b"]) == ([], 6))
      #expect(try replay(from: 7, ["a.b"]) == ([], 6))
      #expect(try replay(["a", "a.b.c"]) == ([], 6), "a class is no prefix and no topic")
    }
  }

  @Test(
    "the newest seq of each class is known after a commit, and never too low after a restart",
    arguments: Engine.allCases)
  func heads(_ engine: Engine) async throws {
    try await withPlace(engine) { path in
      let first = try ProgramStore.open(path, stream: "s", migrations: [])
      #expect(first.heads.numbers == ["": 0])
      for type in ["a.old.x", "a.new.x", "a.new.y"] {
        _ = try await first.write { try $0.append(event("x", type: type)) }
      }
      let numbers = ["": 0, "a.old": 1, "a.new": 3] as [String: Int64]
      #expect(first.heads.numbers == numbers)
      struct Refused: Error {}
      _ = try? await first.write { db in  // its error is the point
        try db.append(event("x", type: "a.old.x"))
        throw Refused()
      }
      #expect(first.heads.numbers == numbers, "a write that was rolled back")
      await first.close()
      let second = try ProgramStore.open(path, stream: "s", migrations: [])
      #expect(second.heads.numbers == numbers)
      try await second.write { db in
        for _ in 0..<1001 { try db.append(event("x", type: "a.new.x")) }
      }
      #expect(second.heads.numbers == ["": 0, "a.old": 1, "a.new": 1004])
      await second.close()
      let third = try ProgramStore.open(path, stream: "s", migrations: [])
      #expect(third.heads.numbers == ["": 4, "a.new": 1004], "the older ones are not read")
      _ = try await third.write {
        try $0.pruneOutbox(olderThan: Instant(milliseconds: .max), limit: 10_000)
      }
      await third.close()
      let fourth = try ProgramStore.open(path, stream: "s", migrations: [])
      #expect(fourth.heads.numbers == ["": 1004])
      await fourth.close()
    }
  }

  @Test("whoever reads an event in a snapshot finds its number among the newest", arguments: Engine.allCases)
  func headsBeforeCommits(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      let writing = Task {
        for _ in 0..<1500 { try await store.write { try $0.append(event("x", type: "a.new.x")) } }
      }
      var last: Int64 = 0
      while last < 1500 {
        last = try await store.read { try $0.streamHead() }
        #expect(store.heads.newest(of: ["a.new"]) >= last)
        // A read doesn't suspend: where both engines are read, no thread would be left for the writes.
        await Task.yield()
      }
      try await writing.value
    }
  }

  @Test("seq, epoch and what is retained survive a restart", arguments: Engine.allCases)
  func restart(_ engine: Engine) async throws {
    try await withPlace(engine) { path in
      let first = try ProgramStore.open(path, stream: "s", migrations: [])
      for number in 1...5 { try await first.write { try $0.append(event("\(number)", at: Int64(number))) } }
      _ = try await first.write { try $0.pruneOutbox(olderThan: Instant(milliseconds: 9), limit: 100) }
      await first.close()
      let second = try ProgramStore.open(path, stream: "s", migrations: [])
      #expect(second.epoch == first.epoch)
      #expect(second.head == 5)
      #expect(second.retainedFrom == 6, "everything was pruned")
      #expect(try await second.write { try $0.append(event("next")) } == 6, "no seq is ever used twice")
      await second.close()
      var options = StoreOptions()
      options.startsNewEpoch = true
      let third = try ProgramStore.open(path, stream: "s", migrations: [], options: options)
      #expect(third.epoch != first.epoch)
      await third.close()
    }
  }

  @Test(
    "pruning takes the front only, at most its limit, and moves retainedFrom with the commit",
    arguments: Engine.allCases)
  func prune(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      for time in [1, 2, 9, 3, 4] as [Int64] { try await store.write { try $0.append(event("x", at: time)) } }
      let (cutoff, never) = (Instant(milliseconds: 5), Instant(milliseconds: 0))
      #expect(store.retainedFrom == 1)
      await #expect(throws: Refused.self) {
        try await store.write { db in
          _ = try db.pruneOutbox(olderThan: cutoff, limit: 10)
          throw Refused()
        }
      }
      #expect(store.retainedFrom == 1, "an undone pruning moves nothing")
      #expect(try await store.write { try $0.pruneOutbox(olderThan: cutoff, limit: 1) } == 1)
      #expect(store.retainedFrom == 2)
      #expect(try await store.write { try $0.pruneOutbox(olderThan: cutoff, limit: 10) } == 1)
      #expect(store.retainedFrom == 3, "a younger event holds back the older ones behind it")
      #expect(try store.replay(from: 1, limit: 10, maxBytes: .max).events.map(\.seq) == [3, 4, 5])
      #expect(try await store.write { try $0.pruneOutbox(olderThan: never, keeping: 1, limit: 10) } == 2)
      #expect(store.retainedFrom == 5)
      #expect(try await store.write { try $0.pruneOutbox(olderThan: cutoff, limit: 10) } == 1)
      #expect(store.retainedFrom == 6)
    }
  }

  @Test("the same event id twice is refused", arguments: Engine.allCases)
  func sameEvent(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      let once = event("x")
      try await store.write { try $0.append(once) }
      await #expect(throws: StoreError.self) { try await store.write { try $0.append(once) } }
      #expect(store.head == 1)
    }
  }

  @Test("a cursor moves with the write that applies the event, or not at all", arguments: Engine.allCases)
  func cursor(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      let epoch = RawUUID.random()
      let now = Instant(milliseconds: 1)
      #expect(try await store.cursor("auth") == nil)
      try await store.write { try $0.setCursor("auth", StreamCursor(epoch: epoch, seq: 3), at: now) }
      await #expect(throws: Refused.self) {
        try await store.write { db in
          try db.setCursor("auth", StreamCursor(epoch: epoch, seq: 4), at: now)
          throw Refused()
        }
      }
      #expect(try await store.cursor("auth") == StreamCursor(epoch: epoch, seq: 3))
      #expect(try await store.cursor("roomhub") == nil)
    }
  }

  @Test(
    "dead letters wait until they are retried or dropped, and keep nothing of the event then",
    arguments: Engine.allCases)
  func deadLetters(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      let first = try await store.setAside(7)
      let second = try await store.setAside(8)
      #expect(try await store.letters(.waiting) == [first, second])
      #expect(try await store.read { try $0.deadLetters(after: first.id, limit: 9) } == [second])
      #expect(try await store.read { try $0.countDeadLetters() } == 2)
      let later = Instant(milliseconds: 5)
      try await store.write { try $0.deadLetterFailed(second.id, error: "again", at: later) }
      let failed = try #require(try await store.read { try $0.deadLetter(second.id) })
      #expect(failed.attempts == 6 && failed.error == "again" && failed.lastAt == later)
      #expect(try await store.settle(first.id, .dropped, "of no use"))
      let dropped = try #require(try await store.read { try $0.deadLetter(first.id) })
      #expect(dropped.state == .dropped && dropped.note == "of no use")
      #expect(dropped.body.isEmpty && dropped.header.isEmpty)
      #expect(try await !store.settle(first.id, .retried, nil), "it is settled once")
      #expect(try await !store.settle(99, .dropped, nil))
      #expect(try await store.letters(.waiting) == [failed])
      let forgotten = try await store.write {
        try $0.forgetSettledLetters(before: Instant(milliseconds: 6), limit: 9)
      }
      #expect(forgotten == 1, "what waits is never forgotten")
      #expect(try await store.letters(.waiting) == [failed])
    }
  }

  @Test("a reply is remembered until it expires", arguments: Engine.allCases)
  func idempotency(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      let (scope, early, late) = ([9] as [UInt8], Instant(milliseconds: 10), Instant(milliseconds: 20))
      try await store.write { try $0.remember(scope, requestHash: [1], reply: [2], expires: late) }
      #expect(try await store.remembered(scope, at: 10)?.reply == [2])
      #expect(try await store.remembered(scope, at: 10)?.requestHash == [1])
      #expect(try await store.remembered(scope, at: 20) == nil)
      #expect(try await store.remembered([8], at: 10) == nil)
      try await store.write { try $0.remember([8], requestHash: [1], reply: nil, expires: early) }
      #expect(try await store.remembered([8], at: 9)?.reply == nil)
      #expect(try await store.write { try $0.forgetExpired(now: early, limit: 9) } == 1)
      #expect(try await store.write { try $0.forgetExpired(now: late, limit: 9) } == 1)
    }
  }
}
