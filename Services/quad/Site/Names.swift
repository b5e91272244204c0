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
  /// A person of the room by full name or first name, or by a row of the list of roommates; `me` is oneself.
  /// A whole id may also be that of a former roommate.
  func roommate(_ name: String) async throws -> PersonID {
    if name.lowercased() == "me" { return try await person() }
    let found: [PersonID] = try await ids(
      [name], of: "roommate", shown: ids(of: AdminPeople.kind),
      [
        {
          let me = try await send(Auth.Me())
          let mates = try await send(Roomhub.ListRoommates()).items.map(\.profile)
          return TitledList(
            [TitledObject(me.id, "\(me.firstName) \(me.lastName)", me.firstName)]
              + mates.map { TitledObject($0.id, "\($0.firstName) \($0.lastName)", $0.firstName) })
        }
      ])
    return found[0]
  }
}
