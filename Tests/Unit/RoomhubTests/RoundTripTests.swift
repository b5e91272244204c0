import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import roomhub

@Suite("Round trips to a server")
struct RoundTripTests {
  /// The times that each of two calls waited for PostgreSQL, once its statements were prepared.
  private func trips(
    _ campus: Campus, _ call: (Int) async throws -> Void
  ) async throws -> Int {
    try await call(0)
    let before = campus.program.context.store.counters.roundTrips
    for number in 1...2 { try await call(number) }
    return campus.program.context.store.counters.roundTrips - before
  }

  @Test("a change of a task waits once for all it asks, and once for its commit")
  func tasks() async throws {
    try await Campus.with(place: try PostgresServer.newPlace()) { campus in
      let ada = try await campus.roommates(1)[0]
      let added = try await trips(campus) {
        _ = try await campus.ask(
          Roomhub.AddTask(title: TaskTitle(checked: "Task \($0)")), as: ada, key: "\(RawUUID.random())")
      }
      #expect(added == 4)
      let tasks = try await campus.ask(Roomhub.ListTasks(), as: ada).items.map(\.id)
      let completed = try await trips(campus) {
        _ = try await campus.ask(Roomhub.CompleteTask(id: tasks[$0]), as: ada, key: "\(RawUUID.random())")
      }
      #expect(completed == 4)
      let reopened = try await trips(campus) {
        _ = try await campus.ask(Roomhub.ReopenTask(id: tasks[$0]), as: ada, key: "\(RawUUID.random())")
      }
      #expect(reopened == 4)
      let deleted = try await trips(campus) {
        _ = try await campus.ask(Roomhub.DeleteTask(id: tasks[$0]), as: ada, key: "\(RawUUID.random())")
      }
      #expect(deleted == 4)
      let restored = try await trips(campus) {
        _ = try await campus.ask(
          Roomhub.RestoreTask(id: tasks[$0]), as: ada, key: "\(RawUUID.random())")
      }
      #expect(restored == 4)
    }
  }
}
