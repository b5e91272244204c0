import Bus
import Crypto
import FoundationEssentials
import JSON
import Schema
import TestSupport
import Testing

@Suite("A seeded site looks as if people had lived in it for weeks")
struct SeedTests {
  private static let programs: [ProgramName] = [
    .auth, .roomhub, .attendance, .events, .guide, .mediaFetcher, .campus,
  ]

  /// The repository's own seeds and bundled pictures.
  private static let folder = path("seeds")
  private static let pictures = path("Services/media-fetcher/pictures")
  private static let guide = path("Services/guide/Content")

  private static func path(_ name: String) -> String {
    let units = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return units.deletingLastPathComponent().deletingLastPathComponent().appending(path: name).path()
  }

  @Test("everything is loaded, once, in the past; afterwards the seed key counts no more")
  func loads() async throws {
    let settings = [
      "QUAD_SIGNUP": "off", "TZ": "America/New_York", "QUAD_MEDIA_PICTURES": Self.pictures,
      "QUAD_GUIDE_CONTENT": Self.guide,
    ]
    try await Site.with(Self.programs, seeding: true, environment: settings) { site in
      for _ in 1...2 {
        let ended = try await site.quadctl(["seed", "--seeds", Self.folder])
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.contains("loaded 12 dorms, 4 courses, 61 check-ins, 84 students without a room"))
        #expect(ended.output.contains("40 people, 220 tasks"))
      }
      let limit = PageLimit(100)
      let dorms = try await site.operator.call(Roomhub.ListDorms(limit: limit)).items
      #expect(dorms.count == 12)
      #expect(dorms.first { $0.id.text == "forbes" }?.roomCapacity == 4)

      let ada = try await signIn("ada@hilltop.example", site)
      let room = try await site.operator.call(Roomhub.GetRoom(), context: ada)
      #expect(room.dorm.text == "forbes")
      #expect(room.number == "101A")
      #expect(room.members == 4)
      let me = try await site.operator.call(Auth.Me(), context: ada)
      #expect(me.pronouns == "she/her")
      #expect(me.phone == "+14135550101")
      try await checkTasks(site, ada)
      let messages = try await site.operator.call(Roomhub.ListMessages(limit: limit), context: ada).items
      #expect(messages.count > 5)
      #expect(messages.contains { $0.text?.hasPrefix("First night.") == true })
      #expect(Set(messages.map(\.id)).count == messages.count)

      let upcoming = try await site.operator.call(Events.ListEvents(), context: ada).items
      // From nine in the evening on, what is tonight has begun.
      let past = try await site.operator.call(Events.ListEvents(state: .past), context: ada).items
      let events = upcoming + past.filter { $0.title == "Problem set 6, all of it" }
      #expect(
        events.map(\.title).sorted() == [
          "Debate: Should machines get to decide?", "Dumpling night", "Mom’s Birthday", "Problem set 6 due",
          "Problem set 6, all of it", "Review session for the midterm", "Statistics midterm", "Train home",
        ])
      let dinner = try #require(events.first { $0.title == "Dumpling night" })
      #expect(dinner.visibility == .room)
      #expect(events.filter { $0.picture != nil }.count == 7)
      let mei = try await signIn("mei@hilltop.example", site)
      #expect(try await site.operator.call(Auth.Me(), context: mei).picture != nil)
      let toDos = try await site.operator.call(Events.ListToDos(id: dinner.id), context: ada).items
      #expect(toDos.count == 5 && toDos.count(where: { $0.done != nil }) == 2)
      #expect(toDos.count(where: { $0.assignee != nil }) == 5)
      let budget = try await site.operator.call(Events.GetBudget(id: dinner.id), context: ada)
      #expect(budget.cap == 6000 && budget.planned == 5250 && budget.actual == 2065)

      let all = try await site.operator.call(Attendance.ListCourses(), context: ada).items
      #expect(all.allSatisfy { $0.role == .student && $0.students == nil })
      // The classes of her schedule are courses, too.
      let courses = all.filter { ["Ethics and Technology", "Introduction to Statistics"].contains($0.name) }
      #expect(courses.count == 2)
      try await checkAttendance(site, ada, in: courses.map(\.id))

