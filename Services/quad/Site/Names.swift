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

  /// Nil is somebody whose account is gone.
  subscript(_ person: PersonID?) -> String { person.flatMap { names[$0] } ?? "a former room-mate" }
}

extension Visit {
  /// Somebody of the room by name, whole or the first name alone; `me` for oneself; or an id, which may be
  /// that of somebody who has left.
  func roommate(_ name: String) async throws -> PersonID {
    if let id = PersonID(name) { return id }
    if name.lowercased() == "me" { return try await person() }
    let me = try await send(Auth.Me())
    var people = [(id: me.id, first: me.firstName, last: me.lastName)]
    people += try await send(Roomhub.ListRoommates()).items.map { mate in
      (mate.profile.id, mate.profile.firstName, mate.profile.lastName)
    }
    let wanted = name.lowercased()
    let found = people.filter {
      [$0.first, "\($0.first) \($0.last)"].map { $0.lowercased() }.contains(wanted)
    }
    guard let one = found.first else { throw Failure("nobody in your room is called \(name)") }
    guard found.count == 1 else {
      throw Failure("\(name) could be any of \(found.count): say the whole name")
    }
    return one.id
  }
}
