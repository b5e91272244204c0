import Store

extension GuideStore {
  /// The AEDs of the campus. `osm` names the object of OpenStreetMap that a row was imported from.
  static let aeds = Migration(
    2, "AEDs",
    """
    CREATE TABLE aed(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), building TEXT, floor TEXT, words TEXT, german TEXT,
      hours TEXT, latitude REAL, longitude REAL, checked INTEGER, keeper TEXT, osm TEXT UNIQUE,
      version INTEGER NOT NULL DEFAULT 1,
      CHECK (building IS NOT NULL OR words IS NOT NULL OR latitude IS NOT NULL),
      CHECK ((latitude IS NULL) = (longitude IS NULL))
    ) STRICT;
    """)
}
