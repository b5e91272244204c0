import Bus
import Schema
import ServiceKit
import Store
import TestSupport

@testable import roomhub

/// Roomhub with one dorm, and what people do in it.
struct Campus: Sendable {
  let program: ProgramInProcess<RoomhubService>

  static let dorm = DormID(checked: "forbes")

  /// - Parameter names: the first names that auth knows people by; everybody else is Somebody.
  static func with(
    capacity: Int = 4, names: [PersonID: String] = [:], place: String? = nil,
    _ body: (Campus) async throws -> Void
  ) async throws {
    let profiles = StubbedReply(Auth.ListProfiles.self) { request in
      Auth.Profiles(
        items: request.people.map { person in
          Auth.Profile(
            id: person, firstName: names[person] ?? "Somebody", lastName: "Example", pronouns: nil,
            concentration: nil, hometown: nil, phone: nil, languages: nil, allergies: nil,
            color: nil, picture: nil)
        })
    }
    try await Program.with(RoomhubService.self, answers: [profiles], place: place) { program in
      let campus = Campus(program: program)
      try await campus.define(capacity: capacity)
      try await body(campus)
    }
  }

  func define(_ dorm: DormID = Campus.dorm, _ name: String = "Forbes Hall", capacity: Int) async throws {
    _ = try await ask(
      Roomhub.DefineDorm(id: dorm, name: DormName(checked: name), roomCapacity: capacity))
  }

  func ask<R: Request>(_ request: R, as person: TestPerson? = nil, key: String? = nil) async throws -> R.Reply
  {
    try await program.ask(request, as: person, key: key)
  }

  /// The code and the fields that a request is refused with; nil if it is not.
  func refusal<R: Request>(_ request: R, as person: TestPerson? = nil) async -> String? {
    await outcome { try await program.ask(request, as: person) }.refusal
  }

  /// The same for a body that need not match the request's declaration.
  func refusal<R: Request>(_ type: R.Type, _ body: String, as person: TestPerson?) async -> String? {
    await outcome { try await program.ask(type, body: Array(body.utf8), as: person) }.refusal
  }

  @discardableResult
  func join(
    _ person: TestPerson, _ number: String? = "101A", dorm: DormID? = Campus.dorm, code: JoinCode? = nil
  ) async throws -> Roomhub.JoinState {
    let join = Roomhub.JoinRoom(
      dorm: number == nil ? nil : dorm, number: number.map { RoomNumber(checked: $0) }, code: code)
    return try await ask(join, as: person).state
  }

  func code(_ member: TestPerson) async throws -> JoinCode {
    try await ask(Roomhub.GetJoinCode(), as: member).code
  }

  /// New people: the first opens the room, the others enter with its code.
  func roommates(_ count: Int, in number: String = "101A") async throws -> [TestPerson] {
    let people = (0..<count).map { _ in TestPerson() }
    try await moveIn(people, number)
    return people
  }

  func moveIn(_ people: [TestPerson], _ number: String = "101A") async throws {
    guard let first = people.first else { return }
    try await join(first, number)
    let code = try await code(first)
    for person in people.dropFirst() { try await join(person, nil, code: code) }
  }

  func room(_ person: TestPerson) async throws -> Roomhub.OwnRoom {
    try await ask(Roomhub.GetRoom(), as: person)
  }

  func leave(_ person: TestPerson) async throws {
    _ = try await ask(Roomhub.LeaveRoom(), as: person)
  }

  /// The ids of the requests that wait in this person's room, oldest first.
  func waiting(_ person: TestPerson) async throws -> [Roomhub.WaitingPerson] {
    try await ask(Roomhub.ListJoinRequests(), as: person).items
  }

  func add(
    _ title: String = "Buy milk", isImportant: Bool? = nil, due: Instant? = nil, by person: TestPerson
  ) async throws -> Roomhub.RoommateTask {
    try await ask(
      Roomhub.AddTask(title: TaskTitle(checked: title), isImportant: isImportant, due: due), as: person
    ).task
  }

  func post(_ text: String, by person: TestPerson) async throws -> Roomhub.PostedMessage {
    try await ask(Roomhub.PostMessage(text: MessageText(checked: text)), as: person)
  }

  func messages(_ person: TestPerson) async throws -> [Roomhub.Message] {
    try await ask(Roomhub.ListMessages(limit: PageLimit(checked: 100)), as: person).items
  }

  /// Moves the clock to a time after the start.
  func move(hours: Int = 0, minutes: Int = 0, days: Int = 0) throws {
    try program.move(to: Campus.at(hours: hours + 24 * days, minutes: minutes))
  }

  static func at(hours: Int = 0, minutes: Int = 0) -> Instant {
    Program.start.advanced(by: .seconds(hours * 3600 + minutes * 60))
  }

  /// Runs the background work that is due.
  func work() async throws {
    var check = ChainCheck()
    try await Upkeep(context: program.context).step(&check)
  }

  func count(_ table: String) async throws -> Int {
    try await program.context.store.read { try $0.count("SELECT count(*) AS count FROM \(table)") }
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
