package import Schema
package import Store

/// Where people's clocks are, as their profiles say: a copy that a program keeps for what happens at a time
/// of day. It holds names of zones. Whether this machine knows the zone is for whoever reads the clock to
/// say: a name that only auth's machine knows must not stop a stream.
///
/// A program takes `table` into one of its migrations, gives what it hears as `Auth.ProfileChanged` to
/// `profileChanged`, and frames auth's snapshots with `beginZones` and `forgetStaleZones`. It forgets the
/// zone of somebody who is erased when it is asked to, and when it hears `Auth.PersonErased`: what was told
/// before the erasure may come after it was asked.
package enum PersonZones {
  /// `is_stale` marks, while a snapshot of auth is applied, whom it has not named.
  package static let table = """
    CREATE TABLE person_zone(
      person BLOB PRIMARY KEY CHECK (length(person) = 16), zone TEXT NOT NULL,
      is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX person_zone_stale ON person_zone(person) WHERE is_stale = 1;
    """
}

extension Database {
  /// Of the profile; nil until the person has told one.
  package func zone(of person: PersonID) throws -> ZoneName? {
    try one("SELECT zone FROM person_zone WHERE person = ?", person.raw) {
      ZoneName(checked: try $0.text(0))
    }
  }

  /// Keeps what auth told.
  /// - Returns: whether it is another zone than before.
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

  /// Before a snapshot of auth, which names everybody who has told a zone.
  package func beginZones() throws {
    try run("UPDATE person_zone SET is_stale = 1")
  }

  /// After it: forgets some of those whom it did not name.
  /// - Returns: who they are; fewer than `limit` when nobody is left.
  package func forgetStaleZones(limit: Int) throws -> [PersonID] {
    let gone = try all("SELECT person FROM person_zone WHERE is_stale = 1 LIMIT ?", limit) {
      PersonID(try $0.id(0))
    }
    for person in gone { try forgetZone(of: person) }
    return gone
  }
}
