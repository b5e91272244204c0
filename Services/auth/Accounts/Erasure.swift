import Bus
import Schema
import ServiceKit
import Store

/// Erases people whose week is over: first in all other programs, then in auth. A program that the site does
/// not run still has their data; it is owed the erasure until it runs again.
struct Erasure: Sendable {
  let context: ServiceContext
  let list: ErasureFile
  let apps: SiteApps

  /// The polling interval: an erasure begins at most this long after it is due.
  static let look = Duration.milliseconds(500)
  /// The pause before a retry, for example when a program did not answer.
  static let retry = Duration.seconds(5)
  static let maxConcurrent = 20

  func run() async throws {
    while !Task.isCancelled {
      var wait = Erasure.look
      do {
        for person in try await due() where try await !erase(person) { wait = Erasure.retry }
        for erasure in Catalogue.erasures where apps.run(erasure.program) {
          if try await !settle(erasure) { wait = Erasure.retry }
        }
      } catch is CancellationError { return } catch {
        context.log(.error, "erasure: \(error)")
        wait = Erasure.retry
      }
      try await Task.sleep(for: SiteClock.untilBeat(wait))
    }
  }

  private func due() async throws -> [PersonID] {
    let now = context.clock.now
    return try await context.store.read { db in
      try db.peopleToErase(now: now, limit: Erasure.maxConcurrent)
    }
  }

  /// False if the erasure must be retried.
  private func erase(_ person: PersonID) async throws -> Bool {
    let call = context.ownCall()
    // From here on the erasure cannot be undone: other programs may have deleted the person already.
    guard try await context.store.write({ try $0.beginErasing(person, call) }) else { return true }
    // A restore of a backup from before erases the person again. Nothing is erased before that is certain.
    try list.note(.erasing, person, at: SiteClock.system)
    for erasure in Catalogue.erasures where apps.run(erasure.program) {
      guard try await ask(erasure, about: person) else { return false }
    }
    try await call.finishErasing(person, on: apps)
    return true
  }

  /// Erases people from a program that was not run when their turn came. False if it must be retried.
  private func settle(_ erasure: any PersonErasure.Type) async throws -> Bool {
    let program = erasure.program
    let people = try await context.store.read { db in
      try db.erasuresOwed(to: program, limit: Erasure.maxConcurrent)
    }
    for person in people {
      guard try await ask(erasure, about: person) else { return false }
      let call = context.ownCall()
      // The program's stream may have named the person again before: its copies elsewhere go by the event.
      try await context.store.write { db in
        try db.settleErasure(of: person, in: program)
        try db.publish(Auth.PersonErased(person: person), to: .programs, call)
      }
    }
    return true
  }

  /// False if the program did not erase the person.
  private func ask(_ type: any PersonErasure.Type, about person: PersonID) async throws -> Bool {
    do { try await send(type, about: person) } catch {
      if Task.isCancelled { throw CancellationError() }
      context.log(.warning, "erasing \(person): \(error); trying again")
      return false
    }
    return true
  }

  private func send<Request: PersonErasure>(_ type: Request.Type, about person: PersonID) async throws {
    _ = try await context.bus.call(Request(person: person))
  }
}

extension AuthService {
  /// Adds the lines that a stop between a change and its line has left out.
  func completeDeletions(_ store: ProgramStore) async throws {
    let listed = deletions.people(.leaving)
    let (leaving, staying) = try await store.read { db in
      (try db.peopleLeaving(), try listed.filter { try db.isStaying($0) })
    }
    for person in leaving { try deletions.note(.leaving, person, at: SiteClock.system) }
    for person in staying { try deletions.note(.staying, person, at: SiteClock.system) }
  }
}

extension Call {
  /// Erases a person from auth. The event goes out in any case: another program may still hold something. It
  /// may be gone from the stream before a program that is not run comes back, so that one is owed a request.
  func finishErasing(_ person: PersonID, on apps: SiteApps) async throws {
    try await store.write { db in
      for erasure in Catalogue.erasures where !apps.run(erasure.program) {
        try db.oweErasure(of: person, in: erasure.program)
      }
      if let row = try db.person(person) { try db.erase(person, from: row.personalTables, self) }
      try db.publish(Auth.PersonErased(person: person), to: .programs, self)
    }
  }

