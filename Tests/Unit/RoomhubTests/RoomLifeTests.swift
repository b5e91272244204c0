import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import roomhub

@Suite("A room from its first member to its last")
struct RoomLifeTests {
  private func badges(_ campus: Campus, _ person: TestPerson) async throws -> Roomhub.Badges? {
    try await campus.ask(Roomhub.GetHome(), as: person).badges
  }

  @Test("the start page counts what is new, and a member is new for a week")
  func home() async throws {
    try await Campus.with { campus in
      let (ada, ben, eve) = (TestPerson(), TestPerson(), TestPerson())
      #expect(
        try await campus.ask(Roomhub.GetHome(), as: ada) == Roomhub.Home(room: nil, asked: nil, badges: nil))
      #expect(await campus.refusal(Roomhub.GetRoom(), as: ada) == "no_room")
      try await campus.join(ada)
      let room = try await campus.room(ada)
      #expect(
        room
          == Roomhub.OwnRoom(
            id: room.id, dorm: Campus.dorm, dormName: "Forbes Hall", number: "101A", members: 1, capacity: 4,
            joinCode: try await campus.code(ada)))
      try await campus.join(ben, nil, code: room.joinCode)
      try await campus.join(eve)
      var last: TaskID?
      for (title, isImportant) in [("Milk", true), ("Bread", false), ("Rent", true)] {
        last = try await campus.add(title, isImportant: isImportant, by: ben).id
      }
      _ = try await campus.ask(Roomhub.CompleteTask(id: try #require(last)), as: ben)
      _ = try await campus.post("Hello", by: ben)
      let home = try await campus.ask(Roomhub.GetHome(), as: ada)
      #expect(try await campus.room(ada) == home.room && home.asked == nil)
      #expect(
        home.badges
          == Roomhub.Badges(
            newMembers: 1, joinRequests: 1, openTasks: 2, importantTasks: 1, unreadMessages: 1))
      try campus.move(days: 7)
      #expect(try await badges(campus, ada)?.newMembers == 0)
    }
  }

  @Test("roommates are listed by first name, and nobody else is found")
  func roommates() async throws {
    let people = (0..<4).map { _ in TestPerson() }
    let (zoe, ben, ada, eve) = (people[0], people[1], people[2], people[3])
    try await Campus.with(names: [zoe.id: "Zoe", ben.id: "Ben", ada.id: "Ada", eve.id: "Eve"]) { campus in
      #expect(await campus.refusal(Roomhub.ListRoommates(), as: zoe) == "no_room")
      #expect(await campus.refusal(Roomhub.GetRoommate(id: ben.id), as: zoe) == "no_room")
      try await campus.join(zoe)
      #expect(try await campus.ask(Roomhub.ListRoommates(), as: zoe).items.isEmpty)
      let code = try await campus.code(zoe)
      for person in [ben, ada] { try await campus.join(person, nil, code: code) }
      try await campus.join(eve, "102")
      let mates = try await campus.ask(Roomhub.ListRoommates(), as: zoe).items
      #expect(mates.map(\.profile.firstName) == ["Ada", "Ben"])
      #expect(try await campus.ask(Roomhub.GetRoommate(id: ben.id), as: zoe) == mates[1])
      for stranger in [eve.id, zoe.id, .random()] {
        #expect(await campus.refusal(Roomhub.GetRoommate(id: stranger), as: zoe) == "not_found")
      }
      let bad = await campus.refusal(Roomhub.GetRoommate.self, #"{"id": "ben"}"#, as: zoe)
      #expect(bad == "id_bad id")
    }
  }

  @Test("leaving ends access at once, and the room keeps what it holds")
  func leaving() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(2)
      let (ada, ben) = (people[0], people[1])
      let task = try await campus.add("Milk", by: ben)
      #expect(try await campus.ask(Roomhub.ListTasks(), as: ben).items == [task])
      for person in [ben, ben, TestPerson()] { try await campus.leave(person) }
      let refusals = [
        await campus.refusal(Roomhub.ListTasks(), as: ben),
        await campus.refusal(Roomhub.ListMessages(), as: ben),
        await campus.refusal(Roomhub.GetRoom(), as: ben),
        await campus.refusal(Roomhub.ListRoommates(), as: ben),
        await campus.refusal(Roomhub.GetJoinCode(), as: ben),
        await campus.refusal(Roomhub.CompleteTask(id: task.id), as: ben),
      ]
      #expect(refusals == Array(repeating: "no_room", count: 6))
      #expect(try campus.program.published(Roomhub.MemberLeft.self).map(\.person) == [ben.id])
      #expect(try await campus.ask(Roomhub.ListRoommates(), as: ada).items.isEmpty)
      #expect(try await campus.ask(Roomhub.ListTasks(), as: ada).items == [task], "the room keeps it")
      #expect(try await campus.join(ben, "102") == .joined, "and the way to another room is free")
    }
  }

  @Test("the last member closes the room, and its address starts empty")
  func closing() async throws {
    try await Campus.with { campus in
      let (ada, ben, eve) = (TestPerson(), TestPerson(), TestPerson())
      try await campus.join(ada)
      let room = try await campus.room(ada)
      _ = try await campus.add("Milk", by: ada)
      _ = try await campus.post("Hello", by: ada)
      try await campus.join(eve)
      let request = try await campus.waiting(ada)[0].id
      try await campus.leave(ada)
      let ended = try campus.program.published(Roomhub.JoinEnded.self)
      #expect(ended.map(\.request) == [request] && ended.map(\.isApproved) == [false])
      #expect(try await campus.ask(Roomhub.GetHome(), as: eve).asked == nil)
      #expect(await campus.refusal(Roomhub.JoinRoom(code: room.joinCode), as: ben) == "join_code_wrong code")
      #expect(try await campus.join(ben) == .joined)
      let new = try await campus.room(ben)
      #expect(new.id != room.id && new.joinCode != room.joinCode)
      #expect(try await campus.ask(Roomhub.ListTasks(), as: ben).items.isEmpty)
      #expect(try await campus.messages(ben).isEmpty)
      #expect(
        try await badges(campus, ben)
          == Roomhub.Badges(
            newMembers: 0, joinRequests: 0, openTasks: 0, importantTasks: 0, unreadMessages: 0))
      #expect(try await campus.join(ada) == .pending, "the first opener has no right to come back")
    }
  }

  @Test("a sign-up opens, enters or asks for the room named in it, and told again it moves nobody back")
  func signUps() async throws {
    try await Campus.with { campus in
      let (ada, ben, eve) = (TestPerson(), TestPerson(), TestPerson())
      func signUp(
        _ person: TestPerson, _ number: String, _ dorm: DormID = Campus.dorm, _ code: JoinCode? = nil
      )
        async throws
      {
        let room = RoomAddress(dorm: dorm, number: RoomNumber(checked: number))
        try await campus.program.receive(
          Auth.SignedUp(
            person: person.id, firstName: "Ada", lastName: "Example", room: room, roomCode: code), from: .auth
        )
      }
      try await signUp(ada, "101A")
      #expect(try await campus.room(ada).number == "101A")
      try await signUp(ben, "101A", Campus.dorm, try await campus.code(ada))
      #expect(try await campus.room(ben).members == 2)
      try await signUp(eve, "101A")
      #expect(try await campus.waiting(ada).map(\.profile.id) == [eve.id])
      let (wrong, lost) = (TestPerson(), TestPerson())
      try await signUp(wrong, "101A", Campus.dorm, JoinCode(checked: "00000000"))
      try await signUp(lost, "1", DormID(checked: "nowhere"))
      for person in [wrong, lost] {
        #expect(
          try await campus.ask(Roomhub.GetHome(), as: person)
            == Roomhub.Home(room: nil, asked: nil, badges: nil))
      }
      try await campus.leave(ada)
      try await signUp(ada, "101A")
      #expect(
        try await campus.ask(Roomhub.GetHome(), as: ada) == Roomhub.Home(room: nil, asked: nil, badges: nil))
    }
  }

  @Test("what a closed room held is purged after thirty days, and nothing of another room")
  func purge() async throws {
    try await Campus.with { campus in
      let (ada, ben, eve) = (TestPerson(), TestPerson(), TestPerson())
      try await campus.join(ada)
      try await campus.join(ben, "102")
      for person in [ada, ben] { try await fill(campus, person) }
      try await campus.join(eve)
      _ = try await campus.ask(Roomhub.DeclineJoin(id: try await campus.waiting(ada)[0].id), as: ada)
      let room = try await campus.room(ada).id
      try await campus.leave(ada)
      let before = try await rows(campus, of: room)
      #expect(before.own == 9 && before.others == 7)
      try campus.move(days: 29)
      try await work(campus)
      // A join that was decided long ago is forgotten earlier.
      #expect(try await rows(campus, of: room).own == 8, "a day is left")
      try campus.move(days: 31)
      try await work(campus)
      let after = try await rows(campus, of: room)
      #expect(after.own == 0 && after.others == 6, "the deleted task of the other room is gone")
      #expect(try await campus.ask(Roomhub.ListTasks(), as: ben).items.count == 2)
      try await work(campus)
      #expect(campus.program.context.log.lines["error"] == 0, "the chains stay whole")
    }
  }

  private func work(_ campus: Campus) async throws {
    try await campus.work()
    try await RoomPurge.sweep(campus.program.context)
  }

  /// Four tasks, one of them completed and one deleted, and a message that is reported.
  private func fill(_ campus: Campus, _ person: TestPerson) async throws {
    var tasks: [TaskID] = []
    for number in 0..<4 { tasks.append(try await campus.add("task \(number)", by: person).id) }
    _ = try await campus.ask(Roomhub.CompleteTask(id: tasks[2]), as: person)
    _ = try await campus.ask(Roomhub.DeleteTask(id: tasks[3]), as: person)
    let message = try await campus.post("Hello", by: person).id
    _ = try await campus.ask(
      Roomhub.ReportMessage(id: message, reason: NoteText(checked: "rude")), as: person)
  }

  private func rows(_ campus: Campus, of room: RoomID) async throws -> (own: Int, others: Int) {
    var (own, all) = (0, 0)
    for table in [
      "task", "message", "board_hour", "reported", "read_mark", "join_request", "past_member",
    ] {
      own += try await campus.program.context.store.read {
        try $0.count("SELECT count(*) AS count FROM \(table) WHERE room = ?", room.raw)
      }
      all += try await campus.count(table)
    }
    return (own, all - own)
  }
}

