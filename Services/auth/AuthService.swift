import Bus
import Crypto
import Schema
import ServiceKit
import Store

/// Accounts, sign-in sessions and profiles of a site.
struct AuthService: Service {
  static let program = ProgramName.auth
  static let migrations = AuthStore.migrations

  /// A session ends this long after its start, whatever happens.
  static let sessionLifetime = Duration.seconds(90 * 24 * 3600)
  /// `lastSeen` is kept to this precision: a session in use costs a write an hour, not one a request.
  static let seenPrecision = Duration.seconds(3600)

  let hasher: PasswordHasher
  let signingKey: SigningKey
  let isSignUpOpen: Bool

  init(_ setup: ServiceSetup) throws {
    guard let text = setup.keys.own.signing, let seed = Base64URL.decode(text),
      let key = SigningKey(seed: seed)
    else {
      throw SettingError(
        name: "QUAD_KEYS", problem: "auth.key holds no signing seed; make keys with `quad keygen`")
    }
    signingKey = key
    hasher = try PasswordHasher()
    switch setup.settings.text("QUAD_SIGNUP") ?? "off" {
    case "open": isSignUpOpen = true
    case "off": isSignUpOpen = false
    case let other: throw SettingError(name: "QUAD_SIGNUP", problem: "\(other) is not open or off")
    }
  }

  func register(in handlers: inout Handlers) {
    handlers.on(Auth.SignUp.self, signUp)
    handlers.on(Auth.SignIn.self, signIn)
    handlers.on(Auth.SignOut.self, signOut)
    handlers.on(Auth.Me.self, me)
    handlers.on(Auth.UpdateMe.self, updateMe)
    handlers.on(Auth.ListSessions.self, listSessions)
    handlers.on(Auth.RevokeSession.self, revokeSession)
    handlers.on(Auth.ResolveSession.self, resolveSession)
    handlers.on(Auth.ListProfiles.self, listProfiles)
    handlers.tellsSnapshot { db in
      try db.signUps(limit: 1_000_000).map { try OutboxEvent.snapshot(of: $0, to: .programs) }
    }
  }

  /// Forgets expired sessions, a few at a time.
  func run(_ context: ServiceContext) async throws {
    while !Task.isCancelled {
      try await Task.sleep(for: .seconds(600))
      let now = SiteClock.system
      var deleted = 500
      while deleted == 500 {
        deleted = try await context.store.write { try $0.deleteExpiredSessions(now: now, limit: 500) }
      }
    }
  }
}
