import FoundationEssentials
import GatewayClient
import Schema
import Testing

@Suite("The live stream over the typed client", .timeLimit(.minutes(1)))
struct LiveStreamTests {
  @Test("what happens while it is open arrives, and what was missed comes after its id")
  func resume() async throws {
    try await Campus.with { campus in
      let ada = try await campus.member("ada")
      var heard: [LiveEvent] = []
      try await ada.events {
        await noThrow { try await ada.send(Roomhub.AddTask(title: TaskTitle("one"))) }
      } onEvent: { event in
        heard.append(event)
        return event.type != Roomhub.TaskAdded.topic
      }
      let first = try #require(heard.last)
      #expect(try title(first) == "one")

      let two = try await ada.send(Roomhub.AddTask(title: try TaskTitle("two")))
      _ = try await ada.send(Roomhub.CompleteTask(id: two.task.id))
      var missed: [LiveEvent] = []
      try await ada.events(after: first.id) { event in
        missed.append(event)
        return missed.count < 2
      }
      #expect(missed.map(\.type) == [Roomhub.TaskAdded.topic, Roomhub.TaskCompleted.topic])
      #expect(try title(try #require(missed.first)) == "two")
    }
  }

  @Test("an unknown id gets a reset")
  func reset() async throws {
    try await Campus.with { campus in
      let ada = try await campus.member("ada")
      var types: [String] = []
      try await ada.events(after: "1.1") { event in
        types.append(event.type)
        return false
      }
      #expect(types == [LiveEvent.reset])
    }
  }

  @Test("an id of which anything was changed gets a reset too")
  func madeUp() async throws {
    try await Campus.with { campus in
      let ada = try await campus.member("ada")
      var id = ""
      try await ada.events(after: "1.1") { event in
        id = event.id
        return false
      }
      var isHeard = false
      try await ada.events(after: id) {
        await noThrow { try await ada.send(Roomhub.AddTask(title: TaskTitle("one"))) }
      } onEvent: { event in
        #expect(event.type != LiveEvent.reset, "its own id is good")
        isHeard = true
        return event.type != Roomhub.TaskAdded.topic
      }
      #expect(isHeard)
      let (front, back) = (id.prefix(id.count / 2), id.dropFirst(id.count / 2))
      let other = back.first == "A" ? "B" : "A"
      for wrong in ["\(front)\(other)\(back.dropFirst())", "\(front)", "\(id)\(id)"] {
        var types: [String] = []
        try await ada.events(after: wrong) { event in
          types.append(event.type)
          return false
        }
        #expect(types == [LiveEvent.reset], "\(wrong)")
      }
    }
  }

  @Test("it ends with the session, and is refused after that")
  func end() async throws {
    try await Campus.with { campus in
      let ada = try await campus.person("ada")
      var heard = 0
      try await ada.events {
        await noThrow { try await ada.send(Auth.SignOut()) }
      } onEvent: { _ in
        heard += 1
        return true
      }
      #expect(heard == 0)
      let refused = try await fault { try await ada.events { _ in true } }
      #expect(refused.code == "signin_required")
    }
  }

  nonisolated(nonsending) private func noThrow<Reply>(
    _ body: nonisolated(nonsending) () async throws -> Reply
  ) async {
    do { _ = try await body() } catch { Issue.record(error) }
  }

  private func title(_ event: LiveEvent) throws -> String {
    try JSONDecoder().decode(Roomhub.TaskAdded.self, from: Data(event.data)).task.title
  }
}
