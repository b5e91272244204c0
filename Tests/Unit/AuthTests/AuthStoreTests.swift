import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import auth

@Suite("A file from before mail and administration keeps what it holds")
struct AuthMigrationTests {
  @Test("people can be found by name, their sessions go on")
  func migrate() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/auth.sqlite"
      let person = RawUUID.random()
      let hash = [UInt8](repeating: 7, count: 32)
      let now = Instant(milliseconds: 1_788_264_000_000)
      let old = try ProgramStore.open(
        path, stream: "auth", migrations: Array(AuthStore.migrations.prefix(1)))
      try await old.write { db in
        try db.run(
          """
          INSERT INTO person(id, email, password, first_name, last_name, phone, roles, version, signed_up_at,
            asked_dorm, asked_number)
          VALUES (?, 'ada@hilltop.example', '$argon2id$', 'Ada', 'Okafor', '+12025550143', 'student', 3, ?,
            'forbes', '101A')
          """,
          person, now)
        for (id, token, expires) in [(1, hash, 90), (2, [UInt8](repeating: 8, count: 32), 2)] {
          try db.run(
            "INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)", [UInt8](repeating: UInt8(id), count: 16), person,
            token, now, now, now.advanced(by: .seconds(expires * 86_400)))
        }
      }
      await old.close()
      let new = try ProgramStore.open(path, stream: "auth", migrations: AuthStore.migrations)
      try await new.read { db in
        let rows = try db.people("ada ok", .student, after: SortKey(beginning: .name), limit: 2)
        let row = try #require(rows.first)
        #expect(rows.count == 1 && row.id == PersonID(person) && row.sortName == "okafor ada")
        #expect(row.phone == "+12025550143" && row.visibleTo == .standard && row.version == 3)
        #expect(!row.isVerified && !row.isBlocked && row.erases == nil && !row.isErasing)
        #expect(try db.signUps(after: nil, limit: 2).first?.room?.description == "forbes:101A")
        for (days, isThere) in [(0, true), (13, true), (14, false)] {
          let later = now.advanced(by: .seconds(days * 86_400))
          #expect(try (db.session(tokenHash: hash, now: later) != nil) == isThere, "day \(days)")
        }
        let short = [UInt8](repeating: 8, count: 32)
        #expect(try db.session(tokenHash: short, now: now.advanced(by: .seconds(2 * 86_400))) == nil)
      }
      await new.close()
    }
  }
}

@Suite("What is asked all the time is found by an index")
struct AuthPlanTests {
  @Test(
    "no whole table is read",
    arguments: [
      "SELECT 1 FROM mail_job WHERE due_at <= ?1", "SELECT id FROM person WHERE erases_at <= ?1",
      "SELECT id FROM session WHERE ends_at <= ?1 ORDER BY ends_at",
      "SELECT id FROM api_token WHERE expires_at <= ?1 ORDER BY expires_at",
      "SELECT hash FROM one_time_code WHERE expires_at <= ?1 ORDER BY expires_at",
      "SELECT key FROM sign_in_delay WHERE last_at <= ?1 ORDER BY last_at",
      "SELECT id FROM mail_asked WHERE at <= ?1 ORDER BY at",
      "SELECT count(*) AS count FROM mail_asked WHERE key = ?1 AND at > 5",
      "SELECT id FROM pending_signup WHERE expires_at <= ?1 ORDER BY expires_at",
      "SELECT id FROM email_change WHERE expires_at <= ?1 ORDER BY expires_at",
      "SELECT id FROM audit WHERE at < ?1 ORDER BY at", "DELETE FROM audit WHERE object = ?1",
      "SELECT id FROM audit WHERE actor = ?1 AND (at, id) < (5, 5) ORDER BY at DESC, id DESC",
      "SELECT id FROM invite WHERE expires_at < ?1 ORDER BY expires_at",
      "SELECT first_at FROM known_device WHERE person = ?1", "DELETE FROM one_time_code WHERE object = ?1",
      "DELETE FROM mail_job WHERE object = ?1", "SELECT id FROM session WHERE token_hash = ?1",
    ])
  func plans(sql: String) async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(
        "\(folder)/auth.sqlite", stream: "auth", migrations: AuthStore.migrations)
      let plan = try await store.read { db in
        try db.all("EXPLAIN QUERY PLAN \(sql)", 1) { try $0.text("detail") }
      }
      #expect(!plan.isEmpty)
      #expect(plan.allSatisfy { !$0.hasPrefix("SCAN") && !$0.contains("TEMP B-TREE") }, "\(plan)")
      await store.close()
    }
  }
}
