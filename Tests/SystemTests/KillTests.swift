import Bus
import FoundationEssentials
import Schema
import TestSupport
import Testing

/// kill -9 under load. It can not tell whether a commit was synced, since the page cache survives the
/// process; the power cuts of the other suites do.
@Suite("Acknowledged writes survive kill -9", .serialized)
struct KillTests {
  @Test("tasks: what was acknowledged is there once, what was refused is not, a repeat has one effect")
  func roomhub() async throws {
    var chance = Chance()
    try await Site.with([.auth, .roomhub]) { site in
      try await site.with(key: .gateway) { gateway in
        let people = try await KillTests.moveIn(site, gateway)
        let outcome = try await KillLoop(site: site, program: .roomhub, kills: isLongRun ? 60 : 10).run(
          &chance
        ) { client, number in
          let text = "client \(client) task \(number)"
          // Every fourth write has no key: it is not repeated by the bus, and nobody knows what came of it.
          let key = number % 4 == 0 ? nil : "key-\(client)-\(number)"
          return try await Attempt.make(
            text, Roomhub.AddTask(title: try TaskTitle(text)), key: key, gateway: gateway,
            context: people[client].context(key: key)
          ) { $0.task.id.description }
        }
        show("roomhub", outcome, chance)
        try await site.kill(.roomhub)
        try await checkTasks(site, outcome.attempts)
        try await site.start(.roomhub)
        try await repeatSome(outcome.attempts, people, gateway)
        try await site.kill(.roomhub)
        try await checkTasks(site, outcome.attempts)
        #expect(outcome.attempts.acknowledged.count > 50)
        #expect(outcome.restarts.percentile(0.95) < .seconds(2))
      }
    }
  }

  @Test("sign-ups: what was acknowledged is there once, with one event")
  func auth() async throws {
    var chance = Chance()
    try await Site.with([.auth]) { site in
      try await site.with(key: .gateway) { gateway in
        let outcome = try await KillLoop(site: site, program: .auth, kills: isLongRun ? 20 : 3).run(&chance) {
          client, number in
          let name = "c\(client)n\(number)"
          let key = number % 4 == 0 ? nil : "key-\(name)"
          return try await Attempt.make(
            "\(name)@hilltop.example", try Resident.request(name), key: key, gateway: gateway,
            context: CallContext(idempotencyKey: key)
          ) { $0.person?.description ?? "no account" }
        }
        show("auth", outcome, chance)
        try await site.kill(.auth)
        let file = try SQLiteFile(site.database(.auth))
        #expect(try file.checkIntegrity() == "ok")
        let people = try file.counts("SELECT email FROM person")
        #expect(Ledger.problems(outcome.attempts, rows: people) == [])
        let told = try file.counts(
          """
          SELECT email FROM outbox JOIN person
            ON lower(hex(person.id)) = replace(json_extract(CAST(body AS TEXT), '$.person'), '-', '')
          WHERE type = '\(Auth.SignedUp.topic)'
          """)
        #expect(told == people, "one event for each person")
        #expect(!outcome.attempts.acknowledged.isEmpty)
        #expect(outcome.restarts.percentile(0.95) < .seconds(2))
      }
    }
  }

  @Test("the check itself finds one lost row and one doubled row")
  func control() async throws {
    try await Site.with([.auth, .roomhub]) { site in
      let ledger = Ledger()
      try await site.with(key: .gateway) { gateway in
        let person = try await KillTests.moveIn(site, gateway)[0]
        for number in 1...3 {
          let text = "task \(number)"
          ledger.add(
            try await Attempt.make(
              text, Roomhub.AddTask(title: try TaskTitle(text)), key: nil, gateway: gateway,
              context: person.context()
            ) { $0.task.id.description })
        }
      }
      try await site.stop(.roomhub)
      let file = try SQLiteFile(site.database(.roomhub))
      #expect(Ledger.problems(ledger.all, rows: try file.counts("SELECT title FROM task")) == [])
      try file.run("DELETE FROM task WHERE title = 'task 2'")
      try file.run("UPDATE task SET title = 'task 1' WHERE title = 'task 3'")
      #expect(
        Ledger.problems(ledger.all, rows: try file.counts("SELECT title FROM task")) == [
          "task 1 is there 2 times", "task 2 was acknowledged and is lost",
          "task 3 was acknowledged and is lost",
        ])
    }
  }

  /// A person with a room of their own for each client.
  static func moveIn(_ site: Site, _ gateway: Node) async throws -> [Resident] {
    try await site.defineForbes()
    var people: [Resident] = []
    for client in 0..<KillLoop.clients {
      let person = try await Resident.signUp("client\(client)", gateway: gateway)
      let room = try RoomAddress.forbes(100 + client)
      _ = try await gateway.call(
        Roomhub.JoinRoom(dorm: room.dorm, number: room.number), context: person.context())
      people.append(person)
    }
    return people
  }

  /// Rows and events both, on a copy, so that the program itself has to recover.
  private func checkTasks(_ site: Site, _ attempts: [Attempt]) async throws {
    try await withTemporaryFolder { folder in
      let copy = folder + "/roomhub"
      try FileManager.default.copyItem(atPath: "\(site.data)/roomhub", toPath: copy)
      let file = try SQLiteFile("\(copy)/roomhub.sqlite")
      #expect(try file.checkIntegrity() == "ok")
      #expect(Ledger.problems(attempts, rows: try file.counts("SELECT title FROM task")) == [])
      let told = try file.counts(
        """
        SELECT json_extract(CAST(body AS TEXT), '$.task.title') FROM outbox
        WHERE type = '\(Roomhub.TaskAdded.topic)'
        """)
      #expect(Ledger.problems(attempts, rows: told) == [])
      #expect(try file.number("SELECT max(seq) - count(*) FROM outbox") == 0, "no gap in the stream")
    }
  }

  /// Sends the last requests with a key again: the same task comes back.
  private func repeatSome(_ attempts: [Attempt], _ people: [Resident], _ gateway: Node) async throws {
    for attempt in attempts.acknowledged.suffix(40) {
      guard let key = attempt.key, let client = attempt.text.split(separator: " ")[1].wholeNumberValue else {
        continue
      }
      let again = try await Attempt.make(
        attempt.text, Roomhub.AddTask(title: try TaskTitle(attempt.text)), key: key, gateway: gateway,
        context: people[client].context(key: key)
      ) { $0.task.id.description }
      #expect(again.outcome == attempt.outcome)
    }
  }

  private func show(_ program: String, _ outcome: KillLoop.Outcome, _ chance: Chance) {
    let attempts = outcome.attempts
    report(
      """
      \(program): \(outcome.restarts.count) kills (QUAD_TEST_SEED=\(chance.seed)), \(attempts.count) writes, \
      \(attempts.acknowledged.count) acknowledged, \(attempts.count { $0.outcome == .unknown }) unknown, \
      \(attempts.count { $0.outcome == .refused }) refused; restart to answer p50 \
      \(outcome.restarts.percentile(0.5)), p95 \(outcome.restarts.percentile(0.95))
      """)
  }
}

extension Substring {
  fileprivate var wholeNumberValue: Int? { Int(self) }
}
