import Schema
import Testing

@Suite("A site runs the apps that its operator lists")
struct SiteAppsTests {
  @Test(
    "a list names apps with commas between them, and no list stands for everything",
    arguments: [
      (nil, ["aid", "courses", "events", "room", "school"]),
      ("room, events, courses", ["courses", "events", "room"]),
      ("events", ["events"]), (" courses ,room", ["courses", "room"]),
    ] as [(String?, [String])])
  func list(text: String?, names: [String]) throws {
    #expect(try SiteApps(listed: text).sorted.map(\.rawValue) == names)
  }

  @Test(
    "any other list is refused with what is wrong, where to correct it and what is allowed",
    arguments: [
      ("", "lists no app"), (" , ", "lists no app"), ("dining", "lists dining, which is not an app"),
      ("Room", "lists Room, which is not an app"), ("room, room", "lists room twice"),
      ("room,", "has a comma too many"),
    ])
  func refused(text: String, what: String) {
    let problem = #expect(throws: SiteApps.Problem.self) { try SiteApps(listed: text) }
    #expect(
      problem?.description
        == "\(what). Correct it in site.conf or .env; allowed are room, events, school, courses, aid")
  }

  @Test(
    "a program runs if its app is listed; auth, notifier and gateway always do",
    arguments: [
      ("room", ["auth", "media-fetcher", "roomhub", "notifier", "gateway"]),
      ("events", ["auth", "media-fetcher", "events", "notifier", "gateway"]),
      ("courses", ["auth", "media-fetcher", "attendance", "notifier", "gateway"]),
      ("school", ["auth", "media-fetcher", "campus", "notifier", "gateway"]),
      ("aid", ["auth", "media-fetcher", "guide", "notifier", "gateway"]),
      ("courses, events", ["auth", "media-fetcher", "attendance", "events", "notifier", "gateway"]),
    ])
  func programs(text: String, names: [String]) throws {
    let apps = try SiteApps(listed: text)
    #expect(apps.rows.map(\.name.text) == names)
    #expect(apps.programs.map(\.text) == names.filter { $0 != "gateway" })
    let owners = Set(apps.requests.map { $0.program.text })
    #expect(owners == Set(names).subtracting(["gateway"]))
    #expect(Set(apps.exports.map { $0.program.text }) == owners)
    #expect(apps.events.allSatisfy { owners.contains($0.program.text) || $0.topic.hasPrefix("alert.") })
    #expect(apps.run(.operator) && apps.run(ProgramName("echo")), "not of the catalogue")
  }

  @Test("every app is known and has a program of its own")
  func full() {
    #expect(App.allCases.map(\.rawValue) == ["room", "events", "school", "courses", "aid"])
    let programs = App.allCases.map { $0.programs.map(\.text) }
    #expect(programs == [["roomhub"], ["events"], ["campus"], ["attendance"], ["guide"]])
  }
}
