import Bus
import Schema
import ServiceKit
import Store
import TestSupport

@testable import events

/// Events with two people who share a room, and a third who does not, each through requests.
struct Circle: Sendable {
  let program: ProgramInProcess<EventsService>
  let ada = TestPerson()
  let ben = TestPerson()
  let eve = TestPerson()
  let room = RoomID.random()

  static func with(_ body: (Circle) async throws -> Void) async throws {
    try await Program.with(EventsService.self) { program in
      let circle = Circle(program: program)
      for person in [circle.ada, circle.ben] {
        try await program.receive(Roomhub.MemberJoined(room: circle.room, person: person.id), from: .roomhub)
      }
      try await program.receive(Roomhub.MemberJoined(room: .random(), person: circle.eve.id), from: .roomhub)
      try await body(circle)
    }
  }

  func ask<R: Request>(_ request: R, as person: TestPerson?, key: String? = nil) async throws -> R.Reply {
    try await program.ask(request, as: person, key: key)
  }

  /// The code and the fields that a request is refused with; nil if it is not.
  func refusal<R: Request>(_ request: R, as person: TestPerson?) async -> String? {
    await outcome { try await program.ask(request, as: person) }.refusal
  }

  /// The same for a body that need not match the request's declaration.
  func refusal<R: Request>(_ type: R.Type, _ body: String, as person: TestPerson?) async -> String? {
    await outcome { try await program.ask(type, body: Array(body.utf8), as: person) }.refusal
  }

  /// An event of Ada. No leads at all are no reminder.
  func add(
    _ title: String = "Dinner", when: EventTime = Circle.time(days: 10), minutes: Int? = nil,
    recurrence: String? = nil, leads: [Int]? = nil, visibility: Events.Visibility? = nil,
    by person: TestPerson? = nil
  ) async throws -> Events.CalendarEvent {
    let add = Events.AddEvent(
      title: EventTitle(checked: title), when: when, minutes: minutes.map { EventMinutes(checked: $0) },
      recurrence: recurrence.map { RecurrenceText(checked: $0) },
      leads: leads.map { Circle.leads($0) } ?? .keep, visibility: visibility)
    return try await ask(add, as: person ?? ada).event
  }

  func get(_ event: EventID, as person: TestPerson? = nil) async throws -> Events.CalendarEvent {
    try await ask(Events.GetEvent(id: event), as: person ?? ada)
  }

  func delete(_ event: EventID) async throws {
    _ = try await ask(Events.DeleteEvent(id: event), as: ada)
  }

  func titles(_ state: Events.ListState? = nil, as person: TestPerson? = nil) async throws -> [String] {
    try await ask(Events.ListEvents(state: state), as: person ?? ada).items.map(\.title)
  }

  func move(days: Int, minutes: Int = 0) throws {
    try program.move(to: Circle.instant(days: days, minutes: minutes))
  }

  /// Runs the background work that is due.
  func work() async throws { try await EventUpkeep(context: program.context).step() }

  func count(_ table: String) async throws -> Int64 {
    try await program.context.store.read {
      try $0.one("SELECT count(*) AS count FROM \(table)", map: { try $0.int("count") }) ?? 0
    }
  }

  static func leads(_ minutes: [Int]) -> Patch<LeadTimes> {
    minutes.isEmpty ? .clear : .set(LeadTimes(checked: minutes.map { LeadTime(checked: $0) }))
  }

  static func instant(days: Int, minutes: Int = 0) -> Instant {
    Program.start.advanced(by: .seconds(days * 86_400 + minutes * 60))
  }

  /// A time so far from the start on the clocks of UTC.
  static func time(days: Int, minutes: Int = 0) -> EventTime {
    let text = instant(days: days, minutes: minutes).description
    return EventTime(
      date: CivilDate(String(text.prefix(10))) ?? .sample,
      time: TimeOfDay(String(text.dropFirst(11).prefix(8))), zone: ZoneName(checked: "Etc/UTC"))
  }

  /// Runs a call for each of these side by side, and returns the results in no order.
  func atOnce<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ call: @escaping @Sendable (Item) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: Result.self) { group in
      for item in items { group.addTask { try await call(item) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
