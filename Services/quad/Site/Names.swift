import Schema

/// What the people of the room are called.
struct Names: Sendable {
  private var names: [PersonID: String] = [:]

  init(_ visit: Visit) async throws {
    names[try await visit.person()] = "you"
    for mate in try await visit.send(Roomhub.ListRoommates()).items {
      names[mate.profile.id] = Plain.line("\(mate.profile.firstName) \(mate.profile.lastName)")
    }
  }

  subscript(_ person: PersonID?) -> String {
    guard let person else { return "" }
    return names[person] ?? "a former room-mate"
  }
}
