import Schema
import Testing
import TestSupport

@testable import campus

@Suite("Everybody joins and leaves activities, and administrators change them")
struct ActivityTests {
  private func add(_ name: String, meets: [Campus.RegularMeeting]? = nil) throws -> Campus.AddActivity {
    Campus.AddActivity(name: try Campus.ActivityName(name), meets: meets)
  }

  private func code(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch { return (error as? Fault)?.code ?? "\(error)" }
  }

  @Test("a person joins once, is counted, and leaves")
  func members() async throws {
    try await CampusProgram.with { campus in
      let (ruth, ada, bob) = (TestPerson([.admin]), TestPerson(), TestPerson())
      let chess = try await campus.program.ask(try add("Chess"), as: ruth)
      for _ in 1...2 {
        let joined = try await campus.program.ask(Campus.JoinActivity(id: chess.id), as: ada)
        #expect(joined.isMember && joined.members == 1)
      }
      _ = try await campus.program.ask(Campus.JoinActivity(id: chess.id), as: bob)
      let seen = try await campus.program.ask(Campus.ListActivities(), as: ruth).items
      #expect(seen.map(\.members) == [2] && seen.map(\.isMember) == [false])
      for _ in 1...2 { _ = try await campus.program.ask(Campus.LeaveActivity(id: chess.id), as: ada) }
      let export = try await campus.program.ask(Campus.ExportPerson(), as: bob)
      #expect(export.activities.map(\.name.text) == ["Chess"])
      _ = try await campus.program.ask(Campus.ErasePerson(person: bob.id), from: .auth)
      let left = try await campus.program.ask(Campus.GetActivity(id: chess.id), as: ada)
      #expect(left.members == 0 && !left.isMember)
      #expect(
        try campus.program.published(Campus.MembershipChanged.self).map(\.isMember) == [true, true, false])
    }
  }

  @Test("members stay through a change, and go with the activity")
  func change() async throws {
    try await CampusProgram.with { campus in
      let ruth = TestPerson([.admin])
      let chess = try await campus.program.ask(try add("Chess"), as: ruth)
      _ = try await campus.program.ask(try add("Go"), as: ruth)
      _ = try await campus.program.ask(Campus.JoinActivity(id: chess.id), as: ruth)
      let changed = try await campus.program.ask(
        Campus.ChangeActivity(id: chess.id, version: 1, place: .set(try Campus.ActivityVenue("Library"))),
        as: ruth)
      #expect(changed.version == 2 && changed.members == 1 && changed.isMember)
      #expect(
        await code {
          _ = try await campus.program.ask(
            Campus.ChangeActivity(id: chess.id, name: try Campus.ActivityName("Go")), as: ruth)
        } == "activity_name_taken")
      #expect(
        await code {
          _ = try await campus.program.ask(Campus.ChangeActivity(id: chess.id, version: 1), as: ruth)
        } == "changed_elsewhere")
      for _ in 1...2 { _ = try await campus.program.ask(Campus.DeleteActivity(id: chess.id), as: ruth) }
      #expect(
        await code { _ = try await campus.program.ask(Campus.JoinActivity(id: chess.id), as: ruth) }
          == "not_found")
      #expect(try await campus.program.ask(Campus.ExportPerson(), as: ruth).activities == [])
    }
  }

  @Test("a meeting that cannot be is refused")
  func meetings() async throws {
    try await CampusProgram.with { campus in
      let ruth = TestPerson([.admin])
      let hour = Campus.MeetingMinutes(checked: 60)
      let lunch = Campus.RegularMeeting(at: .lunch, minutes: hour)
      for (meets, expected) in [
        ([Campus.RegularMeeting(at: .fixed, minutes: hour)], "meeting_bad"),
        ([Campus.RegularMeeting(dayType: .random(), at: .lunch, minutes: hour)], "day_type_unknown"),
        (Array(repeating: lunch, count: 11), "too_many_meetings"), ([lunch], nil),
      ] {
        #expect(
          await code { _ = try await campus.program.ask(try add("Chess", meets: meets), as: ruth) }
            == expected)
      }
    }
  }

  @Test("a person is in at most 30 activities")
  func limit() async throws {
    try await CampusProgram.with { campus in
      let (ruth, ada) = (TestPerson([.admin]), TestPerson())
      var last: ActivityID?
      for number in 1...Campus.maxMemberships {
        let activity = try await campus.program.ask(try add("A\(number)"), as: ruth)
        _ = try await campus.program.ask(Campus.JoinActivity(id: activity.id), as: ada)
        last = activity.id
      }
      let more = try await campus.program.ask(try add("More"), as: ruth)
      #expect(
        await code { _ = try await campus.program.ask(Campus.JoinActivity(id: more.id), as: ada) }
          == "too_many_memberships")
      let again = try #require(last)
      #expect(try await campus.program.ask(Campus.JoinActivity(id: again), as: ada).isMember)
    }
  }
}
