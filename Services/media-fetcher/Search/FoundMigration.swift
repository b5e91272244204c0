import Store

extension MediaStore {
  /// `is_found` marks the holding of a picture that a search found, until something of the person's uses it.
  /// It takes none of their space.
  static let found = Migration(
    4, "found pictures that take no space",
    """
    ALTER TABLE holding ADD COLUMN is_found INTEGER NOT NULL DEFAULT 0 CHECK (is_found IN (0, 1));
    CREATE INDEX holding_found ON holding(person, since) WHERE is_found = 1;
    """)
}
