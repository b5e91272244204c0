import Bus
import Glibc
import Schema
import ServiceKit
import Synchronization
import TestSupport
import Testing

/// PUB is best effort. A producer in the test's hand loses, doubles and reorders events on the wire to the
/// real `roomhub`.
@Suite("What the wire loses, doubles or reorders is put right by the sequence number", .serialized)
struct LostEventTests {
  @Test("the lost tail of an idle stream is fetched after the next heartbeat")
  func tail() async throws {
    try await follow { site, producer in
      var people = [try producer.keepSignUp(room: 1)]
      producer.send([1])
      try await waitFor(people, site)
      people += try [2, 3].map { try producer.keepSignUp(room: $0) }
      // Nothing is sent but the heartbeat that tells of number 3.
      producer.send([])
      try await waitFor(people, site)
      #expect(producer.replayedEvents >= 2)
    }
  }

  @Test("a gap, a doubled and an old event change nothing")
  func disorder() async throws {
    try await follow { site, producer in
      let people = try (1...9).map { try producer.keepSignUp(room: $0) }
      producer.send([1, 1, 4, 2, 3, 4, 4, 9, 8, 5, 5, 7])
      try await waitFor(people, site)
    }
  }

  @Test("a heartbeat from before what was replayed is no other past: nothing is skipped")
  func oldHeartbeat() async throws {
    try await follow { site, producer in
      var people = try (1...3).map { try producer.keepSignUp(room: $0) }
      producer.send([1, 2, 3])
      try await waitFor(people, site)
      let before = producer.replays
      producer.send([], telling: 1)
      try await waitUntil("roomhub asks what is true") { producer.replays > before }
      people.append(try producer.keepSignUp(room: 4))
      producer.send([4])
      try await waitFor(people, site)
      let log = try #require(site.program(.roomhub)).errorsSoFar
      #expect(!log.contains("fetching a snapshot"))
    }
  }

  @Test("events that pass the buffers of a stopped program are applied once it goes on")
  func overflow() async throws {
    try await follow { site, producer in
      var people = [try producer.keepSignUp(room: 1)]
      producer.send([1])
      try await waitFor(people, site)
      let program = try #require(site.program(.roomhub))
      program.send(SIGSTOP)
      let first = producer.head + 1
      for room in 2...21 {
        people.append(try producer.keepSignUp(room: room))
        // Three of them make a message, and a thousand messages wait on either side.
        try producer.keepOthers(500, bytes: 7000)
      }
      producer.send(first...producer.head)
      let before = producer.replayedEvents
      // The producer's thread has handed all of it to libzmq, which has dropped what does not fit.
      try await waitUntil("the events are sent") { await producer.published >= producer.head }
      program.send(SIGCONT)
      try await waitFor(people, site)
      #expect(producer.replayedEvents > before, "nothing was lost: it shows nothing")
    }
  }

  @Test("what passes events on goes on after an error where it was, and begins at the newest event once")
  func passing() async throws {
    try await Site.with([]) { site in
      try await ScriptedProducer.with(site) { producer in
        try producer.keepOthers(2, bytes: 1)
        producer.send([1, 2])
        try await site.with(key: .gateway) { node in
          let sink = FailingSink()
          let log = Log(program: .gateway, level: .error)
          let consumer = StreamConsumer(producer: .auth, classes: nil, bus: node, sink: sink, log: log)
          let following = Task { await consumer.run() }
          defer { following.cancel() }
          try await waitUntil("the first contact") { sink.starts == 1 }
          try producer.keepOthers(3, bytes: 1)
          producer.send([3, 4, 5])
          try await waitUntil("the events after the error") { sink.applied == [3, 4, 5] }
          #expect(sink.failures == 1 && sink.starts == 1)
        }
      }
    }
  }

  private func follow(
    _ body: nonisolated(nonsending) (Site, ScriptedProducer) async throws -> Void
  ) async throws {
    try await Site.with([.roomhub]) { site in
      try await site.defineForbes()
      try await ScriptedProducer.with(site) { producer in try await body(site, producer) }
    }
  }

  /// Until roomhub's cursor is the head and each of these people has one room and one event.
  private func waitFor(_ people: [PersonID], _ site: Site) async throws {
    try await waitUntil("\(people.count) members", within: .seconds(20)) {  // poll
      try Memberships(site).isExactly(people)
    }
  }
}

/// Passes events on, and fails at the first.
private final class FailingSink: PassingSink {
  private struct State {
    var starts = 0
    var failures = 0
    var applied: [Int64] = []
  }

  private let state = Mutex(State())

  var starts: Int { state.withLock { $0.starts } }
  var failures: Int { state.withLock { $0.failures } }
  var applied: [Int64] { state.withLock { $0.applied } }

  func started(_ producer: ProgramName, _ start: StreamStart) { state.withLock { $0.starts += 1 } }

  func apply(_ events: [StreamEvent], of producer: ProgramName) async throws {
    try state.withLock { state in
      guard state.failures > 0 else {
        state.failures += 1
        throw TestFailure("the first")
      }
      state.applied += events.map(\.sequence)
    }
  }
}
