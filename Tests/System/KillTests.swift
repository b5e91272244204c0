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
    let began = ContinuousClock.now
    try await Site.with([.auth, .roomhub]) { site in
      try await site.with(key: .gateway) { gateway in
        let people = try await KillTests.moveIn(site, gateway)
        let outcome = try await KillLoop(site: site, program: .roomhub, kills: isLongRun ? 100 : 10).run(
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
        try await site.kill(.roomhub)
        var problems = try await taskProblems(site, outcome.attempts)
        try await site.start(.roomhub)
        try await repeatSome(outcome.attempts, people, gateway)
        try await site.kill(.roomhub)
        problems += try await taskProblems(site, outcome.attempts)
        #expect(problems == [])
        #expect(outcome.attempts.acknowledged.count > 50)
        #expect(outcome.restarts.percentile(0.95) < .seconds(2))
        try outcome.record("roomhub", problems, since: began, chance)
      }
    }
  }

  @Test(
    "the check itself finds one lost row and one doubled row",
    .enabled(if: !PostgresServer.isAsked, "it writes past the program"))
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

  @Test(
    "a program that acknowledges before it commits is found out",
    .enabled(if: !PostgresServer.isAsked, "a control of SQLite's writer"))
  func early() async throws {
    var chance = Chance()
    let settings = ["QUAD_TEST_ACKNOWLEDGE": "early"]
    try await Site.with([.auth, .roomhub]) { site in
      try await site.with(key: .gateway) { gateway in
        let people = try await KillTests.moveIn(site, gateway)
        try await site.stop(.roomhub)
        try await site.start(.roomhub, settings)
        var problems: [String] = []
        // Each kill has to fall between an answer and its commit: a few may miss.
        for round in 0..<10 where problems.isEmpty {
          let loop = KillLoop(site: site, program: .roomhub, kills: 4, settings: settings)
          let outcome = try await loop.run(&chance) { client, number in
            let text = "round \(round) client \(client) task \(number)"
            return try await Attempt.make(
              text, Roomhub.AddTask(title: try TaskTitle(text)), key: nil, gateway: gateway,
              context: people[client].context()
            ) { $0.task.id.description }
          }
          problems = try await taskProblems(site, outcome.attempts, title: "round \(round) ")
        }
        #expect(problems.contains { $0.hasSuffix("was acknowledged and is lost") })
      }
    }
  }

  @Test("without its mark in the data folder no program acknowledges early")
  func unmarked() async throws {
    try await Site.with([]) { site in
      try FileManager.default.removeItem(atPath: "\(site.data)/test-site")
      let ended = try await RunningProgram.run(
        "roomhub", environment: site.environment.merging(["QUAD_TEST_ACKNOWLEDGE": "early"]) { $1 })
      #expect(ended.status == 78)
      #expect(ended.errors.contains("QUAD_TEST_ACKNOWLEDGE"))
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

  /// What rows and events say against the attempts; on a copy, so that the program itself has to recover.
  /// - Parameter title: how those titles begin that the attempts are about.
  private func taskProblems(
    _ site: Site, _ attempts: [Attempt], title: String = ""
  ) async throws -> [String] {
    try await withTemporaryFolder { folder in
      let copy = folder + "/roomhub"
      try FileManager.default.copyItem(atPath: "\(site.data)/roomhub", toPath: copy)
      let file =
        try PostgresServer.isAsked
        ? SQLiteFile(of: .roomhub, on: site) : SQLiteFile("\(copy)/roomhub.sqlite")
      #expect(try file.checkIntegrity() == "ok")
      let rows = try file.counts("SELECT title FROM task WHERE title LIKE '\(title)%'")
      let told = try file.counts(
        """
        SELECT json_extract(CAST(body AS TEXT), '$.task.title') FROM outbox
        WHERE type = '\(Roomhub.TaskAdded.topic)'
          AND json_extract(CAST(body AS TEXT), '$.task.title') LIKE '\(title)%'
        """)
      #expect(told == rows, "an event for each row")
      #expect(try file.number("SELECT max(seq) - count(*) FROM outbox") == 0, "no gap in the stream")
      return Ledger.problems(attempts, rows: rows)
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
}

extension Substring {
  fileprivate var wholeNumberValue: Int? { Int(self) }
}
