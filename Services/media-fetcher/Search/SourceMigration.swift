import Store

extension MediaStore {
  /// The pictures that came from a provider on the web, with their id there. The provider is asked now and
  /// then whether it still has them.
  static let sources = Migration(
    3, "the providers of pictures",
    """
    CREATE TABLE picture_source(
      picture TEXT PRIMARY KEY REFERENCES picture(name) ON DELETE CASCADE,
      source TEXT NOT NULL CHECK (source IN ('flickr', 'openverse')), id TEXT NOT NULL,
      checked_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX picture_source_checked ON picture_source(source, checked_at);
    """)
}
