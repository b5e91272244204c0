import Store

extension MediaStore {
  /// Pictures, the people who may use them, and where they are used.
  ///
  /// `holding` names the people who uploaded a picture. It ends at `until` unless the person uses the picture
  /// by then. `picture_use` follows the programs whose objects show pictures: `place` is the kind of object.
  /// While a snapshot is applied, `is_stale` marks the uses it has not listed. A picture that nobody holds or
  /// uses is deleted.
  static let pictures = Migration(
    1, "pictures and their uses",
    """
    CREATE TABLE picture(
      name TEXT PRIMARY KEY CHECK (length(name) = 64), width INTEGER NOT NULL, height INTEGER NOT NULL,
      bytes INTEGER NOT NULL, credit TEXT, stored_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE holding(
      person BLOB NOT NULL CHECK (length(person) = 16),
      picture TEXT NOT NULL REFERENCES picture(name) ON DELETE CASCADE, since INTEGER NOT NULL,
      until INTEGER NOT NULL, PRIMARY KEY (person, picture)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX holding_picture ON holding(picture);
    CREATE INDEX holding_until ON holding(until);

    CREATE TABLE picture_use(
      place TEXT NOT NULL CHECK (place IN ('event', 'person')), id BLOB NOT NULL CHECK (length(id) = 16),
      person BLOB NOT NULL CHECK (length(person) = 16), picture TEXT NOT NULL CHECK (length(picture) = 64),
      is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1)), PRIMARY KEY (place, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX picture_use_picture ON picture_use(picture, person);
    CREATE INDEX picture_use_person ON picture_use(person);
    CREATE INDEX picture_use_stale ON picture_use(place, id) WHERE is_stale = 1;
    """)
}
