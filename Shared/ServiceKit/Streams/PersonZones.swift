package import Schema
package import Store

/// The time zones of people's profiles: a copy for programs with work at a time of day. It stores zone names.
/// Only a reader of the clock checks if this machine has the zone: a name known only to auth's machine must
/// not stop a stream.
///
/// A program adds `table` to one of its migrations, passes each `Auth.ProfileChanged` to `profileChanged`,
/// and registers `copied` for auth's snapshots. It deletes the zone of an erased
/// person on the request to erase, and again on `Auth.PersonErased`, because events published before the
/// erasure may arrive after the request.
package enum PersonZones {
  /// `is_stale` marks people that the snapshot of auth being applied has not listed yet.
  package static let table = """
    CREATE TABLE person_zone(
      person BLOB PRIMARY KEY CHECK (length(person) = 16), zone TEXT NOT NULL,
      is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX person_zone_stale ON person_zone(person) WHERE is_stale = 1;
    """

  /// The table in a snapshot of auth, which lists everyone who has set a zone. Zones of others are deleted.
  /// - Parameter then: Called for each person whose zone was deleted.
  package static func copied(
    then: @escaping @Sendable (PersonID, borrowing Database, Call) throws -> Void = { _, _, _ in }
  ) -> CopiedTable {
    CopiedTable("person_zone", "person") {
      PersonID(try $0.id("person"))
    } sweep: { gone, db, call in
      for person in gone {
        try db.forgetZone(of: person)
        try then(person, db, call)
      }
    }
  }
}

extension Database {
  /// Returns the zone of the profile; nil if the person has not set one.
  package func zone(of person: PersonID) throws -> ZoneName? {
    try one("SELECT zone FROM person_zone WHERE person = ?", person.raw) {
      ZoneName(checked: try $0.text("zone"))
    }
  }

  /// Stores the zone from auth's event.
  /// - Returns: True if the zone is new.
  package func profileChanged(_ told: Auth.ProfileChanged) throws -> Bool {
    let old = try zone(of: told.person)
    guard let zone = told.zone else {
      try forgetZone(of: told.person)
      return old != nil
    }
    try run(
      """
      INSERT INTO person_zone(person, zone) VALUES (?, ?)
      ON CONFLICT(person) DO UPDATE SET zone = excluded.zone, is_stale = 0
      """,
      told.person.raw, zone.text)
    return old != zone
  }

  package func forgetZone(of person: PersonID) throws {
    try run("DELETE FROM person_zone WHERE person = ?", person.raw)
  }
}
