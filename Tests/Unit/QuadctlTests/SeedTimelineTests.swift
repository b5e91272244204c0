import FoundationEssentials
import Schema
import SiteCommands
import Terminal
import TestSupport
import Testing

@testable import quadctl

@Suite("Seeds are played in the order of time")
struct SeedTimelineTests {
  /// Two rooms; times in hours so that no zone matters.
  private static let files = [
    "site.json": #"{"format": 1, "name": "X", "demo": {"person": "a", "password": "hilltop-demo-2026"}}"#,
    "dorms.json": #"{"format": 1, "dorms": [{"id": "x", "name": "X Hall"}]}"#,
    "people.json": """
    {"format": 1, "people": [
      {"key": "a", "email": "a@x.example", "firstName": "A", "lastName": "A", "concentration": "C",
       "hometown": "H", "languages": ["English"], "joined": "-90h", "room": {"dorm": "x", "number": "Rm 1"}},
      {"key": "b", "email": "b@x.example", "firstName": "B", "lastName": "B", "concentration": "C",
       "hometown": "H", "languages": ["English"], "joined": "-80h", "room": {"dorm": "x", "number": "2"}}]}
    """,
    "tasks.json": """
    {"format": 1, "tasks": [
      {"room": {"dorm": "x", "number": "1"}, "title": "T", "isImportant": false, "by": "a", "at": "-70h",
       "completedBy": "a", "completedAt": "-10h", "reopenedBy": "a", "reopenedAt": "-5h"},
      {"room": {"dorm": "x", "number": "2"}, "title": "U", "isImportant": true, "by": "b", "at": "-60h",
       "due": "+3d 09:00"}]}
    """,
    "messages.json": """
    {"format": 1, "messages": [{"room": {"dorm": "x", "number": "1"}, "at": "-65h", "text": "M"}]}
    """,
    "courses.json": #"{"format": 1, "courses": []}"#,
    "students.json": #"{"format": 1, "students": []}"#,
    "attendance.json": #"{"format": 1, "spots": [], "attendance": []}"#,
    "aid.json": #"{"format": 1, "aeds": [], "trained": []}"#,
    "school.json": #"{"format": 1}"#, "menus.json": #"{"format": 1}"#,
    "news.json": #"{"format": 1, "sources": [], "announcements": []}"#,
    "clubs.json": #"{"format": 1, "members": []}"#,
    "events.json": """
    {"format": 1, "events": [{"by": "a", "at": "-62h", "title": "E", "when": "+2d 19:00"}]}
    """,
  ]

  @Test("steps come out by time; of a busy room none comes before the one under way has ended")
  func order() async throws {
    try await withSeeds { folder in
      var timeline = try SeedTimeline(try Seeds(folder: folder), now: LocalTime.now)
      let first = timeline.next()
      let second = timeline.next()
      let a = try #require(first)
      let b = try #require(second)
      #expect(a.action == .arrive(person: 0))
      #expect(b.action == .arrive(person: 1))
      #expect(a.room.description == "x:1", "the room as this person typed it is the room")
      #expect(hasNone(&timeline), "both rooms are busy")
      timeline.finished(b)
      let third = timeline.next()
      #expect(third?.action == .addTask(1), "the earliest of a free room")
      #expect(hasNone(&timeline))
      var actions: [SeedStep.Action] = []
      var last = a
      timeline.finished(last)
      while let step = timeline.next() {
        actions.append(step.action)
        #expect(step.at >= last.at)
        last = step
        timeline.finished(step)
      }
      #expect(
        actions == [
          .addTask(0), .post(message: 0), .addEvent(0), .completeTask(0, by: "a"),
          .reopenTask(0, by: "a"),
        ])
    }
  }

  @Test("what has happened cannot lie ahead")
  func future() async throws {
    try await withSeeds(replacing: "tasks.json", "-60h", "+2d 10:00") { folder in
      let seeds = try Seeds(folder: folder)
      let failure = #expect(throws: Failure.self) { try SeedTimeline(seeds, now: LocalTime.now) }
      #expect(failure?.problem.contains("tasks.json: row 2 is in the future") == true)
    }
  }

  @Test(
    "a row that makes no sense is named with its file and member",
    arguments: [
      ("tasks.json", #""title": "U""#, #""title": " ""#, "tasks.1.title: title_blank"),
      ("people.json", "-80h", "80h", "people.1.joined: 80h: enter a time like"),
      ("people.json", "b@x.example", "b", "people.1.email: email_bad"),
      ("dorms.json", #""name": "X Hall""#, #""nom": "X Hall""#, "dorms.0.name: is missing"),
      ("messages.json", #""format": 1"#, #""format": 2"#, "format 2 is not 1"),
      ("events.json", "+2d 19:00", "soon", "events.0.when: soon: enter a time like"),
      ("site.json", "hilltop-demo-2026", "short", "demo.password: password_bad"),
    ])
  func broken(file: String, old: String, new: String, expected: String) async throws {
    try await withSeeds(replacing: file, old, new) { folder in
      let failure = #expect(throws: Failure.self) { try Seeds(folder: folder) }
      #expect(failure?.problem.contains("\(file): \(expected)") == true, "\(failure?.problem ?? "")")
    }
  }

  private func hasNone(_ timeline: inout SeedTimeline) -> Bool { timeline.next() == nil }

  private func withSeeds(
    replacing file: String = "", _ old: String = "", _ new: String = "",
    _ body: (String) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      for (name, text) in Self.files {
        let text = name == file ? replace(old, new, in: text) : text
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
      }
      try await body(folder)
    }
  }

  private func replace(_ old: String, _ new: String, in text: String) -> String {
    guard let range = text.firstRange(of: old) else { return text }
    return String(text[..<range.lowerBound]) + new + text[range.upperBound...]
  }
}
