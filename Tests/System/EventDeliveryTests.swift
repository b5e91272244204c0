import Bus
import FoundationEssentials
import Schema
import TestSupport
import Testing

/// auth tells of sign-ups, roomhub makes the memberships: whatever happens in between.
@Suite("Each event counts once, whatever happens between its commit and its handler", .serialized)
struct EventDeliveryTests {
  @Test("a sign-up while roomhub is down is applied when it is back")
  func consumerWasDown() async throws {
    try await Site.with([.auth, .roomhub]) { site in
      try await site.defineForbes()
      try await site.stop(.roomhub)
      let people = try await signUp(site, rooms: 1...4)
      try await site.start(.roomhub)
      try await site.waitForRoomhub()
      #expect(try Memberships(site).isExactly(people))
    }
  }

  @Test(
    "a program killed again and again while events arrive applies each of them once",
    .enabled(if: !PostgresServer.isAsked, "it writes past the program"))
  func consumerIsKilled() async throws {
    var chance = Chance()
    report("roomhub is killed while it replays (QUAD_TEST_SEED=\(chance.seed))")
    try await Site.with([.auth, .roomhub]) { site in
      try await site.defineForbes()
      for program in [ProgramName.roomhub, .auth] { try await site.stop(program) }
      let (kills, each) = (isLongRun ? 20 : 5, 1000)
      var (people, published, partial) = ([PersonID](), 0, 0)
      for kill in 0..<kills {
        // On a busy machine roomhub may finish before it is killed: then there is more to do.
        if try members(site) >= published {
          if kill > 0 { try await site.stop(.auth) }
          people += try EventsInFile(site, .auth)
            .publishSignUps(rooms: (published + 1)...(published + kills * each))
          published += kills * each
          try await site.start(.auth)
        }
        // Killed once it has got to a random place within the next thousand.
        let place = Int64(kill * each + Int.random(in: 1..<each, using: &chance))
        try await site.start(.roomhub)
        try await waitUntil("\(place) members") { try members(site) >= place }  // poll
        try await site.kill(.roomhub)
        if try members(site) < published { partial += 1 }
        people += try await signUp(site, rooms: (500_000 + kill)...(500_000 + kill))
      }
      #expect(partial > 0, "no kill came while it was at work: it shows nothing")
      try await site.start(.roomhub)
      try await site.waitForRoomhub()
      #expect(try Memberships(site).isExactly(people))
    }
  }

  @Test(
    "after a new epoch roomhub takes a snapshot, doubles nothing and goes on",
    .enabled(if: !PostgresServer.isAsked, "it writes past the program"),
    arguments: [true, false])
  func newEpoch(_ roomhubRuns: Bool) async throws {
    try await Site.with([.auth, .roomhub]) { site in
      try await site.defineForbes()
      var people = try await signUp(site, rooms: 1...2)
      try await site.waitForRoomhub()
      if !roomhubRuns {
        try await site.stop(.roomhub)
        // Told in the old epoch, which nobody can replay any more.
        people += try await signUp(site, rooms: 3...3)
      }
      try await site.stop(.auth)
      try EventsInFile(site, .auth).startNewEpoch()
      try await site.start(.auth)
      if !roomhubRuns { try await site.start(.roomhub) }
      try await waitForEpoch(site)
      people += try await signUp(site, rooms: 4...4)
      try await site.waitForRoomhub()
      #expect(try Memberships(site).isExactly(people))
      #expect(site.program(.roomhub)?.errorsSoFar.contains("fetching a snapshot of auth") == true)
    }
  }

  @Test(
    "events that are no longer kept are made up for by a snapshot",
    .enabled(if: !PostgresServer.isAsked, "it writes past the program"))
  func pruned() async throws {
    try await Site.with([.auth, .roomhub]) { site in
      try await site.defineForbes()
      var people = try await signUp(site, rooms: 1...1)
      try await site.waitForRoomhub()
      try await site.stop(.roomhub)
      people += try await signUp(site, rooms: 2...3)
      try await site.stop(.auth)
      try EventsInFile(site, .auth).forgetAll()
      for program in [ProgramName.auth, .roomhub] { try await site.start(program) }
      try await site.waitForRoomhub()
      people += try await signUp(site, rooms: 4...4)
      try await site.waitForRoomhub()
      #expect(try Memberships(site).isExactly(people))
      #expect(site.program(.roomhub)?.errorsSoFar.contains("fetching a snapshot of auth") == true)
    }
  }

  @Test(
    "an event that can not be applied is put aside after 5 tries, and the stream goes on",
    .enabled(if: !PostgresServer.isAsked, "it writes past the program"))
  func poison() async throws {
    try await Site.with([.auth, .roomhub]) { site in
      try await site.defineForbes()
      try await site.stop(.auth)
      let people = try poisoned(site)
      try await site.start(.auth)
      try await site.waitForRoomhub(within: .seconds(30))
      let made = try Memberships(site)
      #expect(made.isExactly(people))
      #expect(made.deadLetters == ["2 \(Auth.SignedUp.topic) 5 waiting"])
    }
  }

  /// A good event, one whose body is no JSON, a good one.
  private func poisoned(_ site: Site) throws -> [PersonID] {
    let events = try EventsInFile(site, .auth)
    var people = try events.publishSignUps(rooms: 1...1)
    try events.publish(Auth.SignedUp.topic, Array("not JSON".utf8))
    people += try events.publishSignUps(rooms: 2...2)
    return people
  }

  private func signUp(_ site: Site, rooms: ClosedRange<Int>) async throws -> [PersonID] {
    var people: [PersonID] = []
    for room in rooms {
      let request = try Resident.request("room\(room)", room: try .forbes(room))
      people.append(try #require(try await site.operator.call(request).person))
    }
    return people
  }

  private func members(_ site: Site) throws -> Int64 {
    try SQLiteFile(of: .roomhub, on: site).number("SELECT count(*) FROM member")
  }

  /// Waits until roomhub counts in auth's epoch.
  private func waitForEpoch(_ site: Site) async throws {
    try await waitUntil("roomhub counts in the new epoch", within: .seconds(20)) {
      let ours = try SQLiteFile(of: .auth, on: site).texts("SELECT hex(epoch) FROM stream")
      return try SQLiteFile(of: .roomhub, on: site).texts("SELECT hex(epoch) FROM cursor") == ours
    }
  }
}