      try await checkSchool(site, ada)
      try await checkRefusals(site)
    }
  }

  /// Twice loaded, the school is there once, and a student's day is planned.
  private func checkSchool(_ site: Site, _ ada: CallContext) async throws {
    let schedule = try await site.operator.call(Campus.GetSchedule(), context: ada)
    #expect(schedule.blocks.count == 8 && schedule.blocks.allSatisfy { $0.class != nil })
    let activities = try await site.operator.call(Campus.ListActivities(), context: ada).items
    #expect(activities.count == 30 && activities.count(where: \.isMember) == 3)
    #expect(try await site.operator.call(Campus.ListContacts(), context: ada).items.count == 40)
    #expect(try await site.operator.call(Campus.ListSources(), context: ada).items.count == 3)
    #expect(try await site.operator.call(Campus.ListAnnouncements(), context: ada).items.count == 4)
  }

  /// Twice loaded, each check-in is there once; the planned ones are still to come, and nobody was notified.
  private func checkAttendance(_ site: Site, _ ada: CallContext, in courses: [CourseID]) async throws {
    let limit = PageLimit(100)
    let own = try await site.operator.call(Attendance.ListAttendance(limit: limit), context: ada).items
      .filter { courses.contains($0.course) }
    #expect(own.map(\.checkIns) == [13, 26])
    for course in own {
      let tally = course.tally
      #expect(tally.present + tally.late + tally.excused + tally.absent == course.checkIns)
    }
    let ruth = try await signIn("ruth@hilltop.example", site)
    let statistics = Attendance.ListCourseAttendance(id: try #require(courses.last), limit: limit)
    let students = try await site.operator.call(statistics, context: ruth).items
    #expect(students.count == 34)
    #expect(students.filter(\.isLow).map(\.firstName).contains("Carlos"))
    #expect(students.count(where: \.isLow) <= 2)
    let coming = try await site.operator.call(Attendance.ListOpenCheckIns(), context: ada).items
    #expect(!coming.isEmpty && coming.allSatisfy { $0.state == .planned && $0.mine == nil })
    let waiting = Attendance.ListExcuses(id: try #require(courses.last), state: .waiting)
    #expect(try await site.operator.call(waiting, context: ruth).items.map(\.firstName) == ["Mei-Ling"])
    #expect(try await site.operator.call(Attendance.ListSpots(), context: ruth).items.count == 4)
  }

  /// "Buy a shower curtain": added -43d 15:10 by nia, completed -42d 17:40 by ada, on the wall of New York.
  private func checkTasks(_ site: Site, _ ada: CallContext) async throws {
    let limit = PageLimit(100)
    let list = Roomhub.ListTasks(state: .completed, limit: limit)
    let done = try await site.operator.call(list, context: ada).items
    let open = try await site.operator.call(Roomhub.ListTasks(limit: limit), context: ada).items
    let matching = done.filter { $0.title.hasPrefix("Buy a shower curtain") }
    #expect(matching.count == 1, "a second load has no further effect")
    let curtain = try #require(matching.first)
    let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    let weeks = now.since(curtain.added)
    #expect(weeks > .seconds(42 * 86_400) && weeks < .seconds(44 * 86_400))
    #expect(["T19:10", "T20:10"].contains { curtain.added.description.contains($0) }, "\(curtain.added)")
    let completed = try #require(curtain.completed)
    #expect(completed > curtain.added && completed < now)
    #expect(curtain.completedBy != curtain.addedBy)
    let monstera = try #require(open.first { $0.title.hasPrefix("Water the monstera") })
    #expect(monstera.completed == nil, "it was reopened")
    #expect(open.contains { ($0.due ?? now) > now })
  }

  /// Without its mark a site takes nothing from the seed key; the operator may still define dorms.
  private func checkRefusals(_ site: Site) async throws {
    try site.setSeeding(false)
    let refused = try await site.quadctl(["seed", "--seeds", Self.folder])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("dorms.json: forbes: roomhub.dorm.define: not_allowed"))
    let dorms = try await site.quadctl(["seed", "--seeds", Self.folder, "--only", "dorms"])
    #expect(dorms.status == 0, "\(dorms.errors)")
    try await site.with(key: .seed) { node in
      let past = CallContext(asOf: Instant(milliseconds: 0))
      let error = await #expect(throws: CallError.self) {
        try await node.call(Roomhub.ListDorms(), context: past)
      }
      #expect(error?.fault.code == "not_allowed")
    }
    let past = CallContext(asOf: Instant(milliseconds: 0))
    let error = await #expect(throws: CallError.self) {
      try await site.operator.call(Roomhub.ListDorms(), context: past)
    }
    #expect(error?.fault.code == "not_allowed", "nobody else may say when a request happened")
  }

  @Test("a program that dies in between costs nothing and counts nothing twice")
  func survives() async throws {
    let settings = ["QUAD_MEDIA_PICTURES": Self.pictures, "QUAD_GUIDE_CONTENT": Self.guide]
    try await Site.with(Self.programs, seeding: true, environment: settings) { site in
      let words = ["seed", "--seeds", Self.folder]
      let loading = try RunningProgram.start("quadctl", words, environment: site.environment)
      try await waitUntil("it is under way: \(loading.errorsSoFar)", within: .seconds(30)) {
        loading.errorsSoFar.contains("people")
      }
      try await site.kill(.roomhub)
      try await site.start(.roomhub)
      try await site.kill(.auth)
      try await site.start(.auth)
      let ended = try await loading.waitForExit(within: .seconds(60))
      #expect(ended.status == 0, "\(ended.errors)")
      let told = try await publishedTypes(site)
      #expect(told["roomhub.dorm.defined"] == 12)
      #expect(told["roomhub.member.joined"] == 40)
      #expect(told["roomhub.task.added"] == 220)
      #expect(told["roomhub.message.posted"] == 123)
    }
  }

  /// How many events of each type roomhub told.
  private func publishedTypes(_ site: Site) async throws -> [String: Int] {
    var counts: [String: Int] = [:]
    var next: Int64 = 1
    while true {
      var header = Header(id: .random())
      header.subject = StreamReplay.Ask.subject
      let body = try JSONCoding.encode(StreamReplay.Ask(from: next))
      let call = OutgoingCall(program: .roomhub, header: header, body: body, within: .seconds(5))
      let answer = try #require(StreamReplay.Reply(try await site.operator.call(call).body))
      guard let last = answer.events.last else { return counts }
      for event in answer.events { counts[event.header.subject, default: 0] += 1 }
      next = last.sequence + 1
    }
  }

  /// As the gateway does it: sign in, then resolve the token for an assertion.
  private func signIn(_ email: String, _ site: Site) async throws -> CallContext {
    let request = Auth.SignIn(
      email: try #require(EmailAddress(email)), password: try #require(Password("hilltop-demo-2026")))
    let token = try #require(Token(text: try await site.operator.call(request).token))
    return try await site.with(key: .gateway) { gateway in
      let resolve = Auth.ResolveSession(tokenHash: Base64URL.encode(token.hash))
      return CallContext(assertion: Base64URL.decode(try await gateway.call(resolve).assertion))
    }
  }
}

