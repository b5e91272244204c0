import Crypto
import Schema
import ServiceKit
import Store

/// The first administrator of a site. While there is none, each start logs a new setup code; the person who
/// brings it becomes administrator and names the site. Only its hash is stored.
enum Setup {
  /// The page that takes the code.
  static let page = "setup"
  /// The key of the delays after wrong codes.
  static let delay = SignInDelay.key("setup code")

  static func hash(_ code: TypedCode) -> [UInt8] {
    BLAKE2b.hash(parts: [Array("setup code".utf8), Array(code.text.utf8)])
  }

  /// The outcome of a code that somebody sent.
  enum Answer: Sendable {
    case right, wrong
    /// The site has an administrator.
    case done
  }
}

extension AuthService {
  /// Logs a new setup code if the site has no administrator. A failure only costs the code: `quadctl setup`
  /// makes another.
  func logSetupCode(_ context: ServiceContext) async {
    do {
      let code = try await context.store.write { db in try db.hasAdmin() ? nil : try db.newSetupCode() }
      guard let code else { return }
      context.log(
        .warning,
        "no administrator yet: whoever opens \(settings.origin.link(Setup.page, code.text)) becomes one")
    } catch { context.log(.error, "setup code: \(error)") }
  }

  func makeSetupCode(_ request: Auth.MakeSetupCode, _ call: Call) async throws -> EncodedReply<
    Auth.SetupCode
  > {
    let origin = settings.origin
    return try await call.write { db in
      guard try !db.hasAdmin() else { throw Fault(.setupDone) }
      let code = try db.newSetupCode()
      return Auth.SetupCode(code: code, link: origin.link(Setup.page, code.text))
    }
  }

  func setUpSite(_ request: Auth.SetUpSite, _ call: Call) async throws -> EncodedReply<Auth.SiteSetUp> {
    let hash = Setup.hash(request.code)
    switch try await judge(hash, call) {
    case .right: break
    case .wrong: throw Fault(.setupCodeWrong, field: "code")
    // A repeat of the request that set the site up gets `already_done`.
    case .done: return try await call.write { _ in throw Fault(.setupDone) }
    }
    let site = try change(by: request)
    // With the code, an address with an account is no secret: the caller may read all of them in a moment.
    let known = try await call.read { try $0.person(email: request.email.text) }
    return known == nil
      ? try await setUp(site, by: request, hash, call) : try await setUp(site, byKnown: request, hash, call)
  }

  /// Counts the attempt and compares the code in one write, so that concurrent guesses cannot pass together.
  /// - Throws: `slow_down` after too many wrong codes.
  private func judge(_ hash: [UInt8], _ call: Call) async throws -> Setup.Answer {
    try await call.store.write { db in
      guard let current = try db.setupCode() else { return .done }
      let delay = try SignInDelay.reserve(try db.delay(Setup.delay), now: SiteClock.system)
      let isRight = Secrets.equal(current, hash)
      try db.set(isRight ? nil : delay, Setup.delay)
      return isRight ? .right : .wrong
    }
  }

  private func change(by request: Auth.SetUpSite) throws -> SiteChange {
    try SiteChange(
      Auth.ChangeSite(
        name: .set(request.name), zone: .set(request.zone), language: .set(request.language),
        signUp: .set(request.signUp), domains: request.domains))
  }

  private func setUp(
    _ site: SiteChange, by request: Auth.SetUpSite, _ hash: [UInt8], _ call: Call
  ) async throws -> EncodedReply<Auth.SiteSetUp> {
    try refuseCommon(
      request.password, email: request.email.text, firstName: request.firstName.text,
      lastName: request.lastName.text, site: request.name.text)
    let password = try await self.hash(request.password, call)
    var row = PersonRow(
      id: .timed(call.now), email: request.email.text, firstName: request.firstName.text,
      lastName: request.lastName.text, passwordHash: password, signedUp: call.now)
    row.roles.append(.admin)
    let person = row
    return try await call.write { db in
      try db.takeSetupCode(hash)
      guard try db.person(email: person.email) == nil else { throw Fault(.emailTaken, field: "email") }
      try db.begin(person, room: AskedRoom(address: nil, code: nil), call)
      return try db.finishSetup(site, by: person.id, person.roles, isNewAccount: true, call)
    }
  }

  /// Makes an existing account administrator. Its password is checked like at sign-in.
  private func setUp(
    _ site: SiteChange, byKnown request: Auth.SetUpSite, _ hash: [UInt8], _ call: Call
  ) async throws -> EncodedReply<Auth.SiteSetUp> {
    let attempt = try await reserve(request.email.text, deviceHash: nil, call)
    guard try await isRight(request.password, attempt, call), let row = attempt.row else {
      throw Fault(.passwordWrong, field: "password")
    }
    return try await call.write { db in
      guard let current = try db.livingPerson(row.id), current.credentials == row.credentials else {
        throw Fault(.passwordWrong, field: "password")
      }
      guard !current.isBlocked else { throw Fault(.accountBlocked) }
      try db.takeSetupCode(hash)
      try db.succeed(attempt)
      // An administrator whose account is about to be erased would leave the site without one.
      if current.erases != nil { try db.setErases(nil, current.id, call) }
      let roles = SiteRole.allCases.filter { current.roles.contains($0) || $0 == .admin }
      try db.setRoles(roles, of: current.id)
      try db.endSessions(of: current.id, call)
      return try db.finishSetup(site, by: current.id, roles, isNewAccount: false, call)
    }
  }
}

extension Database {
  /// True if any account has the role, whatever its state.
  func hasAdmin() throws -> Bool {
    try one("SELECT 1 FROM person WHERE roles LIKE '%admin%' LIMIT 1") { _ in true } != nil
  }

  /// The hash of the code; nil once the site has an administrator.
  func setupCode() throws -> [UInt8]? {
    try one("SELECT hash FROM setup_code WHERE id = 1") { try $0.blob("hash") }
  }

  /// Replaces the code and forgets the delays after wrong ones.
  func newSetupCode() throws -> TypedCode {
    let code = TypedCode.random()
    try run(
      "INSERT INTO setup_code(id, hash) VALUES (1, ?) ON CONFLICT(id) DO UPDATE SET hash = excluded.hash",
      Setup.hash(code))
    try set(nil, Setup.delay)
    return code
  }

  func deleteSetupCode() throws {
    try run("DELETE FROM setup_code")
    try set(nil, Setup.delay)
  }

  /// Deletes the code, so that of two people who bring it one becomes administrator.
  /// - Throws: `setup_done` if there is none, `setup_code_wrong` if a newer one replaced it.
  fileprivate func takeSetupCode(_ hash: [UInt8]) throws {
    guard let current = try setupCode() else { throw Fault(.setupDone) }
    guard Secrets.equal(current, hash) else { throw Fault(.setupCodeWrong, field: "code") }
    try deleteSetupCode()
  }

  fileprivate func finishSetup(
    _ site: SiteChange, by person: PersonID, _ roles: [SiteRole], isNewAccount: Bool, _ call: Call
  ) throws -> Auth.SiteSetUp {
    // The request comes without a session: the person who becomes administrator is the one who acts.
    try store(site, by: person, call)
    try audit(.rolesSet, of: person.description, SiteRole.text(roles), by: person, call)
    return Auth.SiteSetUp(person: person, isNewAccount: isNewAccount)
  }
}
