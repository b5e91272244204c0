import Crypto
import Schema
import ServiceKit
import Store

/// Password checks, and the sessions that begin with one. They use the system clock even under a test clock.
extension AuthService {
  /// An unknown address and a wrong password get the same reply, after the same work.
  func signIn(_ request: Auth.SignIn, _ call: Call) async throws -> EncodedReply<Auth.SignedIn> {
    let deviceHash = request.deviceToken.flatMap { Token(text: $0.text) }?.hash
    let attempt = try await reserve(request.email.text, deviceHash: deviceHash, call)
    guard try await isRight(request.password, attempt, call), let row = attempt.row else {
      throw Fault(.badCredentials)
    }
    do { try await admit(row, to: request.room, call) } catch {
      // The password was right, so any other fault does not count as a guess.
      try await call.store.write { try $0.succeed(attempt) }
      throw error
    }
    let rehashed = try await rehashed(request.password, of: row, call)
    let device = attempt.device == nil ? Token.random() : nil
    return try await call.write { db in
      guard let current = try db.livingPerson(row.id), current.credentials == row.credentials else {
        throw Fault(.badCredentials)
      }
      if let rehashed { try db.setRehashed(rehashed, of: row.id, credentials: row.credentials) }
      try db.succeed(attempt)
      if let device { try db.insertDevice(tokenHash: device.hash, of: row.id, now: SiteClock.system) }
      let session = NewSession(of: current, on: request.device)
      try db.insert(session.row, tokenHash: session.token.hash, call)
      // The first sign-in of an account needs no alert.
      if device != nil, current.lastSeen != nil {
        try db.publish(session.alert(at: call.now), to: .programs, call)
      }
      return Auth.SignedIn(
        person: row.id, session: session.row.id, token: session.token.text, expires: session.row.expires,
        deviceToken: device.map { DeviceToken(checked: $0.text) })
    }
  }

  /// The checks after a right password: the account is not blocked, and is in the room if one is named.
  private func admit(_ row: PersonRow, to room: RoomAddress?, _ call: Call) async throws {
    guard !row.isBlocked else { throw Fault(.accountBlocked) }
    guard let room else { return }
    let check = Roomhub.CheckMembership(person: row.id, room: room)
    guard try await call.ask(check).isMember else { throw Fault(.notInRoom) }
  }

  /// Counts the attempt before the password is checked, so that concurrent guesses cannot pass together.
  /// - Throws: `slow_down` while the account waits, unless the request comes from a device of its person.
  func reserve(_ email: String, deviceHash: [UInt8]?, _ call: Call) async throws -> PasswordAttempt {
    let key = SignInDelay.key(email)
    return try await call.store.write { db in
      let found = try db.person(email: email)
      let row = found.flatMap { $0.isErasing ? nil : $0 }
      let device = try deviceHash.flatMap { hash in
        try row.flatMap { try db.device(tokenHash: hash, of: $0.id) }
      }
      if let device, device.skipsDelay {
        try db.countFailure(device, by: 1)
        return PasswordAttempt(row: row, key: key, device: device)
      }
      try db.set(try SignInDelay.reserve(try db.delay(key), now: SiteClock.system), key)
      return PasswordAttempt(row: row, key: key, device: device)
    }
  }

  /// Checks the password of a signed-in person again, before a change that an open laptop must not allow.
  /// Guesses count like those at sign-in; the write that follows calls `succeed`.
  func recheck(_ password: Password, _ call: Call) async throws -> (row: PersonRow, attempt: PasswordAttempt)
  {
    let person = try call.person
    let attempt = try await call.store.write { db in
      guard let row = try db.livingPerson(person) else { throw Fault(.signInRequired) }
      let key = SignInDelay.key(row.email)
      try db.set(try SignInDelay.reserve(try db.delay(key), now: SiteClock.system), key)
      return PasswordAttempt(row: row, key: key, device: nil)
    }
    guard try await isRight(password, attempt, call), let row = attempt.row else {
      throw Fault(.passwordWrong)
    }
    return (row, attempt)
  }

  func isRight(_ password: Password, _ attempt: PasswordAttempt, _ call: Call) async throws -> Bool {
    do { return try await verify(password, against: attempt.row?.passwordHash, call) } catch {
      // The password was not checked.
      try await call.store.write { try $0.takeBack(attempt) }
      throw error
    }
  }

  /// A hash of today's cost if the stored one has another; nil also without time for it, which is for a later
  /// sign-in.
  private func rehashed(_ password: Password, of row: PersonRow, _ call: Call) async throws -> String? {
    guard hasher.needsRehash(row.passwordHash) else { return nil }
    do { return try await hash(password, call) } catch let fault as Fault
      where fault.code == FaultCode.busy.code
    {
      return nil
    }
  }
}

/// A password check in progress.
struct PasswordAttempt: Sendable {
  /// Nil for an address without an account.
  let row: PersonRow?
  let key: [UInt8]
  /// The person's device that sent the request. A device that failed too often waits like an unknown one.
  let device: DeviceRow?
}

extension Database {
  /// Records that the password was right. A device that did not wait leaves the count of other guesses as is.
  func succeed(_ attempt: PasswordAttempt) throws {
    if let device = attempt.device { try use(device, now: SiteClock.system) }
    if !(attempt.device?.skipsDelay ?? false) { try set(nil, attempt.key) }
  }

  /// Undoes the count of an attempt whose password was not checked.
  fileprivate func takeBack(_ attempt: PasswordAttempt) throws {
    if let device = attempt.device, device.skipsDelay { return try countFailure(device, by: -1) }
    try set(try delay(attempt.key)?.withoutLast, attempt.key)
  }
}

extension NewSession {
  /// An alert to the person about a sign-in on a device they had not used before.
  fileprivate func alert(at now: Instant) -> Alerts.AlertPlanned {
    Alerts.AlertPlanned(
      key: Alerts.AlertKey(program: .auth, object: AlertObjectID(row.id.raw), lead: .atTheTime),
      person: row.person, at: now, until: now.advanced(by: .seconds(24 * 3600)),
      text: Alerts.AlertText(
        .newSignIn, row.device.map { [Alerts.AlertValue(name: "device", text: $0)] } ?? []),
      importance: .high, because: Alerts.AlertReasons(checked: [Alerts.AlertReason(.ownSignIn)]),
      recurrence: nil)
  }
}

/// A session about to start. Its token is shown once; only the hash is stored.
struct NewSession: Sendable {
  let row: SessionRow
  let token = Token.random()

  init(of person: PersonRow, on device: DeviceName?) {
    let now = SiteClock.system
    let term = SessionTerm.of(person.roles)
    row = SessionRow(
      id: .timed(now), person: person.id, device: device?.text, started: now, lastSeen: now,
      expires: now.advanced(by: term.maxLifetime), idle: term.idle)
  }
}
