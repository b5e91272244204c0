import Schema
import ServiceKit
import Store

/// Email addresses: change, verification and confirmation.
extension AuthService {
  /// With mail, the reply is the same for a free and a taken address; only the mail to it differs.
  func changeEmail(_ request: Auth.ChangeEmail, _ call: Call) async throws -> EncodedReply<Auth.ChangedEmail>
  {
    guard try await site(call).signUp.takes(request.email) else {
      throw Fault(.emailDomainRefused, field: "email")
    }
    let (row, attempt) = try await recheck(request.password, call)
    do { return try await changeEmail(of: row, to: request, attempt, call) } catch {
      try await call.store.write { try $0.succeed(attempt) }
      throw error
    }
  }

  private func changeEmail(
    of row: PersonRow, to request: Auth.ChangeEmail, _ attempt: PasswordAttempt, _ call: Call
  ) async throws -> EncodedReply<Auth.ChangedEmail> {
    let (sendsMail, email) = (sendsMail, request.email.text)
    return try await call.write { db in
      let now = SiteClock.system
      guard let row = try db.livingPerson(row.id), row.credentials == attempt.row?.credentials else {
        throw Fault(.passwordWrong)
      }
      try db.succeed(attempt)
      guard email != row.email else { return Auth.ChangedEmail(state: .changed) }
      guard sendsMail else {
        guard try db.person(email: email) == nil else { throw Fault(.emailTaken, field: "email") }
        try db.change(row, to: email, verified: nil, call)
        return Auth.ChangedEmail(state: .changed)
      }
      guard try db.countMail(.change, to: row.id.description, now: now),
        try db.countMail(.change, to: email, now: now)
      else { throw Fault(.slowDown, retryAfterMs: MailQuota.span.milliseconds) }
      try db.deleteEmailChanges(of: row.id)
      let change = EmailChange(
        id: .random(), person: row.id, old: row.email, new: email, isChanged: false,
        language: request.language)
      try db.insert(change, expires: now.advanced(by: OneTimeRow.mailLifetime))
      try db.queue(.change, change.id, in: request.language, now: now)
      return Auth.ChangedEmail(state: .checkMail)
    }
  }

  func verifyEmail(_ request: Auth.VerifyEmail, _ call: Call) async throws -> EncodedReply<Auth.Accepted> {
    guard sendsMail else { throw Fault(.mailOff) }
    let person = try call.person
    return try await call.write { db in
      let now = SiteClock.system
      guard let row = try db.livingPerson(person) else { throw Fault(.signInRequired) }
      guard !row.isVerified else { return Auth.Accepted() }
      guard try db.countMail(.verify, to: row.email, now: now) else {
        throw Fault(.slowDown, retryAfterMs: MailQuota.span.milliseconds)
      }
      try db.queue(.verify, person.raw, in: request.language, now: now)
      return Auth.Accepted()
    }
  }

  func confirmEmail(_ request: Auth.ConfirmEmail, _ call: Call) async throws -> EncodedReply<
    Auth.ConfirmedEmail
  > {
    guard let hash = OneTimeSecret.hash(request.code) else { throw Fault(.codeWrong, field: "code") }
    return try await call.write { db in
      let now = SiteClock.system
      guard let code = try db.takeCode(hash, now: now),
        let confirmed = try db.confirm(code, now: now, call)
      else { throw Fault(.codeWrong, field: "code") }
      return confirmed
    }
  }
}

extension Database {
  /// Gives the account this address. Links and codes sent to the old address stop working.
  fileprivate func change(_ row: PersonRow, to email: String, verified: Instant?, _ call: Call) throws {
    try setEmail(email, verified: verified, of: row)
    for kind in [OneTimeRow.Kind.reset, .verify] { try deleteCodes(of: row.id.raw, kind) }
    try set(nil, SignInDelay.key(row.email))
    try publishProfile(row, call)
  }

  /// Nil if the object of the code no longer exists.
  fileprivate func confirm(_ code: OneTimeRow, now: Instant, _ call: Call) throws -> Auth.ConfirmedEmail? {
    switch code.kind {
    case .reset, .hand: return nil
    case .signUp:
      guard let pending = try pendingSignUp(code.object, now: now) else { return nil }
      return try finish(pending, call)
    case .verify:
      guard let row = try livingPerson(PersonID(code.object)) else { return nil }
      try setVerified(row.id, at: now)
      try deleteCodes(of: row.id.raw, .verify)
      // A course may wait for the address to be confirmed.
      try publishProfile(row, call)
      return Auth.ConfirmedEmail(person: row.id, email: row.email, isNewAccount: false)
    case .change:
      guard let change = try emailChange(code.object, now: now), !change.isChanged,
        let row = try livingPerson(change.person)
      else { return nil }
      guard try person(email: change.new) == nil else { throw Fault(.emailTaken) }
      try self.change(row, to: change.new, verified: now, call)
      try deleteCodes(of: change.id)
      // The row stays until the mail to the old address is sent, and outlives all its retries.
      try setChanged(
        change.id, at: now, expires: now.advanced(by: MailJob.maxLifetime * 2))
      try queue(.changed, change.id, in: change.language, now: now)
      return Auth.ConfirmedEmail(person: row.id, email: change.new, isNewAccount: false)
    }
  }

  private func finish(_ pending: PendingSignUp, _ call: Call) throws -> Auth.ConfirmedEmail {
    guard try person(email: pending.email) == nil else { throw Fault(.emailTaken) }
    let row = PersonRow(
      id: .timed(call.now), email: pending.email, isVerified: true, firstName: pending.firstName,
      lastName: pending.lastName, passwordHash: pending.passwordHash, signedUp: call.now)
    try begin(row, room: pending.room, call)
    for other in try pendingSignUps(of: pending.email) where other.id != pending.id { try drop(other) }
    // The use of the invitation is not returned.
    try deleteCodes(of: pending.id)
    try run("DELETE FROM mail_job WHERE object = ?", pending.id)
    try run("DELETE FROM pending_signup WHERE id = ?", pending.id)
    return Auth.ConfirmedEmail(person: row.id, email: row.email, isNewAccount: true)
  }
}
