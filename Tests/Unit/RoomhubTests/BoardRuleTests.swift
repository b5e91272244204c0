import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import roomhub

@Suite("A board belongs to its room, and what is unread on it to each member")
struct BoardRuleTests {
  private func board(_ campus: Campus, _ person: TestPerson) async throws -> Roomhub.BoardState {
    try await campus.ask(Roomhub.GetBoard(), as: person)
  }

  /// The count, which is that of the messages shown as unread.
  private func unread(_ campus: Campus, _ person: TestPerson) async throws -> Int {
    let count = try await board(campus, person).unread
    #expect(try await campus.messages(person).filter(\.isUnread).count == count)
    return count
  }

  private func mark(
    _ campus: Campus, _ person: TestPerson, _ hour: Instant, seen: Int
  ) async throws -> Int {
    try await campus.ask(Roomhub.MarkBoardRead(hour: hour, seen: seen), as: person).unread
  }

  @Test("it says how anonymous it is")
  func anonymity() async throws {
    try await Campus.with { campus in
      let ada = try await campus.roommates(1)[0]
      #expect(
        try await board(campus, ada)
          == Roomhub.BoardState(members: 1, isGuessable: true, unread: 0, reportsToHide: 2))
      for (members, isGuessable, needed) in [(2, true, 2), (3, false, 2), (4, false, 3)] {
        let mate = TestPerson()
        try await campus.join(mate, nil, code: try await campus.code(ada))
        #expect(
          try await board(campus, mate)
            == Roomhub.BoardState(
              members: members, isGuessable: isGuessable, unread: 0, reportsToHide: needed))
      }
    }
  }

  @Test("the writer's own message is unread for the writer too")
  func own() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(2)
      let message = try await campus.post("Please rinse the pan.", by: people[0])
      for person in people {
        #expect(
          try await campus.ask(Roomhub.GetMessage(id: message.id), as: person)
            == Roomhub.Message(
              id: message.id, text: "Please rinse the pan.", hour: Campus.at(), isHidden: false,
              isUnread: true, isReported: false))
        #expect(try await unread(campus, person) == 1)
      }
      #expect(try await campus.count("read_mark") == 0)
    }
  }

  @Test("a mark reaches as far as there is something to read")
  func marks() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(2)
      let (ada, ben) = (people[0], people[1])
      for number in 0..<3 { _ = try await campus.post("First hour \(number)", by: ada) }
      try campus.move(hours: 1)
      _ = try await campus.post("Second hour", by: ben)
      try campus.move(hours: 4)
      for number in 0..<2 { _ = try await campus.post("Last hour \(number)", by: ben) }
      #expect(try await unread(campus, ada) == 6)
      let first = Campus.at()
      #expect(try await mark(campus, ada, first, seen: 2) == 6, "one is new, and nobody can say which")
      #expect(try await mark(campus, ada, first, seen: 3) == 3)
      #expect(try await unread(campus, ada) == 3)
      #expect(try await mark(campus, ada, first, seen: 1) == 3, "a mark never moves back")
      #expect(try await mark(campus, ada, Campus.at(hours: 2), seen: 1) == 2, "before an empty hour")
      #expect(try await mark(campus, ada, Campus.at(hours: -5), seen: 1_000_000) == 2)
      #expect(try await mark(campus, ada, Campus.at(hours: 4), seen: 1_000_000) == 0)
      _ = try await campus.post("And another one", by: ben)
      #expect(try await unread(campus, ada) == 3, "one came since")
      #expect(try await mark(campus, ada, Campus.at(hours: 24 * 1000), seen: 1) == 0)
      try campus.move(hours: 5)
      _ = try await campus.post("A later hour", by: ben)
      #expect(try await unread(campus, ada) == 1, "a mark in the future holds only what there was")
      #expect(try await unread(campus, ben) == 8)
      let rows = try await campus.program.context.store.read { db in
        try db.all("SELECT person, hour, seen FROM read_mark") {
          (try $0.id("person"), try $0.instant("hour"), try $0.int("seen"))
        }
      }
      #expect(rows.count == 1 && rows[0] == (ada.id.raw, Campus.at(hours: 4), 3))
    }
  }

  @Test("marks at once keep the furthest")
  func atOnce() async throws {
    try await Campus.with { campus in
      let ada = try await campus.roommates(1)[0]
      for hour in 0..<5 {
        try campus.move(hours: hour)
        _ = try await campus.post("Hour \(hour)", by: ada)
      }
      _ = try await campus.atOnce([3, 1, 4, 0, 2]) { hour in
        try await campus.ask(Roomhub.MarkBoardRead(hour: Campus.at(hours: hour), seen: 1), as: ada)
      }
      #expect(try await unread(campus, ada) == 0)
    }
  }

  @Test("who moves in has nothing to catch up with")
  func movesIn() async throws {
    try await Campus.with { campus in
      let ada = try await campus.roommates(1)[0]
      _ = try await campus.post("Long ago", by: ada)
      try campus.move(hours: 3, minutes: 20)
      _ = try await campus.post("Within the hour", by: ada)
      let ben = TestPerson()
      try await campus.join(ben, nil, code: try await campus.code(ada))
      #expect(try await unread(campus, ben) == 1)
      #expect(try await campus.messages(ben).map(\.text) == ["Within the hour", "Long ago"])
    }
  }

  @Test(
    "a bad mark names the field",
    arguments: [
      (#""hour": "2026-10-16T12:01:00.000Z", "seen": 1"#, "seen_bad hour"),
      (#""hour": "2026-10-16T12:00:00.000Z", "seen": 0"#, "seen_bad seen"),
      (#""hour": "2026-10-16T12:00:00.000Z", "seen": -1"#, "seen_bad seen"),
      (#""hour": "2026-10-16T12:00:00.000Z", "seen": 1000001"#, "seen_bad seen"),
      (#""hour": "2026-10-16T12:00:00.000Z", "seen": "all""#, "wrong_type seen"),
      (#""hour": "noon", "seen": 1"#, "date_bad hour"),
    ])
  func badMark(_ members: String, _ expected: String) async throws {
    try await Campus.with { campus in
      let ada = try await campus.roommates(1)[0]
      #expect(await campus.refusal(Roomhub.MarkBoardRead.self, "{\(members)}", as: ada) == expected)
    }
  }

  @Test("a bad message is refused, and nothing is posted")
  func badMessages() async throws {
    try await Campus.with { campus in
      let ada = try await campus.roommates(1)[0]
      for (text, expected) in [
        (#"" \u200b\n""#, "message_blank text"), (#""bell\u0007""#, "text_bad text"),
        ("5", "wrong_type text"),
        (#""\#(String(repeating: "x", count: 1001))""#, "too_long text"),
      ] {
        let refused = await campus.refusal(Roomhub.PostMessage.self, #"{"text": \#(text)}"#, as: ada)
        #expect(refused == expected)
      }
      for key in ["post-1", "1"] {
        let post = Roomhub.PostMessage(text: MessageText(checked: "Hello"))
        let refused = await outcome { try await campus.ask(post, as: ada, key: key) }
        #expect(refused.refusal == "idempotency_key_bad", "it would join the row to its person")
      }
      #expect(try await campus.messages(ada).isEmpty)
    }
  }

  @Test("other rooms and who has none see nothing")
  func others() async throws {
    try await Campus.with { campus in
      let ada = try await campus.roommates(1)[0]
      let eve = try await campus.roommates(1, in: "102")[0]
      let fay = TestPerson()
      let message = try await campus.post("For this room alone", by: ada)
      #expect(await campus.refusal(Roomhub.GetMessage(id: message.id), as: eve) == "not_found")
      #expect(await campus.refusal(Roomhub.GetMessage(id: .random()), as: ada) == "not_found")
      #expect(try await campus.messages(eve).isEmpty)
      let bad = Cursor("x")
      #expect(await campus.refusal(Roomhub.ListMessages(cursor: bad), as: ada) == "cursor_bad cursor")
      #expect(await campus.refusal(Roomhub.ListBoardHours(cursor: bad), as: ada) == "cursor_bad cursor")
      let refusals = [
        await campus.refusal(Roomhub.ListMessages(), as: fay),
        await campus.refusal(Roomhub.GetMessage(id: message.id), as: fay),
        await campus.refusal(Roomhub.GetBoard(), as: fay),
        await campus.refusal(Roomhub.ListBoardHours(), as: fay),
        await campus.refusal(Roomhub.MarkBoardRead(hour: message.hour, seen: 1), as: fay),
        await campus.refusal(Roomhub.PostMessage(text: MessageText(checked: "From nowhere")), as: fay),
      ]
      #expect(refusals == Array(repeating: "no_room", count: 6))
    }
  }

  @Test("page after page gives every message once, the newest hour first")
  func pages() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(4)
      var sent: [MessageID: Instant] = [:]
      for number in 0..<20 {
        try campus.move(hours: number / 7)
        let message = try await campus.post("Message \(number)", by: people[number / 5])
        #expect(message.hour == Campus.at(hours: number / 7))
        sent[message.id] = message.hour
      }
      var found: [Roomhub.Message] = []
      var cursor: Cursor?
      repeat {
        let page = try await campus.ask(
          Roomhub.ListMessages(cursor: cursor, limit: PageLimit(checked: 3)), as: people[0])
        #expect(page.items.count <= 3)
        found += page.items
        cursor = page.next
      } while cursor != nil
      #expect(found.count == 20)
      #expect(Dictionary(found.map { ($0.id, $0.hour) }, uniquingKeysWith: { first, _ in first }) == sent)
      let order = found.map { ($0.hour.milliseconds, $0.id.description) }
      #expect(
        order.elementsEqual(order.sorted { ($1.0, $0.1) < ($0.0, $1.1) }, by: ==),
        "by hour, and by id within it")
    }
  }
}
