package import Schema
package import Store

/// A program's copy of the site's stored settings, which auth publishes. What is not stored comes from the
/// environment.
///
/// A program adds `table` to one of its migrations and calls `Handlers.copySite`.
package struct SiteCopy: Sendable {
  package var name: String?
  /// The zone of people who have set none.
  package var zone: ZoneName?
  /// The language of texts whose reader is unknown.
  package var language: Alerts.Language?

  /// Nothing is stored.
  package init() {}

  /// The table has one row, or none before anything is stored.
  package static let table = """
    CREATE TABLE site(
      id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT, zone TEXT, language TEXT,
      is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1))
    ) STRICT;
    """

  fileprivate static let copied = CopiedTable("site", "id") {
    try $0.int("id")
  } sweep: { _, db, _ in
    try db.run("DELETE FROM site WHERE is_stale = 1")
  }
}

extension Handlers {
  /// Keeps the copy up to date.
  package mutating func copySite() {
    subscribeToSnapshot(from: .auth, into: SiteCopy.copied)
    subscribe(to: Auth.SiteChanged.self, from: .auth) { told, db, _ in try db.store(told) }
  }
}

extension Database {
  fileprivate func store(_ told: Auth.SiteChanged) throws {
    try run(
      """
      INSERT INTO site(id, name, zone, language) VALUES (1, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET name = excluded.name, zone = excluded.zone,
        language = excluded.language, is_stale = 0
      """,
      told.name?.text, told.zone?.text, told.language?.rawValue)
  }

  package func site() throws -> SiteCopy {
    try one("SELECT name, zone, language FROM site WHERE id = 1") { row in
      var site = SiteCopy()
      site.name = try row.textOrNil("name")
      site.zone = try row.textOrNil("zone").map { ZoneName(checked: $0) }
      site.language = try row.textOrNil("language").flatMap { Alerts.Language(rawValue: $0) }
      return site
    } ?? SiteCopy()
  }

  /// The zone in which a person reads: that of the profile or the site; nil is the zone of this machine.
  package func home(of person: PersonID) throws -> ZoneName? { try zone(of: person) ?? site().zone }
}
