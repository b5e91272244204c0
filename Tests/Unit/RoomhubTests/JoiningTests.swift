import Schema
import TestSupport
import Testing

@testable import roomhub

@Suite("A room is opened, entered with its code, or asked for")
struct JoiningTests {
  private let cuyler = DormID(checked: "cuyler")

  private func ended(_ campus: Campus) throws -> [String] {
    try campus.program.published(Roomhub.JoinEnded.self).map { "\($0.request) \($0.isApproved)" }
  }

  @Test("a room number has one form", arguments: ["Rm 101a", "#101A", " 0101A", "room 101a", "101A"])
  func oneForm(_ spelling: String) async throws {
    try await Campus.with { campus in
      let (ada, ben) = (TestPerson(), TestPerson())
      for (person, number, state) in [(ada, "101a", Roomhub.JoinState.joined), (ben, spelling, .pending)] {
        let body = Array(#"{"dorm": "forbes", "number": "\#(number)"}"#.utf8)
        let reply = try await campus.program.ask(Roomhub.JoinRoom.self, body: body, as: person)
        #expect(String(decoding: reply, as: UTF8.self).contains(#""state":"\#(state)""#))
      }
      #expect(try await campus.waiting(ada).map(\.profile.id) == [ben.id])
      #expect(try await campus.room(ada).number == "101A")
    }
  }

  @Test(
    "a bad wish is refused with its code",
    arguments: [
      ("", "room_unnamed"), (#""dorm": "forbes""#, "room_unnamed"), (#""number": "101A""#, "room_unnamed"),
      (#""dorm": "nowhere", "number": "101A""#, "dorm_unknown dorm"),
      (#""dorm": "nowhere", "code": "00000000""#, "dorm_unknown dorm"),
      (#""dorm": "not a dorm!", "number": "101A""#, "dorm_unknown dorm"),
      (#""dorm": "forbes", "number": """#, "room_number_bad number"),
      (#""dorm": "forbes", "number": " # ""#, "room_number_bad number"),
      (#""dorm": "forbes", "number": "123456789""#, "room_number_bad number"),
      (#""dorm": "forbes", "number": "101\u200bA""#, "room_number_bad number"),
      (#""dorm": "forbes", "number": 101"#, "wrong_type number"),
      (#""code": "short""#, "join_code_bad code"), (#""code": "ILOUILOU""#, "join_code_bad code"),
      (#""code": "00000000""#, "join_code_wrong code"),
      (#""dorm": "forbes", "number": "909", "code": "00000000""#, "join_code_wrong code"),
    ])
  func badWish(_ members: String, _ expected: String) async throws {
    try await Campus.with { campus in
      let ada = TestPerson()
      #expect(await campus.refusal(Roomhub.JoinRoom.self, "{\(members)}", as: ada) == expected)
      let home = try await campus.ask(Roomhub.GetHome(), as: ada)
      #expect(home.room == nil)
    }
  }

  @Test("a code alone lets in, and what is named beside it must fit")
  func code() async throws {
    try await Campus.with { campus in
      try await campus.define(cuyler, "Cuyler Hall", capacity: 4)
      let (ada, ben, eve) = (TestPerson(), TestPerson(), TestPerson())
      try await campus.join(ada)
      let code = try await campus.code(ada)
      let typed = " \(code.text.prefix(4).lowercased())-\(code.text.suffix(4).lowercased()) "
      let reply = try await campus.program.ask(
        Roomhub.JoinRoom.self, body: Array(#"{"code": "\#(typed)"}"#.utf8), as: ben)
      let room = try await campus.room(ada).id
      #expect(try await campus.room(ben).id == room)
      #expect(String(decoding: reply, as: UTF8.self).contains(room.description))
      for (dorm, number) in [(nil, "102"), (cuyler, nil), (cuyler, "101A")] as [(DormID?, String?)] {
        let wrong = Roomhub.JoinRoom(
          dorm: dorm, number: number.map { RoomNumber(checked: $0) }, code: code)
        #expect(await campus.refusal(wrong, as: eve) == "join_code_wrong code")
      }
      #expect(try await campus.join(eve, code: code) == .joined)
      // Once more is no error, another room is; and it says nothing of that room's code.
      #expect(try await campus.join(ben, nil, code: code) == .joined)
      #expect(try await campus.join(ben) == .joined)
      let others = [
        Roomhub.JoinRoom(dorm: Campus.dorm, number: RoomNumber(checked: "102")),
        Roomhub.JoinRoom(code: JoinCode(checked: "00000000")),
        Roomhub.JoinRoom(dorm: Campus.dorm, number: RoomNumber(checked: "102"), code: code),
      ]
      for other in others { #expect(await campus.refusal(other, as: ben) == "already_in_room") }
    }
  }

  @Test("ten wrong codes are enough, guesses side by side count too, and a quarter of an hour is the wait")
  func guesses() async throws {
    try await Campus.with { campus in
      let (ada, eve) = (TestPerson(), TestPerson())
      try await campus.join(ada)
      let code = try await campus.code(ada)
      let guess = Roomhub.JoinRoom(code: JoinCode(checked: "00000000"))
      let refusals = try await campus.atOnce(Array(0..<16)) { _ in await campus.refusal(guess, as: eve) }
      let expected =
        Array(repeating: "join_code_wrong code", count: 10) + Array(repeating: "slow_down", count: 6)
      #expect(refusals.compactMap(\.self).sorted() == expected)
      let right = await outcome { try await campus.ask(Roomhub.JoinRoom(code: code), as: eve) }
      guard case .failure(let fault as Fault) = right else {
        Issue.record("it was let in")
        return
      }
      #expect(fault.code == "slow_down" && fault.retryAfterMs == 900_000)
      #expect(try await campus.join(eve) == .pending, "asking goes on")
      #expect(try await campus.join(TestPerson(), nil, code: code) == .joined, "others are not kept out")
      try campus.move(minutes: 15)
      #expect(try await campus.join(eve, nil, code: code) == .joined)
    }
  }

  @Test("a member lets in, once, and nobody from elsewhere does")
  func approved() async throws {
    let (ada, ben, eve) = (TestPerson(), TestPerson(), TestPerson())
    try await Campus.with(names: [ada.id: "Ada", ben.id: "Ben"]) { campus in
      try await campus.join(ada)
      try await campus.join(eve, "102")
      #expect(try await campus.join(ben) == .pending)
      let waiting = try await campus.waiting(ada)
      #expect(waiting.map(\.profile.id) == [ben.id] && waiting[0].profile.firstName == "Ben")
      let home = try await campus.ask(Roomhub.GetHome(), as: ben)
      #expect(
        home.room == nil
          && home.asked
            == Roomhub.AskedRoom(
              dorm: Campus.dorm, dormName: "Forbes Hall", number: "101A", asked: Campus.at(), members: ["Ada"]
            )
      )
      #expect(try await campus.ask(Roomhub.GetHome(), as: ada).badges?.joinRequests == 1)
      let approve = Roomhub.ApproveJoin(id: waiting[0].id)
      #expect(await campus.refusal(approve, as: eve) == "not_found")
      #expect(await campus.refusal(approve, as: ben) == "no_room")
      for person in [ada, ada, ben] { _ = try await campus.ask(approve, as: person) }
      #expect(await campus.refusal(Roomhub.DeclineJoin(id: waiting[0].id), as: ada) == "not_found")
      let asked = try campus.program.published(Roomhub.JoinAsked.self)
      #expect(asked.map(\.request) == [waiting[0].id] && asked.map(\.person) == [ben.id])
      #expect(try ended(campus) == ["\(waiting[0].id) true"], "a second approval changes nothing")
      #expect(
        try campus.program.published(Roomhub.MemberJoined.self).map(\.person) == [ada.id, eve.id, ben.id])
      #expect(try await campus.ask(Roomhub.GetHome(), as: ada).badges?.newMembers == 1)
      #expect(try await campus.ask(Roomhub.GetHome(), as: ben).asked == nil)
    }
  }

  @Test("a request is declined, withdrawn or replaced")
  func unapproved() async throws {
    try await Campus.with { campus in
      let (ada, ben, cid) = (TestPerson(), TestPerson(), TestPerson())
      try await campus.join(ada)
      try await campus.join(ben, "102")
      try await campus.join(cid)
      let first = try await campus.waiting(ada)[0].id
      for _ in 0..<2 { _ = try await campus.ask(Roomhub.DeclineJoin(id: first), as: ada) }
      #expect(await campus.refusal(Roomhub.ApproveJoin(id: first), as: ada) == "not_found")
      #expect(try ended(campus) == ["\(first) false"], "a repeat changes nothing")
      #expect(try await campus.waiting(ada).isEmpty)
      #expect(try await campus.ask(Roomhub.GetHome(), as: cid).asked == nil)

      #expect(try await campus.join(cid) == .pending, "a declined person may ask again")
      let second = try await campus.waiting(ada)[0].id
      #expect(try await campus.join(cid, "102") == .pending)
      let waiting = try await campus.waiting(ben)
      #expect(try await campus.waiting(ada).isEmpty && waiting.count == 1, "one room at a time")
      #expect(try ended(campus).last == "\(second) false")
      for _ in 0..<2 { _ = try await campus.ask(Roomhub.WithdrawJoin(), as: cid) }
      #expect(try await campus.waiting(ben).isEmpty)
      #expect(try ended(campus).count == 3 && ended(campus).last == "\(waiting[0].id) false")
      #expect(await campus.refusal(Roomhub.ApproveJoin(id: waiting[0].id), as: ben) == "not_found")
    }
  }

  @Test("whoever enters by code asks no more")
  func entersElsewhere() async throws {
    try await Campus.with { campus in
      let (ada, ben, cid) = (TestPerson(), TestPerson(), TestPerson())
      try await campus.join(ada)
      try await campus.join(ben, "102")
      try await campus.join(cid)
      let request = try await campus.waiting(ada)[0].id
      #expect(try await campus.join(cid, nil, code: try await campus.code(ben)) == .joined)
      #expect(try await campus.waiting(ada).isEmpty)
      #expect(await campus.refusal(Roomhub.ApproveJoin(id: request), as: ada) == "not_found")
      #expect(try await campus.room(cid).number == "102")
    }
  }

  @Test("requests that are none are not found, and who has no room sees none")
  func unknown() async throws {
    try await Campus.with { campus in
      let ada = TestPerson()
      let id = JoinRequestID.random()
      #expect(await campus.refusal(Roomhub.ListJoinRequests(), as: ada) == "no_room")
      #expect(await campus.refusal(Roomhub.DeclineJoin(id: id), as: ada) == "no_room")
      #expect(await campus.refusal(Roomhub.GetJoinCode(), as: ada) == "no_room")
      #expect(await campus.refusal(Roomhub.ChangeJoinCode(), as: ada) == "no_room")
      try await campus.join(ada)
      #expect(await campus.refusal(Roomhub.ApproveJoin(id: id), as: ada) == "not_found")
      #expect(await campus.refusal(Roomhub.DeclineJoin(id: id), as: ada) == "not_found")
      for body in [#"{"id": "milk"}"#] {
        #expect(await campus.refusal(Roomhub.ApproveJoin.self, body, as: ada) == "id_bad id")
        #expect(await campus.refusal(Roomhub.DeclineJoin.self, body, as: ada) == "id_bad id")
      }
    }
  }

  @Test("a full room is neither entered nor asked")
  func full() async throws {
    try await Campus.with(capacity: 2) { campus in
      let (ada, ben, eve) = (TestPerson(), TestPerson(), TestPerson())
      try await campus.join(ada)
      try await campus.join(eve)
      let request = try await campus.waiting(ada)[0].id
      let code = try await campus.code(ada)
      try await campus.join(ben, nil, code: code)
      let number = RoomNumber(checked: "101A")
      for wish in [Roomhub.JoinRoom(dorm: Campus.dorm, number: number), Roomhub.JoinRoom(code: code)] {
        #expect(await campus.refusal(wish, as: TestPerson()) == "room_full")
      }
      #expect(await campus.refusal(Roomhub.ApproveJoin(id: request), as: ada) == "room_full")
      try await campus.leave(ben)
      _ = try await campus.ask(Roomhub.ApproveJoin(id: request), as: ada)
      #expect(try await campus.room(ada).members == 2)
    }
  }

  @Test("of several for the last place one enters, whoever lets them in")
  func lastPlace() async throws {
    try await Campus.with(capacity: 2) { campus in
      let ada = TestPerson()
      try await campus.join(ada)
      let others = (0..<4).map { _ in TestPerson() }
      let code = try await campus.code(ada)
      let entered = try await campus.atOnce(others) { person in
        (person, await campus.refusal(Roomhub.JoinRoom(code: code), as: person))
      }
      #expect(entered.map { $0.1 ?? "" }.sorted() == ["", "room_full", "room_full", "room_full"])
      #expect(try await campus.room(ada).members == 2)
      // The same by two members who each let somebody in.
      try await campus.define(capacity: 3)
      let inside = try #require(entered.first { $0.1 == nil }).0
      for person in others where person != inside { try await campus.join(person) }
      let waiting = try await campus.waiting(ada).map(\.id)
      let approvals = try await campus.atOnce([(ada, waiting[0]), (inside, waiting[1])]) { person, id in
        await campus.refusal(Roomhub.ApproveJoin(id: id), as: person) ?? ""
      }
      #expect(approvals.sorted() == ["", "room_full"])
      #expect(try await campus.room(ada).members == 3)
    }
  }

  @Test("a new code ends the old one, once however often it is asked for")
  func newCode() async throws {
    try await Campus.with { campus in
      let (ada, eve) = (TestPerson(), TestPerson())
      try await campus.join(ada)
      let shown = try await campus.code(ada)
      let new = try await campus.ask(Roomhub.ChangeJoinCode(), as: ada, key: "new-code")
      #expect(new.code != shown && new.link.hasSuffix("#forbes/101A/\(new.code)"))
      #expect(try await campus.ask(Roomhub.ChangeJoinCode(), as: ada, key: "new-code") == new)
      #expect(try await campus.ask(Roomhub.GetJoinCode(), as: ada) == new)
      #expect(try campus.program.published(Roomhub.JoinCodeChanged.self).count == 1)
      #expect(await campus.refusal(Roomhub.JoinRoom(code: shown), as: eve) == "join_code_wrong code")
      #expect(try await campus.join(eve, nil, code: new.code) == .joined)
    }
  }

  @Test("of those who open a room at once one is in it, and the others ask")
  func opening() async throws {
    try await Campus.with { campus in
      let people = (0..<4).map { _ in TestPerson() }
      let states = try await campus.atOnce(people) { person in (person, try await campus.join(person)) }
      #expect(states.map(\.1.rawValue).sorted() == ["joined", "pending", "pending", "pending"])
      let owner = try #require(states.first { $0.1 == .joined }).0
      #expect(try await campus.room(owner).members == 1)
      #expect(try await campus.waiting(owner).count == 3)
    }
  }
}
