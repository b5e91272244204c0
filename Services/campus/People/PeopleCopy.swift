import Schema
import ServiceKit
import Store

/// A copy of the people in auth.
extension CampusService {
  func registerCopies(in handlers: inout Handlers) {
    handlers.subscribe(to: Auth.SignedUp.self, from: .auth) { told, db, _ in
      try db.know(told.person, told.firstName, told.lastName)
    }
    handlers.subscribe(to: Auth.ProfileChanged.self, from: .auth) { told, db, _ in
      try db.know(told.person, told.firstName, told.lastName)
    }
    handlers.subscribe(to: Auth.PersonErased.self, from: .auth) { told, db, call in
      try db.erase(told.person, from: CampusService.personalTables, call)
    }
    handlers.subscribeToSnapshot(from: .auth, into: CampusService.people)
  }

  /// The snapshot lists everyone who has an account.
  static let people = CopiedTable("person", "id") {
    PersonID(try $0.id("id"))
  } sweep: { gone, db, call in
    for person in gone { try db.erase(person, from: CampusService.personalTables, call) }
  }
}

extension Database {
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
}
