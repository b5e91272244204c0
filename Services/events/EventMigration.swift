import Store

extension EventsStore {
  static let events = Migration(
    1, "events",
    """
    CREATE TABLE event(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), owner BLOB NOT NULL, title TEXT NOT NULL,
      notes TEXT, place TEXT, date TEXT NOT NULL, time TEXT, zone TEXT NOT NULL,
      minutes INTEGER NOT NULL CHECK (minutes >= 0), recurrence TEXT, leads TEXT NOT NULL,
      picture TEXT, visibility TEXT NOT NULL,
      first_at INTEGER NOT NULL, next_at INTEGER NOT NULL, last_at INTEGER NOT NULL,
      uid TEXT NOT NULL, sequence INTEGER NOT NULL DEFAULT 0,
      added_at INTEGER NOT NULL, deleted_at INTEGER, version INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    """)
}