@Suite("quadctl bus shows what happens on a site")
struct BusCommandTests {
  @Test("ping, call, and events from the first on, each once and in order")
  func follows() async throws {
    try await Site.with([.roomhub]) { site in
      let ping = try await site.quadctl(["bus", "ping", "roomhub"])
      #expect(ping.status == 0)
      #expect(ping.output.contains("\nroomhub  ready"))
      try await define("alpha", site)
      let words = ["bus", "sub", "roomhub", "--from", "1", "--follow"]
      let follower = try RunningProgram.start("quadctl", words, environment: site.environment)
      try await waitUntil("the first event is replayed") { follower.outputSoFar.contains("alpha") }
      for name in ["beta", "gamma"] { try await define(name, site) }
      try await waitUntil("live events follow") { follower.outputSoFar.contains("gamma") }
      try await waitUntil("and what the operator did") {
        follower.outputSoFar.split(separator: "\n").count == 6
      }
      let lines = follower.outputSoFar.split(separator: "\n")
      let events = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
      #expect(events.map(\.seq) == [1, 2, 3, 4, 5, 6])
      #expect(events.compactMap(\.body.dorm?.id.text) == ["alpha", "beta", "gamma"])
      _ = try await follower.terminate()
    }
  }

  @Test("a fault is told with its code, and a silent program makes ping fail")
  func fails() async throws {
    try await Site.with([.roomhub]) { site in
      let refused = try await site.quadctl(["bus", "call", "roomhub.room.get"])
      #expect(refused.status == 77)
      #expect(refused.errors.contains("signin_required"))
      let ping = try await site.quadctl(["bus", "ping", "roomhub", "auth"])
      #expect(ping.status == 1)
      #expect(ping.output.contains("auth     silent"))
    }
  }

  @Test("a test clock goes forward only")
  func movesClock() async throws {
    try await withClock { site in
      let advanced = try await site.quadctl(["clock", "advance", "36h"])
      #expect(advanced.output == "2026-09-03T00:00:00.000Z\n", "\(advanced.errors)")
      let back = try await site.quadctl(["clock", "set", "2026-09-01T12:00:00Z"])
      #expect(back.status == 77)
      #expect(back.errors.contains("not_allowed"))
    }
  }

  /// Of a dorm that is defined; the record of who did it has none.
  private struct Body: Decodable {
    let dorm: Roomhub.Dorm?
  }

  private struct Line: Decodable {
    let seq: Int64
    let type: String
    let at: Instant
    let body: Body
  }

  private func define(_ name: String, _ site: Site) async throws {
    let body = #"{"id":"\#(name)","name":"\#(name)","roomCapacity":2}"#
    let ended = try await site.quadctl(["bus", "call", "roomhub.dorm.define", body])
    #expect(ended.status == 0, "\(ended.errors)")
  }

  private func withClock(_ body: (Site) async throws -> Void) async throws {
    try await Site.with([]) { site in
      try Data("2026-09-01T12:00:00Z\n".utf8).write(to: URL(filePath: "\(site.data)/test-clock"))
      for program in Catalogue.programs { try await site.start(program) }
      try await body(site)
    }
  }
}
