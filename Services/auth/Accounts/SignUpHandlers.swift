import Crypto
import Schema
import ServiceKit
import Store

/// Sign-up. On a site that sends mail, the account begins when the mailed link is followed. The reply, its
/// duration and the stored rows are the same for a new and a known address.
extension AuthService {
  /// The lifetime of a pending sign-up.
  static let signUpLifetime = Duration.seconds(24 * 3600)

  func signUp(_ request: Auth.SignUp, _ call: Call) async throws -> EncodedReply<Auth.SignedUpAccount> {
    // The seed loader creates the people of a site that is being set up.
    guard !call.isSeeded else { return try await signUpAtOnce(request, nil, call) }
    let site = try await site(call)
    guard site.signUp != .off else { throw Fault(.signUpClosed) }
    guard site.signUp.takes(request.email) else { throw Fault(.emailDomainRefused, field: "email") }
    let invite = site.signUp == .invite ? try await invite(of: request, call) : nil
    try refuseCommon(
      request.password, email: request.email.text, firstName: request.firstName.text,
      lastName: request.lastName.text, site: site.name)
    return sendsMail
      ? try await signUpByMail(request, invite, call) : try await signUpAtOnce(request, invite, call)
  }

  /// The invitation that the request names, for a site that requires one.
  private func invite(of request: Auth.SignUp, _ call: Call) async throws -> InviteID {
    guard let code = request.invite else { throw Fault(.inviteNeeded, field: "invite") }
    guard let invite = try await call.read({ try $0.invite(code, now: call.now) }) else {
      throw Fault(.inviteWrong, field: "invite")
    }
    return invite.id
  }

  private func signUpAtOnce(
    _ request: Auth.SignUp, _ invite: InviteID?, _ call: Call
  ) async throws -> EncodedReply<Auth.SignedUpAccount> {
    let hash = try await hash(request.password, call)
    let row = PersonRow(
      id: .timed(call.now), email: request.email.text, firstName: request.firstName.text,
      lastName: request.lastName.text, passwordHash: hash, signedUp: call.now)
    let session = request.signIn == true ? NewSession(of: row, on: request.device) : nil
    let device = session.map { _ in Token.random() }
    return try await call.write { db in
      guard try db.person(email: row.email) == nil else { throw Fault(.emailTaken, field: "email") }
      if let invite, try !db.useInvite(invite) { throw Fault(.inviteWrong, field: "invite") }
      try db.begin(row, room: AskedRoom(address: request.room, code: request.roomCode), call)
      if let session { try db.insert(session.row, tokenHash: session.token.hash, call) }
      if let device { try db.insertDevice(tokenHash: device.hash, of: row.id, now: SiteClock.system) }
      return Auth.SignedUpAccount(
        state: .created, person: row.id, token: session?.token.text, session: session?.row.id,
        deviceToken: device.map { DeviceToken(checked: $0.text) }, expires: session?.row.expires)
    }
  }

  /// The account is looked up when the mail is sent, not here.
  private func signUpByMail(
    _ request: Auth.SignUp, _ invite: InviteID?, _ call: Call
  ) async throws -> EncodedReply<Auth.SignedUpAccount> {
    let hash = try await hash(request.password, call)
    return try await call.write { db in
      let now = SiteClock.system
      let email = request.email.text
      if try db.countMail(.signUp, to: email, now: now) {
        if let invite, try !db.takeInvite(invite, from: email), try !db.useInvite(invite) {
          throw Fault(.inviteWrong, field: "invite")
        }
        let pending = PendingSignUp(
          id: .random(), email: email, passwordHash: hash, firstName: request.firstName.text,
          lastName: request.lastName.text,
          room: AskedRoom(address: request.room, code: request.roomCode), invite: invite,
          expires: now.advanced(by: AuthService.signUpLifetime))
        try db.insert(pending)
        try db.queue(.signUp, pending.id, in: request.language, now: now)
      }
      return Auth.SignedUpAccount(
        state: .checkMail, person: nil, token: nil, session: nil, deviceToken: nil)
    }
  }

  func refuseCommon(
    _ password: Password, email: String, firstName: String, lastName: String, site: String
  ) throws(Fault) {
    let words = CommonPasswords.words(
      email: email, firstName: firstName, lastName: lastName, site: site)
    guard !CommonPasswords.contains(password, words: words) else {
      throw Fault(.passwordCommon, field: "password")
    }
  }
}

extension Database {
  /// Stores a new account and publishes it.
  func begin(_ row: PersonRow, room: AskedRoom, _ call: Call) throws {
    try insert(row, room: room)
    try publish(
      Auth.SignedUp(
        person: row.id, firstName: row.firstName, lastName: row.lastName, room: room.address,
        roomCode: room.code),
      to: .programs, call)
  }
}
