import Schema
import ServiceKit
import Store

/// The notifier's copy of the site's stored settings, which auth publishes. What is not stored comes from the
/// environment.
struct SiteCopy: Sendable {
  var name: String?
  /// The zone of people who have set none.
  var zone: ZoneName?
  /// The language of messages.
  var language: Alerts.Language?

  /// The table has one row, or none before anything is stored.
  static let migration = Migration(
    7, "the settings of the site",
    """
    CREATE TABLE site(
      id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT, zone TEXT, language TEXT,
      is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1))
    ) STRICT;
    """)

  static let copied = CopiedTable("site", "id") {
    try $0.int("id")
  } sweep: { _, db, _ in
    try db.run("DELETE FROM site WHERE is_stale = 1")
  }
}

extension Database {
  func store(_ told: Auth.SiteChanged) throws {
    try run(
      """
      INSERT INTO site(id, name, zone, language) VALUES (1, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET name = excluded.name, zone = excluded.zone,
        language = excluded.language, is_stale = 0
      """,
      told.name?.text, told.zone?.text, told.language?.rawValue)
  }

  func site() throws -> SiteCopy {
    try one("SELECT name, zone, language FROM site WHERE id = 1") { row in
      SiteCopy(
        name: try row.textOrNil("name"), zone: try row.textOrNil("zone").map { ZoneName(checked: $0) },
        language: try row.textOrNil("language").flatMap { Alerts.Language(rawValue: $0) })
    } ?? SiteCopy()
  }

  /// The zone in which a person reads: that of the profile or the site; nil is the zone of this machine.
  func home(of person: PersonID) throws -> ZoneName? { try zone(of: person) ?? site().zone }
}
