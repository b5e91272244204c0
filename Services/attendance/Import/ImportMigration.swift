import Store

extension AttendanceStore {
  /// People who are expected on rosters, and the school's numbers of students.
  ///
  /// `expected.person` is set once the person has an account but is in too many courses. `is_checked` is 0
  /// until auth was asked for the address after the row was stored: somebody may have signed up during the
  /// import. `newcomer` has the people whose address auth may have changed, with the number of those
  /// changes: one during a request to auth is looked at again.
  static let imports = Migration(
    3, "people expected on rosters, student numbers",
    """
    ALTER TABLE roster ADD COLUMN student_number TEXT;

    CREATE TABLE expected(
      id BLOB PRIMARY KEY CHECK (length(id) = 16),
      course BLOB NOT NULL REFERENCES course(id) ON DELETE CASCADE, email TEXT NOT NULL,
      person BLOB CHECK (length(person) = 16), first_name TEXT, last_name TEXT,
      role TEXT NOT NULL CHECK (role IN ('student', 'instructor')), student_number TEXT,
      sort_name TEXT NOT NULL, added_at INTEGER NOT NULL,
      is_checked INTEGER NOT NULL DEFAULT 0 CHECK (is_checked IN (0, 1)), UNIQUE (course, email)
    ) STRICT;
    CREATE INDEX expected_name ON expected(course, sort_name, id);
    CREATE INDEX expected_email ON expected(email);
    CREATE INDEX expected_person ON expected(person) WHERE person IS NOT NULL;
    CREATE INDEX expected_unchecked ON expected(id) WHERE is_checked = 0;
    CREATE INDEX expected_added ON expected(added_at);

    CREATE TABLE newcomer(
      person BLOB PRIMARY KEY CHECK (length(person) = 16), changes INTEGER NOT NULL DEFAULT 1
    ) STRICT, WITHOUT ROWID;
    """)
}
