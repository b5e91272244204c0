import Bus
import Schema
import TestSupport
import Testing

@testable import roomhub

@Suite("Readers hide a message by their votes, and administrators see only what was reported")
struct ReportTests {
  /// Reports as this person.
  @discardableResult
  private func report(
    _ campus: Campus, _ person: TestPerson, _ message: MessageID, _ reason: String? = nil
  ) async throws -> Roomhub.Message {
    let report = Roomhub.ReportMessage(id: message, reason: reason.map { NoteText(checked: $0) })
    return try await campus.ask(report, as: person)
  }

  private func withdraw(_ campus: Campus, _ person: TestPerson, _ message: MessageID) async throws {
    _ = try await campus.ask(Roomhub.WithdrawReport(id: message), as: person)
  }

  private func get(
    _ campus: Campus, _ person: TestPerson, _ message: MessageID
  ) async throws -> Roomhub.Message {
    try await campus.ask(Roomhub.GetMessage(id: message), as: person)
  }

  private func reported(
    _ campus: Campus, _ state: Roomhub.ReportState? = nil
  ) async throws -> [Roomhub.ReportedMessage] {
    try await campus.ask(Roomhub.ListReports(state: state)).items
  }

  /// The actions and objects of the audit log, without who and why.
  private func audit(_ campus: Campus) throws -> [String] {
    let entries = try campus.program.published(Roomhub.Audited.self).map(\.entry)
      .filter { $0.action.rawValue.hasPrefix("message") || $0.action.rawValue.hasPrefix("reports") }
    #expect(entries.allSatisfy { $0.actor == nil && $0.detail == nil })
    return entries.map { "\($0.action.rawValue) \($0.object)" }
  }