@Suite("A person gets everything that roomhub holds on them, and is forgotten")
struct RoomPersonTests {
  @Test("an export gives every task once, and a bad place in it is refused")
  func export() async throws {
    try await Campus.with { campus in
      let (ada, ben) = (TestPerson(), TestPerson())
      try await campus.moveIn([ada, ben])
      try await campus.program.receive(
        Auth.ProfileChanged(
          person: ben.id, firstName: "Ben", lastName: "Example", zone: ZoneName(checked: "Asia/Tokyo")),
        from: .auth)
      let first = try await campus.add("In the first room", by: ben).id
      let other = try await campus.add("Of ada", by: ada).id
      _ = try await campus.ask(Roomhub.CompleteTask(id: other), as: ben)
      try await campus.leave(ben)
      try await campus.join(ben, "102")
      for number in 0..<120 { _ = try await campus.add("task \(number)", by: ben) }
      let page = try await campus.ask(Roomhub.ExportPerson(cursor: nil), as: ben)
      #expect(page.room?.number == "102" && page.joined == Campus.at() && page.asked == nil)
      #expect(page.zone?.text == "Asia/Tokyo" && page.tasks.count == 100)
      let rest = try await campus.ask(Roomhub.ExportPerson(cursor: page.next), as: ben)
      let ids = (page.tasks + rest.tasks).map(\.id)
      #expect(ids.count == 122 && Set(ids).count == 122 && Set([first, other]).isSubset(of: ids))
      #expect(rest.next == nil)
      for cursor in ["x", "AAAA"] {
        let refused = await campus.refusal(Roomhub.ExportPerson(cursor: Cursor(cursor)), as: ben)
        #expect(refused == "cursor_bad cursor")
      }
    }
  }

