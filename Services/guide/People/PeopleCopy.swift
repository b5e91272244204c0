import Schema
import ServiceKit
import Store

/// Copies of the people in auth and of the members of rooms in roomhub. Without roomhub nobody has a room.
extension GuideService {
  func registerCopies(in handlers: inout Handlers) {
    handlers.subscribe(to: Auth.SignedUp.self, from: .auth) { told, db, _ in
      try db.know(told.person, told.firstName, told.lastName)
    }
    handlers.subscribe(to: Auth.ProfileChanged.self, from: .auth) { told, db, _ in
      try db.know(told.person, told.firstName, told.lastName)
    }
    handlers.subscribe(to: Auth.PersonErased.self, from: .auth) { told, db, call in
      try db.erase(told.person, from: GuideService.personalTables, call)
    }
    handlers.subscribeToSnapshot(from: .auth, into: GuideService.people)
    handlers.subscribe(to: Roomhub.MemberJoined.self, from: .roomhub) { told, db, _ in
      try db.run(
        """
        INSERT INTO membership(person, room) VALUES (?, ?)
        ON CONFLICT(person) DO UPDATE SET room = excluded.room, is_stale = 0
        """,
        told.person.raw, told.room.raw)
    }
    handlers.subscribe(to: Roomhub.MemberLeft.self, from: .roomhub) { told, db, _ in
      try db.run("DELETE FROM membership WHERE person = ? AND room = ?", told.person.raw, told.room.raw)
    }
    handlers.subscribeToSnapshot(from: .roomhub, into: GuideService.memberships)
  }

  /// The snapshot lists everyone who has an account.
  static let people = CopiedTable("person", "id") {
    PersonID(try $0.id("id"))
  } sweep: { gone, db, call in
    for person in gone { try db.erase(person, from: GuideService.personalTables, call) }
  }

  /// The snapshot lists every member of every room.
  static let memberships = CopiedTable("membership", "person") {
    PersonID(try $0.id("person"))
  } sweep: { left, db, _ in
    for person in left { try db.run("DELETE FROM membership WHERE person = ?", person.raw) }
  }
}

extension Database {
  /// More people than a room has.
  static var maxRoommates: Int { 500 }

  fileprivate func know(_ person: PersonID, _ firstName: String, _ lastName: String) throws {
    try run(
      """
      INSERT INTO person(id, first_name, last_name) VALUES (?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
        is_stale = 0
      """,
      person.raw, firstName, lastName)
  }

  /// First and last name; nil for an unknown person.
  func fullName(of person: PersonID) throws -> String? {
    try one("SELECT first_name, last_name FROM person WHERE id = ?", person.raw) { row in
      "\(try row.text("first_name")) \(try row.text("last_name"))"
    }
  }

  /// The others in the person's room; empty without one.
  func roommates(of person: PersonID) throws -> [PersonID] {
    try all(
      """
      SELECT person FROM membership
      WHERE room = (SELECT room FROM membership WHERE person = ?) AND person <> ? LIMIT ?
      """,
      person.raw, person.raw, Database.maxRoommates
    ) { PersonID(try $0.id("person")) }
  }
}
