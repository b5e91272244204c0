import Store

extension EventsStore {
  /// While a snapshot of auth is applied, `is_stale` marks the zones it has not listed.
  static let staleZones = Migration(
    5, "zones that a snapshot does not list",
    """
    ALTER TABLE person_zone ADD COLUMN is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1));
    CREATE INDEX person_zone_stale ON person_zone(person) WHERE is_stale = 1;
    """)
}
