import GatewayClient
import Schema
import TestSupport
import Testing

@Suite("Accounts over the typed client")
struct AccountTests {
  @Test("sign up, sign in, look, change, sign out")
  func life() async throws {
    try await Campus.with { campus in
      let account = try await campus.anybody.send(try Campus.signUp("ada"), idempotencyKey: "signup-1")
      let signedIn = try await campus.anybody.send(try Campus.signIn("ada"))
      #expect(signedIn.person == account.person)
      #expect(signedIn.session != account.session)
      let ada = campus.anybody.with(token: signedIn.token)
      let me = try await ada.send(Auth.Me())
      #expect(me.email == "ada@hilltop.example")
      #expect(me.firstName == "ada")

      let set = Auth.UpdateMe(
        version: me.version, pronouns: .set(try ProfileText("she/her")),
        hometown: .set(try ProfileText("Enugu")), phone: .set(try #require(PhoneNumber("+1 202 555 0143"))))
      let profile = try await ada.send(set)
      #expect(profile.pronouns == "she/her")
      #expect(profile.phone == "+12025550143")
      let cleared = try await ada.send(Auth.UpdateMe(version: profile.version, hometown: .clear))
      #expect(cleared.hometown == nil)
      #expect(cleared.pronouns == "she/her")
      for version in [1, 0, Int64.min, .max] {
        let stale = try await fault { try await ada.send(Auth.UpdateMe(version: version, hometown: .clear)) }
        #expect(stale.code == "changed_elsewhere")
        #expect(stale.kind == .failedPrecondition)
      }

      #expect(try await ada.send(Auth.SignOut()) == Auth.SignedOut())
      // The gateway lets a session go when it hears of its end.
      try await waitUntil("the token is refused") {
        do { _ = try await ada.send(Auth.Me()) } catch ClientError.refused(let gone) {
          return gone.code == "signin_required"
        }
        return false
      }
    }
  }

  @Test("an export is one JSON document of the person who asks, and nobody else's")
  func export() async throws {
    try await Campus.with { campus in
      let ada = try await campus.person("ada")
      let text = String(decoding: try await ada.export(), as: UTF8.self)
      #expect(text.hasPrefix(#"{"format":"quad-person","version":1,"#))
      #expect(text.contains(#""email":"ada@hilltop.example""#))
      let refused = await #expect(throws: ClientError.self) { try await campus.anybody.export() }
      guard case .refused(let fault)? = refused else { throw TestFailure("\(String(describing: refused))") }
      #expect(fault.kind == .unauthenticated)
    }
  }

  @Test("sessions are listed page by page, and one is ended by its id")
  func sessions() async throws {
    try await Campus.with { campus in
      let ada = try await campus.person("ada")
      let phone = try await campus.anybody.send(try Campus.signIn("ada"))
      let newest = try await ada.send(Auth.ListSessions(limit: PageLimit(1)))
      #expect(newest.items.map(\.id) == [phone.session])
      let rest = try await ada.send(Auth.ListSessions(cursor: newest.next))
      #expect(rest.items.map(\.isCurrent) == [true])
      #expect(rest.next == nil)
      #expect(try await ada.send(Auth.RevokeSession(id: phone.session)) == Empty())
      let again = try await fault { try await ada.send(Auth.RevokeSession(id: phone.session)) }
      #expect(again.kind == .notFound)
      #expect(try await ada.send(Auth.ListSessions()).items.count == 1)
    }
  }

  @Test("a fault carries kind, code, field and whether the request took effect")
  func faults() async throws {
    try await Campus.with { campus in
      _ = try await campus.anybody.send(try Campus.signUp("ada"), idempotencyKey: "signup-1")
      let secret = try await fault {
        try await campus.anybody.send(try Campus.signUp("ada"), idempotencyKey: "signup-1")
      }
      #expect(secret.code == "already_done")
      #expect(secret.kind == .failedPrecondition)
      let taken = try await fault { try await campus.anybody.send(try Campus.signUp("ada")) }
      #expect(taken.kind == .alreadyExists)
      #expect(taken.fields?.map(\.field) == ["email"])
      #expect(taken.processed == .no)
      let wrong = try await fault {
        try await campus.anybody.send(try Campus.signIn("ada", password: "not the password"))
      }
      #expect(wrong.code == "bad_credentials")
      #expect(wrong.kind == .unauthenticated)
      let key = try await fault {
        try await campus.anybody.send(try Campus.signUp("ben"), idempotencyKey: "two words")
      }
      #expect(key.code == "idempotency_key_bad")
      #expect(key.kind == .invalidArgument)
    }
  }

  @Test("a program that is down is named, with the time to wait")
  func down() async throws {
    try await Campus.with { campus in
      let ada = try await campus.person("ada")
      try await campus.site.kill(.roomhub)
      let down = try await fault { try await ada.send(Roomhub.GetRoom()) }
      #expect(down.kind == .unavailable)
      #expect(down.service == "roomhub")
      #expect(try #require(down.retryAfterMs) >= 1000)
    }
  }

  @Test("without a site there is no way, and a request without a route has none either")
  func unreachable() async throws {
    try await Campus.with { campus in
      let ada = try await campus.person("ada")
      try await campus.site.stop(.gateway)
      for _ in 1...2 {
        await #expect { try await ada.send(Auth.Me()) } throws: { error in
          if case ClientError.unreachable = error { true } else { false }
        }
      }
      await #expect(
        throws: ClientError.unreachable("auth.profile.list has no place in the HTTP API")
      ) { try await ada.send(Auth.ListProfiles(people: [])) }
    }
  }
}
