import Schema
import Terminal

/// Dorms and rooms.
enum AdminCampus {
  private static let kind = "room"
  /// The number of people a room of a new dorm holds unless an option sets it.
  private static let usualCapacity = 2

  @Sendable package static func define(_ visit: any SiteVisit) async throws {
    let words = visit.arguments.words
    guard words.count >= 2 else { throw UsageError("missing ID or NAME, such as forbes Forbes Hall") }
    let id = try Typed.dorm(words[0], "id")
    let name: DormName = try Typed.value(words.dropFirst().joined(separator: " "), "name")
    var capacity = try visit.number("capacity")
    if capacity == nil { capacity = try await present(id, visit)?.roomCapacity }
    let dorm = try await visit.send(
      Roomhub.DefineDorm(id: id, name: name, roomCapacity: capacity ?? usualCapacity))
    try await visit.show(dorm) {
      Output.say("\(dorm.id) is \(Plain.line(dorm.name)), \(dorm.roomCapacity) people per room")
    }
  }

  private static func present(_ id: DormID, _ visit: any SiteVisit) async throws -> Roomhub.Dorm? {
    var cursor: Cursor?
    for _ in 0..<Directory.maxPages {
      let page = try await visit.send(Roomhub.ListDorms(cursor: cursor, limit: Paging.standard))
      if let dorm = page.items.first(where: { $0.id == id }) { return dorm }
      cursor = page.next
      if cursor == nil { break }
    }
    return nil
  }

  @Sendable package static func remove(_ visit: any SiteVisit) async throws {
    let id = try Typed.dorm(try visit.arguments.exactly("ID")[0], "id")
    let reply = try await visit.send(Roomhub.RemoveDorm(id: id))
    try await visit.show(reply) { Output.say("removed \(id)") }
  }

  @Sendable package static func rooms(_ visit: any SiteVisit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let dorm = try visit.arguments.value("dorm").map { text throws(Fault) in try Typed.dorm(text) }
    let sort: Roomhub.RoomOrder? = try visit.choice("sort")
    try await visit.list({ Roomhub.ListRooms(dorm: dorm, sort: sort, cursor: $0, limit: $1) }) { rooms in
      guard !rooms.isEmpty else { return Output.say("No rooms.") }
      var directory = Directory(visit)
      var table = Table([.right("#"), .left("ROOM"), .left("PEOPLE"), .left("OPENED"), .text("MEMBERS")])
      for (index, room) in rooms.enumerated() {
        var members: [String] = []
        for member in room.members { members.append(try await directory.email(member)) }
        table.add([
          "\(index + 1)", StyledText("\(room.dorm):\(room.number)"),
          "\(room.members.count) of \(room.capacity)", StyledText(ShownTime.text(room.opened)),
          StyledText(members.joined(separator: ", ")),
        ])
      }
      Output.say(table)
      visit.number(kind, rooms.map { $0.id.description })
    }
  }

  @Sendable package static func setCapacity(_ visit: any SiteVisit) async throws {
    let words = try visit.arguments.exactly("ROOM", "N|usual")
    let capacity: Patch<Int>
    if words[1] == "usual" {
      capacity = .clear
    } else {
      guard let number = Int(words[1]) else { throw UsageError("\(words[1]): enter a number, or usual") }
      capacity = .set(number)
    }
    let id = try await room(words[0], visit)
    let room = try await visit.send(Roomhub.SetRoomCapacity(id: id, capacity: capacity))
    try await visit.show(room) {
      Output.say("\(room.dorm):\(Plain.line(room.number)) holds \(room.capacity) people")
    }
  }

  @Sendable package static func moveOut(_ visit: any SiteVisit) async throws {
    let words = try visit.arguments.exactly("ROOM", "PERSON")
    let id = try await room(words[0], visit)
    let person = try await visit.account(words[1])
    let reply = try await visit.send(Roomhub.RemoveMember(id: id, person: person))
    try await visit.show(reply) { Output.say("moved out") }
  }

  /// The room of an address such as `forbes:101A`, or of a row in the list of rooms shown last.
  private static func room(_ word: String, _ visit: any SiteVisit) async throws -> RoomID {
    guard let colon = word.firstIndex(of: ":") else { return try await visit.id(word, of: kind) }
    let address = try Typed.room([String(word[..<colon]), String(word[colon...].dropFirst())])
    var cursor: Cursor?
    for _ in 0..<Directory.maxPages {
      let page = try await visit.send(
        Roomhub.ListRooms(dorm: address.dorm, cursor: cursor, limit: Paging.standard))
      if let room = page.items.first(where: { $0.number == address.number.text }) { return room.id }
      cursor = page.next
      if cursor == nil { break }
    }
    throw Failure("no room \(address)")
  }
}