  /// Lets people leave whose deletion a restored store does not know. Their week begins again.
  func leaveAgain(_ people: [PersonID]) async throws {
    for person in people {
      try await store.write { db in
        guard let row = try db.livingPerson(person), row.erases == nil else { return }
        try db.setErases(now.advanced(by: AuthService.undeleteTime), person, self)
        try db.endAllAccess(of: person, self)
      }
    }
  }
}

extension Database {
  /// True for a person with an account that is not going to be erased.
  fileprivate func isStaying(_ person: PersonID) throws -> Bool {
    guard let row = try livingPerson(person) else { return false }
    return row.erases == nil
  }

  /// Everyone whose account is going to be erased.
  fileprivate func peopleLeaving() throws -> [PersonID] {
    try all("SELECT id FROM person WHERE erases_at IS NOT NULL") { PersonID(try $0.id("id")) }
  }

  fileprivate func peopleToErase(now: Instant, limit: Int) throws -> [PersonID] {
    try all("SELECT id FROM person WHERE erases_at <= ? ORDER BY erases_at LIMIT ?", now, limit) {
      PersonID(try $0.id("id"))
    }
  }

  fileprivate func oweErasure(of person: PersonID, in program: ProgramName) throws {
    try run(
      "INSERT INTO erasure_owed(program, person) VALUES (?, ?) ON CONFLICT(program, person) DO NOTHING",
      program.text, person.raw)
  }

  fileprivate func erasuresOwed(to program: ProgramName, limit: Int) throws -> [PersonID] {
    try all("SELECT person FROM erasure_owed WHERE program = ? LIMIT ?", program.text, limit) {
      PersonID(try $0.id("person"))
    }
  }

  fileprivate func settleErasure(of person: PersonID, in program: ProgramName) throws {
    try run("DELETE FROM erasure_owed WHERE program = ? AND person = ?", program.text, person.raw)
  }

  /// False if the account was restored in the meantime.
  fileprivate func beginErasing(_ person: PersonID, _ call: Call) throws -> Bool {
    guard
      try change(
        "UPDATE person SET is_erasing = 1 WHERE id = ? AND erases_at <= ?", person.raw, call.now) == 1
    else { return false }
    try endAllAccess(of: person, call)
    try publishProfile(of: person, call)
    return true
  }
}

extension PersonRow {
  /// Everything that auth stores about a person. The audit log keeps only the id.
  var personalTables: [PersonalTable] {
    [
      PersonalTable("session", "person", exported: ["sessions"]) { db, person, call in
        try db.endSessions(of: person, call)
        return false
      },
      PersonalTable("api_token", "person", exported: ["tokens"]) { db, person, call in
        try db.endTokens(of: person, call)
        return false
      },
      PersonalTable("pending_signup", "email") { db, _, _ in
        for pending in try db.pendingSignUps(of: email) { try db.drop(pending) }
        return false
      },
      PersonalTable("email_change", "person") { db, person, _ in
        let changes = try db.all("SELECT id FROM email_change WHERE person = ? LIMIT 1000", person.raw) {
          try $0.id("id")
        }
        for change in changes { try db.deleteEmailChange(change) }
        return false
      },
      .deleted("one_time_code", key: "hash", of: "object"),
      .deleted("mail_job", key: "id", of: "object"),
      .deleted("known_device", key: "token_hash", exported: ["devices"]),
      PersonalTable("audit", "actor", "object") { db, person, _ in
        try db.run("UPDATE audit SET detail = NULL WHERE object = ?", person.description)
        return false
      },
      PersonalTable("sign_in_delay", "key") { db, _, _ in
        try db.set(nil, SignInDelay.key(email))
        return false
      },
      PersonalTable("mail_asked", "key") { db, person, _ in
        for kind in [MailJob.Kind.signUp, .reset, .verify, .change] {
          for name in [email, person.description] {
            try db.run("DELETE FROM mail_asked WHERE key = ?", MailQuota.key(kind, name))
          }
        }
        return false
      },
      .deleted("person", key: "id", of: "id", exported: ["account", "signedUp"]),
    ]
  }
}
