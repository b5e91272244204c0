import Bus
import JSON
import Schema
import Store
import TestSupport
import Testing

@testable import ServiceKit
@testable import notifier
@testable import roomhub

@Suite("A snapshot is whole although its program writes while its pages are read")
struct SnapshotPagesTests {
  private static let start = Instant("2026-10-16T12:00:00Z") ?? Instant(milliseconds: 0)

  /// What of an alert the notifier has to know.
  private struct Planned: Hashable {
    let key: Alerts.AlertKey
    let person: PersonID
    let at: Instant
  }

  @Test("tasks come, change and go between the pages: the notifier has the alerts of now and no others")
  func writes() async throws {
    try await withTemporaryFolder { folder in
      let bus = try await ProcessBus.start(in: folder)
      let people = (0..<4).map { _ in PersonID.random() }
      var roomhub = RoomhubSide(
        try .start(RoomhubService.self, in: folder, on: bus, at: Self.start))
      let notifier = try ProgramInProcess.start(NotifierService.self, in: folder, on: bus, at: Self.start)
      let sink = StoreSink(
        context: notifier.context, subscriptions: notifier.handlers.subscriptions[.roomhub] ?? [:],
        copies: notifier.handlers.copies[.roomhub])
      try await roomhub.settle(people)
      var random = Seeded(state: 42)
      for _ in 0..<60 { try await roomhub.act(people[0], &random) }
      let producer = roomhub.program
      var (written, dropped) = (0, 0)
      for round in 0..<6 {
        var writes = 0
        let snapshot = try await producer.snapshot(maxEvents: 20) {
          guard writes < 12 else { return }
          writes += 1
          try await roomhub.act(people[0], &random)
        }
        written += Int(snapshot.end - snapshot.head)
        dropped += Int(snapshot.end - snapshot.head) - snapshot.later.count
        try await sink.apply(snapshot, of: .roomhub)
        let rest = try producer.events(from: snapshot.end + 1, limit: 500)
        if !rest.isEmpty { try await sink.apply(rest, of: .roomhub) }
        let (live, planned) = (try await live(in: notifier), try await planned(by: producer))
        #expect(live.subtracting(planned) == [] && planned.subtracting(live) == [], "round \(round)")
      }
      #expect(written > 0 && dropped > 0 && dropped < written, "it shows nothing")
      for store in [producer.context.store, notifier.context.store] { await store.close() }
      await bus.stop()
    }
  }

  private func planned(by producer: ProgramInProcess<RoomhubService>) async throws -> Set<Planned> {
    let alerts = try await producer.snapshot().rows.filter { $0.header.subject == Alerts.AlertPlanned.topic }
      .map { try JSONCoding.decode(Alerts.AlertPlanned.self, from: $0.body) }
    return Set(alerts.map { Planned(key: $0.key, person: $0.person, at: $0.at) })
  }

  private func live(in notifier: ProgramInProcess<NotifierService>) async throws -> Set<Planned> {
    try await notifier.context.store.read { db in
      let rows = try db.all("SELECT \(AlertRow.columns) FROM alert") { try AlertRow($0) }
      let live = rows.filter { $0.state == .armed || $0.state == .queued }
      return Set(live.map { Planned(key: $0.key, person: $0.person, at: $0.at) })
    }
  }

  @Test("an event that a row holds already is dropped, and no other")
  func filter() throws {
    let epoch = RawUUID.random()
    let (ada, ben) = (PersonID.random(), PersonID.random())
    func event<E: Event>(_ event: E, _ sequence: Int64) throws -> StreamEvent {
      var header = Header(id: .random())
      header.subject = E.topic
      header.sequence = sequence
      header.epoch = epoch
      return try #require(StreamEvent(header: header, body: try JSONCoding.encode(event)))
    }
    let room = RoomID.random()
    let snapshot = Snapshot(
      epoch: epoch, head: 3, rows: [try event(Roomhub.MemberJoined(room: room, person: ada), 6)],
      published: [
        try event(Roomhub.MemberJoined(room: room, person: ada), 4),
        try event(Roomhub.MemberJoined(room: room, person: ben), 5),
        try event(Roomhub.MemberLeft(room: room, person: ada), 6),
        try event(Roomhub.MemberLeft(room: room, person: ada), 7),
        try event(Auth.PersonErased(person: ada), 8),
      ])
    #expect(snapshot.later.map(\.sequence) == [5, 7, 8])
    #expect(snapshot.end == 8)
    #expect(Snapshot(epoch: epoch, head: 3, rows: [], published: []).end == 3)
  }

