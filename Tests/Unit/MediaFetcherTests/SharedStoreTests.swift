import Images
import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import media_fetcher

@Suite("Another process over the same data")
struct SharedStoreTests {
  @Test("a picture that it removes is not found by one that has lost its lock and doesn't know")
  func ownPictures() async throws {
    let place = try PostgresServer.newPlace()
    try await Program.with(MediaService.self, place: place) { program in
      let names = ["ab", "cd"].map { ObjectName(checked: String(repeating: $0, count: 32)) }
      let call = program.call(nil)
      try await program.context.store.write { db in
        for name in names {
          try db.store(
            NewPicture(name: name, facts: ImageFacts(width: 1, height: 1, format: .jpeg), bytes: 10),
            at: call.now)
          try db.run(
            "INSERT INTO own_picture(object, title, tags, added_at) VALUES (?, ?, NULL, ?)", name.text,
            "The gate", call.now)
        }
      }
      #expect(try await program.service.own.index(call).count == 2)
      try PostgresServer.endSessions(of: place)
      try await Program.with(MediaService.self, place: place) { other in
        _ = try await other.ask(Media.RemoveOwn(object: names[0]), as: TestPerson([.admin]))
      }
      #expect(try await program.service.own.index(call).count == 1)
    }
  }
}
