import Crypto
import Schema
import ServiceKit
import Store

/// Sign-up and profiles.
extension AuthService {
  func signUp(_ request: Auth.SignUp, _ call: Call) async throws -> Auth.SignedUpAccount {
    guard isSignUpOpen || call.isSeeded else { throw Fault(.signUpClosed) }
    let hash = try await hash(request.password)
    let profile = Auth.OwnProfile(
      id: .timed(call.now), email: request.email.text, isEmailVerified: false,
      firstName: request.firstName.text, lastName: request.lastName.text, pronouns: nil,
      concentration: nil, hometown: nil, phone: nil, languages: nil, allergies: nil,
      visibleTo: .standard, roles: [.student], erases: nil, version: 1)
    let session = request.signIn == true ? NewSession(of: profile.id) : nil
    return try await call.write { db in
      guard try db.person(email: request.email) == nil else { throw Fault(.emailTaken, field: "email") }
      try db.insert(PersonRow(profile: profile, passwordHash: hash), room: request.room, now: call.now)
      if let session { try db.insert(session.row, tokenHash: session.token.hash) }
      try db.tell(
        Auth.SignedUp(
          person: profile.id, firstName: profile.firstName, lastName: profile.lastName,
          room: request.room, roomCode: request.roomCode),
        to: .programs, call)
      return Auth.SignedUpAccount(
        state: .created, person: profile.id, token: session?.token.text, session: session?.row.id,
        deviceToken: nil)
    }
  }

  func me(_ request: Auth.Me, _ call: Call) async throws -> Auth.OwnProfile {
    let person = try call.person
    return try await call.read { db in
      guard let row = try db.person(person) else { throw Fault(.signInRequired) }
      return row.profile
    }
  }

  func updateMe(_ request: Auth.UpdateMe, _ call: Call) async throws -> Auth.OwnProfile {
    let person = try call.person
    if request.firstName == .clear { throw Fault(.nameBlank, field: "firstName") }
    if request.lastName == .clear { throw Fault(.nameBlank, field: "lastName") }
    return try await call.write { db in
      guard let old = try db.person(person)?.profile else { throw Fault(.signInRequired) }
      let new = old.applying(request)
      guard try db.update(new, from: request.version) else { throw Fault(.changedElsewhere) }
      try db.tell(
        Auth.ProfileChanged(person: person, firstName: new.firstName, lastName: new.lastName),
        to: .people([person]), call)
      return new
    }
  }

  func listProfiles(_ request: Auth.ListProfiles, _ call: Call) async throws -> Auth.Profiles {
    let people = request.people.prefix(100)
    return try await call.read { db in
      var items: [Auth.Profile] = []
      for id in people {
        guard let profile = try db.person(id)?.profile else { continue }
        items.append(
          Auth.Profile(
            id: profile.id, firstName: profile.firstName, lastName: profile.lastName,
            pronouns: profile.pronouns,
            concentration: profile.concentration, hometown: profile.hometown, phone: nil, languages: nil,
            allergies: nil))
      }
      return Auth.Profiles(items: items)
    }
  }

  /// Argon2id on its own threads; a full queue is an honest "try again".
  func hash(_ password: Password) async throws -> String {
    do { return try await hasher.hash(password.secret) } catch CryptoError.busy {
      throw Fault(.busy, retryAfterMs: 1000)
    }
  }
}

extension Auth.OwnProfile {
  fileprivate func applying(_ request: Auth.UpdateMe) -> Auth.OwnProfile {
    Auth.OwnProfile(
      id: id, email: email, isEmailVerified: isEmailVerified,
      firstName: request.firstName.text ?? firstName, lastName: request.lastName.text ?? lastName,
      pronouns: request.pronouns.map(\.text).applied(to: pronouns),
      concentration: request.concentration.map(\.text).applied(to: concentration),
      hometown: request.hometown.map(\.text).applied(to: hometown),
      phone: request.phone.map(\.text).applied(to: phone), languages: languages, allergies: allergies,
      visibleTo: visibleTo, roles: roles, erases: erases, version: version + 1)
  }
}

extension Patch where Value: LimitedText {
  fileprivate var text: String? {
    if case .set(let value) = self { value.text } else { nil }
  }
}