  @Test("an event between the pages that cannot be applied becomes a dead letter, and the others count")
  func poison() async throws {
    try await withTemporaryFolder { folder in
      let bus = try await ProcessBus.start(in: folder)
      let notifier = try ProgramInProcess.start(NotifierService.self, in: folder, on: bus, at: Self.start)
      let sink = StoreSink(
        context: notifier.context, subscriptions: notifier.handlers.subscriptions[.roomhub] ?? [:],
        copies: notifier.handlers.copies[.roomhub])
      let epoch = RawUUID.random()
      let published = try (4...6).map { (sequence: Int64) in
        var header = Header(id: .random())
        header.subject = Alerts.AlertPlanned.topic
        header.sequence = sequence
        header.epoch = epoch
        let alert = Alerts.AlertPlanned(
          key: Alerts.AlertKey(program: .roomhub, object: .random(), lead: .atTheTime), person: .random(),
          at: Self.start.advanced(by: .seconds(3600)), until: Self.start.advanced(by: .seconds(7200)),
          text: Alerts.AlertText(.taskDue, []), importance: .normal,
          because: .sample, recurrence: nil)
        let body = sequence == 5 ? Array("no JSON".utf8) : try JSONCoding.encode(alert)
        return try #require(StreamEvent(header: header, body: body))
      }
      try await sink.apply(Snapshot(epoch: epoch, head: 3, rows: [], published: published), of: .roomhub)
      #expect(try await live(in: notifier).count == 2)
      let (cursor, letters) = try await notifier.context.store.read { db in
        (try db.cursor("roomhub"), try db.deadLetters(.waiting, after: 0, limit: 10))
      }
      #expect(cursor?.seq == 6 && cursor?.epoch == epoch)
      #expect(letters.map(\.seq) == [5])
      await notifier.context.store.close()
      await bus.stop()
    }
  }

  @Test(
    "nonsense, and a cursor of another stream, are refused",
    arguments: ["", "nonsense", "AAAA", String(repeating: "A", count: 3000), "%00"])
  func nonsense(_ cursor: String) async throws {
    try await withTemporaryFolder { folder in
      let bus = try await ProcessBus.start(in: folder)
      let program = try ProgramInProcess.start(RoomhubService.self, in: folder, on: bus, at: Self.start)
      let head = try await program.context.store.read { try $0.streamHead() }
      func refusal(_ text: String) async throws -> String? {
        do {
          _ = try await program.handlers.snapshot(after: text, of: program.context)
          return nil
        } catch let fault as Fault { return fault.code }
      }
      let epoch = program.context.store.epoch.description
      #expect(try await refusal(cursor) == "cursor_bad")
      for parts in [
        [RawUUID.random().description, "0", "0"], [epoch, String(head + 1), "0"], [epoch, "0", "3"],
        [epoch, "-1", "0"], [epoch, "0", "-1"], [epoch, "0", "1", "no id"], [epoch, "0"],
        [epoch, "0", "2", RawUUID.min.description],
      ] {
        #expect(try await refusal(Cursor(texts: parts).text) == "cursor_bad", "\(parts)")
      }
      #expect(try await refusal(Cursor(texts: [epoch, "0", "1", RawUUID.min.description]).text) == nil)
      await program.context.store.close()
      await bus.stop()
    }
  }
}
