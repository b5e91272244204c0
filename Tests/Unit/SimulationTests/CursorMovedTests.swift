import Bus
import JSON
import Schema
import Store
import TestSupport
import Testing

@testable import ServiceKit
@testable import notifier

@Suite("Two that follow the same stream apply each event once")
struct CursorMovedTests {
  private let epoch = RawUUID.random()

  private func joined(_ sequence: Int64) throws -> StreamEvent {
    let event = Auth.ProfileChanged(
      person: .random(), firstName: "A", lastName: "B", zone: ZoneName("Asia/Tokyo"))
    var header = Header(id: .random())
    (header.subject, header.sequence, header.epoch) = (Auth.ProfileChanged.topic, sequence, epoch)
    return try #require(StreamEvent(header: header, body: try JSONCoding.encode(event)))
  }

  @Test("who comes late applies none of a batch that has begun elsewhere, and goes on behind it")
  func late() async throws {
    try await Program.with(NotifierService.self) { program in
      let sinks = (0..<2).map { _ in
        StoreSink(
          context: program.context, subscriptions: program.handlers.subscriptions[.auth] ?? [:],
          copies: program.handlers.copies[.auth])
      }
      let events = try (1...5).map { try joined($0) }
      func people() async throws -> Int64? {
        try await program.context.store.read { db in
          try db.one("SELECT count(*) AS n FROM person_zone") { try $0.int("n") }
        }
      }
      try await sinks[0].apply(Array(events[0..<3]), of: .auth)
      // The second has heard as far as the first event, and what it has is partly applied.
      await #expect(throws: CursorMoved.self) {
        try await sinks[1].apply(Array(events[1...]), of: .auth)
      }
      #expect(try await people() == 3)
      let position = try await sinks[1].position(of: .auth)
      #expect(position.sequence == 3)
      try await sinks[1].apply(Array(events[3...]), of: .auth)
      #expect(try await people() == 5)
      // An older state does not replace a newer one.
      let snapshot = Snapshot(epoch: epoch, head: 4, rows: [], published: [])
      await #expect(throws: CursorMoved.self) { try await sinks[0].apply(snapshot, of: .auth) }
      #expect(try await people() == 5)
    }
  }
}
