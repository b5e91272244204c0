import Schema
import SiteCommands
import Terminal

/// The names of the people in the room.
struct Names: Sendable {
  private var names: [PersonID: String] = [:]

  init(_ visit: Visit) async throws {
    names[try await visit.person()] = "you"
    for mate in try await visit.send(Roomhub.ListRoommates()).items {
      names[mate.profile.id] = Plain.line("\(mate.profile.firstName) \(mate.profile.lastName)")
    }
  }

  /// A person's name; nil is a person whose account is gone.
  subscript(_ person: PersonID?) -> String { person.flatMap { names[$0] } ?? "a former roommate" }
}

extension Visit {
  /// A person of the room by full name or first name alone; `me` is oneself. An id may also be that of a
  /// former roommate.
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
    guard let one = found.first else { throw Failure("no one in your room is named \(name)") }
    guard found.count == 1 else {
      throw Failure("\(found.count) people match \(name); enter the full name")
    }
    return one.id
  }
}