  @Test("an erasure leaves no row that names them, and what they did stays without a name")
  func erasure() async throws {
    try await Campus.with { campus in
      let (ada, ben, cid) = (TestPerson(), TestPerson(), TestPerson())
      try await campus.moveIn([ada, ben])
      _ = try await campus.add("In the first room", by: ben)
      let done = try await campus.add("Of ada", by: ada).id
      _ = try await campus.ask(Roomhub.CompleteTask(id: done), as: ben)
      let message = try await campus.post("Hello", by: ada).id
      _ = try await campus.ask(Roomhub.ReportMessage(id: message), as: ben)
      _ = try await campus.ask(Roomhub.MarkBoardRead(hour: Campus.at(), seen: 1), as: ben)
      try await campus.leave(ben)
      let wrong = Roomhub.JoinRoom(code: JoinCode(checked: "00000000"))
      #expect(await campus.refusal(wrong, as: ben) == "join_code_wrong code")
      try await campus.join(ben, "102")
      try await campus.join(cid, nil, code: try await campus.code(ben))
      var alerts = KeptAlerts(campus.program)
      let due = Campus.at(hours: 24 * 100)
      for number in 0..<105 { _ = try await campus.add("task \(number)", due: due, by: ben) }
      _ = try await campus.ask(Roomhub.ListTasks(), as: cid)  // in memory now
      let erase = Roomhub.ErasePerson(person: ben.id)
      #expect(await campus.refusal(erase) == "not_allowed")
      for _ in 0..<2 { _ = try await campus.program.ask(erase, from: .auth) }
      #expect(try campus.program.published(Roomhub.MemberLeft.self).map(\.person) == [ben.id, ben.id])
      for limit in [nil, PageLimit(checked: 100)] {
        let tasks = try await campus.ask(Roomhub.ListTasks(limit: limit), as: cid).items
        #expect(!tasks.isEmpty && tasks.allSatisfy { $0.addedBy == nil })
      }
      let kept = try await campus.ask(Roomhub.GetTask(id: done), as: ada)
      #expect(kept.addedBy == ada.id && kept.completedBy == nil && kept.completed != nil)
      #expect(try await campus.ask(Roomhub.ListTasks(state: .completed), as: ada).items == [kept])
      try alerts.read()
      #expect(alerts.planned.count == 105 && Set(alerts.planned.values.map(\.person)) == [cid.id])
      #expect(try await campus.count("reported") == 0)
      #expect(try await named(ben, campus).isEmpty)
    }
  }

