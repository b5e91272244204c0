import Bus
import Schema
import TestSupport
import Testing

extension KillTests {
  /// One write in so many is a sign-up: it hashes a password, which takes auth as long as dozens of others.
  private static let signUpEach = 40

  @Test("accounts: names and sign-ups that were acknowledged are there once, with one event each")
  func auth() async throws {
    var chance = Chance()
    let began = ContinuousClock.now
    try await Site.with([.auth]) { site in
      try await site.with(key: .gateway) { gateway in
        var people: [NameChanger] = []
        for client in 0..<KillLoop.clients {
          people.append(NameChanger(try await Resident.signUp("client\(client)", gateway: gateway), gateway))
        }
        let changers = people
        let outcome = try await KillLoop(site: site, program: .auth, kills: isLongRun ? 100 : 6).run(&chance)
        {
          client, number in
          let key = number % 4 == 0 ? nil : "key-\(client)-\(number)"
          // The clients take turns: side by side their sign-ups would take all of auth's time.
          guard (number + 10 * client) % KillTests.signUpEach == KillTests.signUpEach - 1 else {
            return try await changers[client].take(try GivenName("c\(client)n\(number)"), key: key)
          }
          let name = "new\(client)n\(number)"
          return try await Attempt.make(
            "\(name)@hilltop.example", try Resident.request(name), key: key, gateway: gateway,
            context: CallContext(idempotencyKey: key)
          ) { $0.person?.description ?? "no account" }
        }
        try await site.kill(.auth)
        let problems = try accountProblems(site, outcome.attempts)
        #expect(problems == [])
        let acknowledged = outcome.attempts.acknowledged
        #expect(acknowledged.count > (isLongRun ? 300 : 20))
        #expect(!isLongRun || acknowledged.contains { $0.text.contains("@") }, "no sign-up")
        #expect(outcome.restarts.percentile(0.95) < .seconds(2))
        try outcome.record("auth", problems, since: began, chance)
      }
    }
  }

  private func accountProblems(_ site: Site, _ attempts: [Attempt]) throws -> [String] {
    let file = try SQLiteFile(of: .auth, on: site)
    #expect(try file.checkIntegrity() == "ok")
    let people = try file.counts("SELECT email FROM person WHERE email LIKE 'new%'")
    let person = "replace(json_extract(CAST(body AS TEXT), '$.person'), '-', '')"
    let told = try file.counts(
      """
      SELECT email FROM outbox JOIN person ON lower(hex(person.id)) = \(person)
      WHERE type = '\(Auth.SignedUp.topic)' AND email LIKE 'new%'
      """)
    #expect(told == people, "one event for each person")
    // A name is written over by the next one; that it was there says its event, of the same transaction.
    let names = try file.counts(
      """
      SELECT json_extract(CAST(body AS TEXT), '$.firstName') FROM outbox
      WHERE type = '\(Auth.ProfileChanged.topic)'
      """)
    let changed = """
      SELECT count(*) FROM outbox
      WHERE type = '\(Auth.ProfileChanged.topic)' AND \(person) = lower(hex(person.id))
      """
    #expect(
      try file.number("SELECT count(*) FROM person WHERE version <> 1 + (\(changed))") == 0,
      "one event for each version")
    #expect(try file.number("SELECT max(seq) - count(*) FROM outbox") == 0, "no gap in the stream")
    return Ledger.problems(attempts, rows: people.merging(names) { $0 + $1 })
  }
}

/// A person who takes one name after the other.
private actor NameChanger {
  private var resident: Resident
  private let gateway: Node
  /// The profile's version; nil when nobody knows what became of the last change.
  private var version: Int64?

  init(_ resident: Resident, _ gateway: Node) {
    self.resident = resident
    self.gateway = gateway
  }

  func take(_ name: GivenName, key: String?) async throws -> Attempt {
    let change = Auth.UpdateMe(version: try await knownVersion(), firstName: .set(name))
    let attempt = try await Attempt.make(
      name.text, change, key: key, gateway: gateway, context: resident.context(key: key),
      refusals: [.changedElsewhere]
    ) { "\($0.version)" }
    version = if case .acknowledged(let version?) = attempt.outcome { Int64(version) } else { nil }
    return attempt
  }

  /// Asks until somebody answers, with an assertion that is new: kills may take longer than one is good for.
  private func knownVersion() async throws -> Int64 {
    if let version { return version }
    for _ in 0..<2000 {
      do {
        resident = try await resident.renewed(gateway)
        return try await gateway.call(Auth.Me(), context: resident.context()).version
      } catch let error as CallError {
        guard Attempt.passing.contains(error.fault.code) else { throw error }
      }
      try await Task.sleep(for: .milliseconds(5))  // poll
    }
    throw TestFailure("auth does not answer")
  }
}
