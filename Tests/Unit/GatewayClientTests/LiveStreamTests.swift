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

  @Test(
    "an id that nobody ever had gets a reset too", arguments: ["9223372036854775807", "-9223372036854775808"])
  func madeUp(position: String) async throws {
    try await Campus.with { campus in
      let ada = try await campus.member("ada")
      var start = ""
      try await ada.events(after: "0.0") { event in
        start = event.id.split(separator: ".").first.map(String.init) ?? ""
        return false
      }
      var types: [String] = []
      try await ada.events(after: "\(start).\(position)") { event in
        types.append(event.type)
        return false
      }
      #expect(types == [LiveEvent.reset])
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
