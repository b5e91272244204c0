import Store

extension AttendanceStore {
  /// The adviser of a student in a course; NULL for none.
  static let advisers = Migration(
    6, "advisers of students",
    """
    ALTER TABLE roster ADD COLUMN adviser BLOB CHECK (length(adviser) = 16);
    CREATE INDEX roster_adviser ON roster(adviser, course, person) WHERE adviser IS NOT NULL;
    """)
}
