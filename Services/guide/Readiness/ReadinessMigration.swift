import Store

extension GuideStore {
  /// A copy of attendance's rosters, for the figures of courses.
  static let rosters = Migration(
    4, "rosters",
    """
    CREATE TABLE roster(
      course BLOB NOT NULL CHECK (length(course) = 16), person BLOB NOT NULL CHECK (length(person) = 16),
      is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1)), PRIMARY KEY (course, person)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX roster_person ON roster(person, course);
    """)
}
