import Schema
import ServiceKit
import Store

/// Password changes, and resets without the old password.
extension AuthService {
  func changePassword(_ request: Auth.ChangePassword, _ call: Call) async throws -> EncodedReply<Empty> {
    let identity = try call.signedIn
    let (row, attempt) = try await recheck(request.current, call)
    let hash: String
    do {
      try await refuseCommon(request.password, of: row, call)
      hash = try await self.hash(request.password, call)
    } catch {
      // The current password was right, so a fault in the new one does not count as a guess.
      try await call.store.write { try $0.succeed(attempt) }
      throw error
    }
    return try await call.write { db in
      guard try db.livingPerson(row.id)?.credentials == row.credentials else { throw Fault(.passwordWrong) }
      try db.succeed(attempt)
      try db.setPassword(hash, of: row.id)
      try db.deleteCodes(of: row.id.raw, .reset)
      try db.deleteCodes(of: row.id.raw, .hand)
      try db.endSessions(of: row.id, except: identity.session, call)
      return Empty()
    }
  }

  /// The reply is the same, and the work nearly so, for addresses with and without an account. After too many
  /// requests the reply stays the same and no mail is sent.
  func forgotPassword(_ request: Auth.ForgotPassword, _ call: Call) async throws -> EncodedReply<
    Auth.Accepted
  > {
    guard sendsMail else { throw Fault(.mailOff) }
    let email = request.email.text
    return try await call.write { db in
      let now = SiteClock.system
      try db.requireMailRoom()
      let isWanted = try db.countMail(.reset, to: email, now: now)
      if let row = try db.person(email: email), !row.isErasing, isWanted {
        try db.queue(.reset, row.id.raw, in: request.language, now: now)
      }
      return Auth.Accepted()
    }
  }

  func resetPassword(_ request: Auth.ResetPassword, _ call: Call) async throws -> EncodedReply<Empty> {
    guard let code = OneTimeSecret.hash(request.code) else { throw Fault(.codeWrong, field: "code") }
    // Argon2id runs only for a caller who holds a valid code.
    let row = try await call.read { db in try db.resettable(code) }
    guard let row else { throw Fault(.codeWrong, field: "code") }
    try await refuseCommon(request.password, of: row, call)
    let hash = try await hash(request.password, call)
    return try await call.write { db in
      let now = SiteClock.system
      guard let row = try db.resettable(code), let taken = try db.takeCode(code, now: now) else {
        throw Fault(.codeWrong, field: "code")
      }
      try db.setPassword(hash, of: row.id)
      // A person who follows a mailed link can read the mail of that address.
      if taken.kind == .reset { try db.setVerified(row.id, at: now) }
      try db.deleteCodes(of: row.id.raw, .reset)
      try db.deleteCodes(of: row.id.raw, .hand)
      try db.set(nil, SignInDelay.key(row.email))
      try db.forgetDevices(of: row.id)
      try db.endAllAccess(of: row.id, call)
      return Empty()
    }
  }

  private func refuseCommon(_ password: Password, of row: PersonRow, _ call: Call) async throws {
    try refuseCommon(
      password, email: row.email, firstName: row.firstName, lastName: row.lastName,
      site: try await site(call).name)
  }
}

extension Database {
  /// The person whose password this code may set.
  fileprivate func resettable(_ code: [UInt8]) throws -> PersonRow? {
    guard let row = try self.code(code, now: SiteClock.system), row.kind == .reset || row.kind == .hand else {
      return nil
    }
    return try livingPerson(PersonID(row.object))
  }
}