  /// The columns of the file with a person's id in them.
  private func named(_ person: TestPerson, _ campus: Campus) async throws -> [String] {
    let columns = [
      "member.person", "past_member.person", "join_request.person", "join_failure.person", "read_mark.person",
      "report.person", "person_zone.person", "alert_job.person", "task.added_by", "task.completed_by",
    ]
    return try await campus.program.context.store.read { db in
      try columns.filter { column in
        let parts = column.split(separator: ".")
        return try db.count(
          "SELECT count(*) AS count FROM \(parts[0]) WHERE \(parts[1]) = ?", person.id.raw) > 0
      }
    }
  }

  @Test("only auth may ask who lives where, or have somebody forgotten", arguments: Program.Way.allCases)
  func callers(_ way: Program.Way) async throws {
    try await Program.with(RoomhubService.self, way) { program in
      let ada = TestPerson()
      let address = RoomAddress(dorm: Campus.dorm, number: RoomNumber(checked: "101A"))
      let forbes = DormName(checked: "Forbes Hall")
      _ = try await program.ask(Roomhub.DefineDorm(id: address.dorm, name: forbes, roomCapacity: 4))
      _ = try await program.ask(Roomhub.JoinRoom(dorm: address.dorm, number: address.number), as: ada)
      let check = Roomhub.CheckMembership(person: ada.id, room: address)
      let erase = Roomhub.ErasePerson(person: ada.id)
      for caller in [ProgramName.operator, .gateway] {
        let checked = await outcome { try await program.ask(check, from: caller) }
        let erased = await outcome { try await program.ask(erase, from: caller) }
        #expect(checked.refusal == "not_allowed" && erased.refusal == "not_allowed")
      }
      #expect(try await program.ask(check, from: .auth).isMember)
      let elsewhere = RoomAddress(dorm: address.dorm, number: RoomNumber(checked: "102"))
      let other = Roomhub.CheckMembership(person: ada.id, room: elsewhere)
      #expect(try await !program.ask(other, from: .auth).isMember)
      _ = try await program.ask(erase, from: .auth)
      #expect(try await !program.ask(check, from: .auth).isMember)
    }
  }
}
