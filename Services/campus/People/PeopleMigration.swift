import Store

extension CampusStore {
  /// A copy of the people in auth.
  static let people = Migration(
    1, "people",
    """
    CREATE TABLE person(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), first_name TEXT NOT NULL, last_name TEXT NOT NULL,
      is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1))
    ) STRICT;
    """)
}
