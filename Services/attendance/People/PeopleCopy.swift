import Schema
import ServiceKit
import Store

/// A copy of the people in auth. A roster accepts nobody else.
extension AttendanceService {
  func signedUp(_ told: Auth.SignedUp, _ db: borrowing Database, _ call: Call) throws {
    try db.know(told.person, told.firstName, told.lastName)
    try db.greet(told.person)
  }

  func profileChanged(_ told: Auth.ProfileChanged, _ db: borrowing Database, _ call: Call) throws {
    try db.know(told.person, told.firstName, told.lastName)
    try db.greet(told.person)
  }

  func personErased(_ told: Auth.PersonErased, _ db: borrowing Database, _ call: Call) throws {
    try db.erase(told.person, from: AttendanceService.personalTables, call)
    presses.forget(told.person)
  }

  /// The snapshot lists everyone who has an account.
  static let people = CopiedTable("person", "id") {
    PersonID(try $0.id("id"))
  } sweep: { gone, db, call in
    for person in gone { try db.erase(person, from: AttendanceService.personalTables, call) }
  }
}

extension Database {
  func isKnown(_ person: PersonID) throws -> Bool {
    try one("SELECT 1 FROM person WHERE id = ?", person.raw, map: { _ in true }) ?? false
  }

  func name(of person: PersonID) throws -> Attendance.KnownName? {
    try one("SELECT first_name, last_name FROM person WHERE id = ?", person.raw) {
      Attendance.KnownName(firstName: try $0.text("first_name"), lastName: try $0.text("last_name"))
    }
  }

  func know(_ person: PersonID, _ firstName: String, _ lastName: String) throws {
    try run(
      """
      INSERT INTO person(id, first_name, last_name, sort_name) VALUES (?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
        sort_name = excluded.sort_name, is_stale = 0
      """,
      person.raw, firstName, lastName, SortName.person(firstName, lastName))
  }
}