  @Test("more than half of the members hide a message", arguments: [(1, 2), (2, 2), (3, 2), (4, 3)])
  func votes(members: Int, needed: Int) async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(members)
      let message = try await campus.post("Whose socks are these?", by: people[0]).id
      for (index, person) in people.enumerated() {
        let shown = try await report(campus, person, message)
        let isHidden = index + 1 >= needed
        #expect(shown.isHidden == isHidden && shown.isReported)
        #expect((shown.text == nil) == isHidden)
      }
      let listed = try await campus.messages(people[0])
      #expect(listed.map(\.id) == [message], "its place stays")
      #expect(listed[0].isHidden == (members >= needed))
    }
  }

  @Test("votes at once hide once")
  func atOnce() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(3)
      let message = try await campus.post("Whose socks are these?", by: people[0]).id
      _ = try await campus.atOnce(people + people) { person in
        try await campus.ask(Roomhub.ReportMessage(id: message), as: person)
      }
      let hidden = try campus.program.published(Roomhub.MessageHidden.self)
      #expect(hidden.map(\.message) == [message] && hidden.map(\.isHidden) == [true])
    }
  }

  @Test("one member has one vote, and whether they used it is theirs alone")
  func oneVote() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(3)
      let message = try await campus.post("Whose socks are these?", by: people[0]).id
      let note = NoteText(checked: "Not nice")
      let answers = try await campus.atOnce([1, 2, 3, 4]) { _ in
        try await campus.ask(Roomhub.ReportMessage(id: message, reason: note), as: people[1])
      }
      #expect(answers.allSatisfy { !$0.isHidden && $0.isReported })
      #expect(try await !get(campus, people[2], message).isReported)
      let found = try await reported(campus)
      #expect(found.map(\.reports) == [1] && found.map(\.reasons) == [["Not nice"]])
    }
  }

  @Test("a report can be withdrawn until the room has decided")
  func withdrawn() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(3)
      let (ben, cem) = (people[1], people[2])
      let message = try await campus.post("Whose socks are these?", by: people[0]).id
      #expect(try await report(campus, ben, message).isReported)
      for _ in 0..<2 { try await withdraw(campus, ben, message) }
      #expect(try await !get(campus, ben, message).isReported)
      #expect(try await reported(campus).isEmpty)
      #expect(await campus.refusal(Roomhub.HideMessage(id: message)) == "not_found")
      #expect(try await !report(campus, cem, message).isHidden, "the one withdrawn does not count")
      #expect(try await report(campus, ben, message).isHidden)
      for person in [ben, cem] { try await withdraw(campus, person, message) }
      #expect(try await get(campus, ben, message).isHidden, "the room has decided")
      #expect(try await campus.ask(Roomhub.ShowMessage(id: message)).reports == 0)
    }
  }

  @Test("votes of former roommates do not count")
  func formerRoommates() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(4)
      let message = try await campus.post("Whose socks are these?", by: people[0]).id
      try await report(campus, people[1], message)
      try await campus.leave(people[1])
      #expect(try await !report(campus, people[2], message).isHidden, "one of three")
      #expect(try await report(campus, people[3], message).isHidden)
    }
  }

  @Test("administrators see what was reported, and nothing of who")
  func administrators() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(3)
      let told = try await campus.post("Reported", by: people[0]).id
      let quiet = try await campus.post("Never reported", by: people[0]).id
      try await report(campus, people[2], told, "A")
      #expect(
        try await reported(campus) == [
          Roomhub.ReportedMessage(
            id: told, dorm: Campus.dorm, number: "101A", hour: Campus.at(), text: "Reported", reports: 1,
            reasons: ["A"], state: .waiting)
        ])
      #expect(try await get(campus, people[0], told).text == "Reported", "one report hides nothing")
      for id in [quiet, .random()] {
        #expect(await campus.refusal(Roomhub.HideMessage(id: id)) == "not_found")
        #expect(await campus.refusal(Roomhub.ShowMessage(id: id)) == "not_found")
        #expect(await campus.refusal(Roomhub.DismissReports(id: id)) == "not_found")
      }
      #expect(try audit(campus).isEmpty)
    }
  }

  @Test("an administrator hides, shows and dismisses once each")
  func decisions() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(3)
      let (ben, cem) = (people[1], people[2])
      let message = try await campus.post("Rude words", by: people[0]).id
      try await report(campus, ben, message, "Rude")
      for _ in 0..<2 { #expect(try await campus.ask(Roomhub.HideMessage(id: message)).state == .hidden) }
      #expect(try await get(campus, cem, message).text == nil)
      #expect(try await reported(campus).isEmpty)
      #expect(try await reported(campus, .hidden).map(\.text) == ["Rude words"])
      #expect(try await campus.ask(Roomhub.DismissReports(id: message)).state == .hidden, "that is decided")
      for _ in 0..<2 { #expect(try await campus.ask(Roomhub.ShowMessage(id: message)).state == .dismissed) }
      let shown = try await get(campus, ben, message)
      #expect(shown.text == "Rude words" && !shown.isReported)
      #expect(try await reported(campus, .dismissed).map(\.reasons) == [["Rude"]])
      try await report(campus, ben, message, "Still rude")
      #expect(try await reported(campus).map(\.reasons) == [["Still rude"]])
      for _ in 0..<2 {
        #expect(try await campus.ask(Roomhub.DismissReports(id: message)).state == .dismissed)
      }
      #expect(
        try audit(campus) == [
          "message_hidden \(message)", "message_shown \(message)", "reports_dismissed \(message)",
        ])
      let told = try campus.program.published(Roomhub.MessageHidden.self)
      #expect(told.map(\.message) == [message, message] && told.map(\.isHidden) == [true, false])
      let bodies = try campus.program.events(from: 1, limit: .max).map {
        String(decoding: $0.body, as: UTF8.self)
      }
      #expect(!bodies.contains { $0.contains("ude") }, "no event holds the text or a reason")
    }
  }

  @Test("the same decision several times at once is one")
  func decidedAtOnce() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(2)
      let message = try await campus.post("Rude words", by: people[0]).id
      try await report(campus, people[0], message)
      let hidden = try await campus.atOnce([1, 2, 3]) { _ in
        try await campus.ask(Roomhub.HideMessage(id: message)).state
      }
      let shown = try await campus.atOnce([1, 2, 3]) { _ in
        try await campus.ask(Roomhub.ShowMessage(id: message)).state
      }
      #expect(hidden == [.hidden, .hidden, .hidden] && shown == [.dismissed, .dismissed, .dismissed])
      #expect(try audit(campus) == ["message_hidden \(message)", "message_shown \(message)"])
    }
  }

  @Test("after a decision only new reports count", arguments: [false, true])
  func afterDecision(_ isShownAfterVote: Bool) async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(3)
      let message = try await campus.post("Whose socks are these?", by: people[0]).id
      try await report(campus, people[0], message)
      if isShownAfterVote {
        #expect(try await report(campus, people[1], message).isHidden)
        _ = try await campus.ask(Roomhub.ShowMessage(id: message))
      } else {
        _ = try await campus.ask(Roomhub.DismissReports(id: message))
      }
      #expect(try await !report(campus, people[2], message).isHidden, "the first vote after it")
      #expect(try await report(campus, people[0], message).isHidden, "the second")
    }
  }

  @Test("a list of reports page after page gives each once, the newest hour first")
  func pages() async throws {
    try await Campus.with { campus in
      let people = try await campus.roommates(2)
      var messages: [MessageID] = []
      for number in 0..<8 {
        try campus.move(hours: number / 3)
        messages.append(try await campus.post("Message \(number)", by: people[number % 2]).id)
      }
      for message in messages { try await report(campus, people[0], message) }
      var found: [Roomhub.ReportedMessage] = []
      var cursor: Cursor?
      repeat {
        let page = try await campus.ask(Roomhub.ListReports(cursor: cursor, limit: PageLimit(checked: 3)))
        found += page.items
        cursor = page.next
      } while cursor != nil
      #expect(found.count == 8 && Set(found.map(\.id)) == Set(messages))
      #expect(found.map(\.hour) == found.map(\.hour).sorted(by: >))
      #expect(await campus.refusal(Roomhub.ListReports(cursor: Cursor("x"))) == "cursor_bad cursor")
      let limit = await campus.refusal(Roomhub.ListReports.self, #"{"limit": 0}"#, as: nil)
      #expect(limit == "page_limit_bad limit")
    }
  }

  @Test("whoever may not report is refused, and so is a bad reason")
  func refused() async throws {
    try await Campus.with { campus in
      let ada = try await campus.roommates(1)[0]
      let eve = try await campus.roommates(1, in: "102")[0]
      let message = try await campus.post("Whose socks are these?", by: ada).id
      for (person, id, expected) in [
        (eve, message, "not_found"), (ada, .random(), "not_found"), (TestPerson(), message, "no_room"),
      ] {
        #expect(await campus.refusal(Roomhub.ReportMessage(id: id), as: person) == expected)
        #expect(await campus.refusal(Roomhub.WithdrawReport(id: id), as: person) == expected)
      }
      for (reason, expected) in [
        (#""\#(String(repeating: "x", count: 301))""#, "too_long reason"), (#"" ""#, "value_blank reason"),
        ("7", "wrong_type reason"),
      ] {
        let body = #"{"id": "\#(message)", "reason": \#(reason)}"#
        #expect(await campus.refusal(Roomhub.ReportMessage.self, body, as: ada) == expected)
      }
      let refusals = [
        await campus.refusal(Roomhub.ListReports(), as: ada),
        await campus.refusal(Roomhub.HideMessage(id: message), as: ada),
        await campus.refusal(Roomhub.ShowMessage(id: message), as: ada),
        await campus.refusal(Roomhub.DismissReports(id: message), as: ada),
      ]
      #expect(refusals == Array(repeating: "not_allowed", count: 4))
    }
  }
}
