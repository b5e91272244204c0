import Store

extension AttendanceStore {
  /// Roster entries removed within the last hour, with all that putting the person back restores, and the
  /// advisers of people who are expected.
  static let formerEntries = Migration(
    7, "removed roster entries, advisers of expected people",
    """
    CREATE TABLE former(
      course BLOB NOT NULL REFERENCES course(id) ON DELETE CASCADE,
      person BLOB NOT NULL CHECK (length(person) = 16),
      role TEXT NOT NULL CHECK (role IN ('student', 'instructor')), joined_at INTEGER NOT NULL,
      student_number TEXT, adviser BLOB CHECK (length(adviser) = 16), is_warned INTEGER NOT NULL,
      left_at INTEGER NOT NULL, PRIMARY KEY (course, person)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX former_person ON former(person);
    CREATE INDEX former_adviser ON former(adviser) WHERE adviser IS NOT NULL;
    CREATE INDEX former_left ON former(left_at);

    ALTER TABLE expected ADD COLUMN adviser BLOB CHECK (length(adviser) = 16);
    ALTER TABLE expected ADD COLUMN adviser_email TEXT;
    CREATE INDEX expected_adviser ON expected(adviser) WHERE adviser IS NOT NULL;
    """)
}
