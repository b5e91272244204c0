import GatewayClient
import Schema
import TestSupport
import Testing

@Suite("The examples of the README work", .timeLimit(.minutes(1)))
struct ReadmeTests {
  @Test("sign in, list, add, listen")
  func example() async throws {
    try await Campus.with { campus in
      _ = try await campus.member("ada")
      let (email, password) = try (
        #require(EmailAddress("ada@hilltop.example")), #require(Password(Campus.password))
      )
      let site = try SiteClient(base: try await campus.site.address)
      let session = try await site.send(Auth.SignIn(email: email, password: password))
      let ada = site.with(token: session.token)
      let tasks = try await ada.send(Roomhub.ListTasks(limit: PageLimit(2)))
      let milk = try await ada.send(
        Roomhub.AddTask(title: TaskTitle("Buy milk")), idempotencyKey: "milk-1")
      #expect(tasks.items.isEmpty)
      #expect(milk.task.title == "Buy milk")
      var lastID: String? = "0.0"
      try await ada.events(after: lastID) { /* open: fetch the lists now */
      } onEvent: { event in
        lastID = event.id
        return event.type != LiveEvent.reset
      }
      #expect(lastID != "0.0")
    }
  }
}
