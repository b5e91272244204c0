import Store

extension EventsStore {
  /// Events shared with a course, and the rosters.
  ///
  /// An event is shared with a room or a course, never both. While a snapshot of attendance is applied,
  /// `is_stale` marks those it has not listed.
  static let courses = Migration(
    4, "courses and rosters",
    """
    ALTER TABLE event ADD COLUMN course BLOB CHECK (length(course) = 16 AND (course IS NULL OR room IS NULL));
    CREATE INDEX event_course_next ON event(course, next_at, id)
      WHERE deleted_at IS NULL AND course IS NOT NULL;
    CREATE INDEX event_course_last ON event(course, last_at, id)
      WHERE deleted_at IS NULL AND course IS NOT NULL;
    CREATE INDEX event_course_moves ON event(course, moves_at)
      WHERE deleted_at IS NULL AND moves_at IS NOT NULL AND course IS NOT NULL;
    CREATE INDEX event_course_feed
      ON event(course, last_at, next_at, recurrence, id, sequence, owner, deleted_at)
      WHERE deleted_at IS NULL AND course IS NOT NULL;
    CREATE INDEX event_course ON event(course, owner) WHERE course IS NOT NULL;

    CREATE TABLE roster(
      person BLOB NOT NULL CHECK (length(person) = 16), course BLOB NOT NULL CHECK (length(course) = 16),
      is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1)), PRIMARY KEY (person, course)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX roster_course ON roster(course, person);
    CREATE INDEX roster_stale ON roster(person) WHERE is_stale = 1;
    """)
}
