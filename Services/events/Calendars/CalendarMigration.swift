import Store

extension EventsStore {
  /// Calendar feeds and imports.
  ///
  /// `revised_at` is the time at which `sequence` last increased. `event_feed` and `event_room_feed` contain
  /// every column that the state of a feed depends on. `imported_event` describes an event in the last
  /// imported file: its SEQUENCE, and the BLAKE2b of the imported values.
  static let calendars = Migration(
    3, "feeds and imports",
    """
    ALTER TABLE event ADD COLUMN revised_at INTEGER NOT NULL DEFAULT 0;
    UPDATE event SET revised_at = added_at;
    CREATE INDEX event_feed ON event(owner, last_at, next_at, recurrence, id, sequence, deleted_at)
      WHERE deleted_at IS NULL;
    CREATE INDEX event_room_feed ON event(room, last_at, next_at, recurrence, id, sequence, owner, deleted_at)
      WHERE deleted_at IS NULL AND room IS NOT NULL;

    CREATE TABLE feed(
      person BLOB PRIMARY KEY CHECK (length(person) = 16),
      token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
      made_at INTEGER NOT NULL, read_at INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE imported_event(
      event BLOB PRIMARY KEY REFERENCES event(id) ON DELETE CASCADE,
      sequence INTEGER NOT NULL, digest BLOB NOT NULL CHECK (length(digest) = 32)
    ) STRICT, WITHOUT ROWID;
    """)
}
