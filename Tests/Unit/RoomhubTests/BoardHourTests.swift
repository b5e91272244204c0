import Bus
import Crypto
import FoundationEssentials
import JSON
import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import roomhub

@Suite("An hour of a board closes with a hash over the one before")
struct BoardHourTests {
  /// The chain, oldest first.
  private func hours(_ campus: Campus, _ person: TestPerson) async throws -> [Roomhub.BoardHour] {
    try await campus.ask(Roomhub.ListBoardHours(limit: PageLimit(checked: 100)), as: person).items.reversed()
  }

  /// The hours whose listed messages do not give their hash, by the formula of the service's README.
  private func breaks(_ hours: [Roomhub.BoardHour]) throws -> [Instant] {
    var previous = [UInt8](repeating: 0, count: 32)
    return try hours.filter { hour in
      let moment = UInt64(bitPattern: hour.hour.milliseconds)
      var bytes = previous + (0..<8).reversed().map { UInt8(truncatingIfNeeded: moment >> (8 * UInt64($0))) }
      for message in hour.messages {
        bytes += message.id.raw.bytes + (try #require(Base64URL.decode(message.text)))
      }
      previous = try #require(Base64URL.decode(hour.hash))
      return BLAKE2b.hash(bytes) != previous
    }.map(\.hour)
  }

  /// A room with a message in each of three hours that are closed.
  private func withClosedHours(_ body: (Campus, TestPerson) async throws -> Void) async throws {
    try await Campus.with { campus in
      let ada = try await campus.roommates(1)[0]
      for hour in 0..<3 {
        try campus.move(hours: hour)
        _ = try await campus.post("Hour \(hour)", by: ada)
      }
      try campus.move(hours: 4)
      try await campus.work()
      let closed = try await hours(campus, ada)
      #expect(try closed.count == 3 && breaks(closed).isEmpty)
      try await body(campus, ada)
    }
  }

  private func errors(_ campus: Campus) -> Int { campus.program.context.log.lines["error"] ?? 0 }

  @Test("five minutes after its end, over its messages in the order of their ids")
  func closes() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(2)
      var texts: [MessageID: String] = [:]
      for hour in [0, 1, 5] {
        try campus.move(hours: hour)
        for person in people {
          let text = "Hour \(hour) über \u{1F9FD}"
          texts[try await campus.post(text, by: person).id] = Base64URL.encode(BLAKE2b.hash(Array(text.utf8)))
        }
      }
      try campus.move(hours: 6, minutes: 4)
      try await campus.work()
      #expect(try await hours(campus, people[0]).count == 2, "it stays open for five minutes after its end")
      try campus.move(hours: 6, minutes: 5)
      try await campus.work()
      let closed = try await hours(campus, people[0])
      #expect(closed.map(\.hour) == [0, 1, 5].map { Campus.at(hours: $0) })
      #expect(try breaks(closed).isEmpty)
      let listed = closed.flatMap(\.messages)
      #expect(listed.count == 6)
      #expect(Dictionary(listed.map { ($0.id, $0.text) }, uniquingKeysWith: { first, _ in first }) == texts)
      let limit = PageLimit(checked: 2)
      let page = try await campus.ask(Roomhub.ListBoardHours(limit: limit), as: people[1])
      let rest = try await campus.ask(
        Roomhub.ListBoardHours(cursor: page.next, limit: limit), as: people[1])
      #expect(page.items + rest.items == closed.reversed() && rest.next == nil)
    }
  }

  @Test(
    "a row that was changed in the file shows",
    arguments: [
      "UPDATE message SET text = 'I never said that' WHERE text = 'Hour 1'",
      "DELETE FROM message WHERE text = 'Hour 1'",
      "UPDATE message SET hour = hour - 3600000 WHERE text = 'Hour 1'",
      "DELETE FROM board_hour WHERE hour = (SELECT hour FROM message WHERE text = 'Hour 1')",
      """
      INSERT INTO message SELECT room, hour, x'00000000000000000000000000000000', 'Put in' FROM message
      WHERE text = 'Hour 1'
      """,
    ])
  func damage(_ statement: String) async throws {
    try await withClosedHours { campus, ada in
      #expect(errors(campus) == 0)
      #expect(try await campus.program.context.store.write { try $0.change(statement) } == 1)
      try await campus.work()
      #expect(errors(campus) > 0, "the check finds it")
      #expect(try breaks(try await hours(campus, ada)).isEmpty == false, "and so does who keeps the hashes")
    }
  }

  @Test("an intact board is found intact, also when it grows")
  func intact() async throws {
    try await withClosedHours { campus, ada in
      try await campus.work()
      _ = try await campus.post("Hour 4", by: ada)
      try campus.move(hours: 6)
      for _ in 0..<2 { try await campus.work() }
      let closed = try await hours(campus, ada)
      #expect(try closed.count == 4 && breaks(closed).isEmpty && errors(campus) == 0)
    }
  }

  @Test("a message that was hidden stays in the chain with its text")
  func hidden() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(2)
      let message = try await campus.post("Hidden soon", by: people[0])
      for person in people { _ = try await campus.ask(Roomhub.ReportMessage(id: message.id), as: person) }
      #expect(try await campus.messages(people[0]).map(\.text) == [nil])
      try campus.move(hours: 2)
      try await campus.work()
      let closed = try await hours(campus, people[0])
      let text = Base64URL.encode(BLAKE2b.hash(Array("Hidden soon".utf8)))
      #expect(closed.flatMap(\.messages) == [Roomhub.MessageHash(id: message.id, text: text)])
      #expect(try breaks(closed).isEmpty)
    }
  }

  @Test("seeded messages find their hours open, and later ones do not slip into what is closed")
  func seeds() async throws {
    try await Campus.with { campus in
      let ada = try await campus.roommates(1)[0]
      let mark = URL(filePath: "\(campus.program.context.settings.data)/seeding")
      try Data().write(to: mark)
      let hour = Campus.at(hours: -72)
      try await seed("First", at: hour, by: ada, campus)
      try await campus.work()
      try await seed("Second, of the same hour", at: hour.advanced(by: .seconds(1800)), by: ada, campus)
      #expect(try await hours(campus, ada).isEmpty, "it closes none while it is seeded")
      try FileManager.default.removeItem(at: mark)
      try await campus.work()
      let closed = try await hours(campus, ada)
      #expect(try closed.map(\.messages.count) == [2] && breaks(closed).isEmpty)
      try Data().write(to: mark)
      let late = try await seed("Much later", at: hour.advanced(by: .seconds(2400)), by: ada, campus)
      #expect(late.hour == hour.advanced(by: .seconds(3600)))
      #expect(try await hours(campus, ada) == closed)
    }
  }

  @discardableResult
  private func seed(
    _ text: String, at time: Instant, by person: TestPerson, _ campus: Campus
  ) async throws -> Roomhub.PostedMessage {
    let program = campus.program
    var header = Header(id: .random())
    header.subject = Roomhub.PostMessage.subject
    header.assertion = Identity(
      person: person.id, session: .random(), roles: [.student], issued: SiteClock.system
    ).signed(with: program.signing)
    header.asOf = time
    let body = try JSONCoding.encode(Roomhub.PostMessage(text: MessageText(checked: text)))
    return try JSONCoding.decode(
      Roomhub.PostedMessage.self, from: try await program.send(header, body, from: .seed))
  }
}
