import Store

extension MediaStore {
  /// The school's own pictures. Author and license are those of the picture.
  static let own = Migration(
    2, "the school's own pictures",
    """
    CREATE TABLE own_picture(
      object TEXT PRIMARY KEY REFERENCES picture(name), title TEXT NOT NULL, tags TEXT,
      added_at INTEGER NOT NULL
    ) STRICT;
    """)
}
