import Store

extension GuideStore {
  /// Crisis alerts, and copies of the people in auth and the members of rooms in roomhub.
  ///
  /// `crisis.aed` and `crisis.floor` are what the alert said, whatever becomes of the AED. A row of
  /// `crisis_person` is a person who was alerted.
  static let crises = Migration(
    3, "crisis alerts, people, rooms",
    """
    CREATE TABLE person(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), first_name TEXT NOT NULL, last_name TEXT NOT NULL,
      is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1))
    ) STRICT;

    CREATE TABLE membership(
      person BLOB PRIMARY KEY CHECK (length(person) = 16), room BLOB NOT NULL CHECK (length(room) = 16),
      is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1))
    ) STRICT;
    CREATE INDEX membership_room ON membership(room, person);

    CREATE TABLE crisis(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), raised_by BLOB CHECK (length(raised_by) = 16),
      place TEXT NOT NULL, aed TEXT, floor TEXT, note TEXT,
      is_drill INTEGER NOT NULL CHECK (is_drill IN (0, 1)), raised_at INTEGER NOT NULL,
      called_off_at INTEGER, people INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX crisis_raised ON crisis(raised_at, id);
    CREATE INDEX crisis_raised_by ON crisis(raised_by, raised_at);

    CREATE TABLE crisis_person(
      crisis BLOB NOT NULL REFERENCES crisis(id) ON DELETE CASCADE,
      person BLOB NOT NULL CHECK (length(person) = 16),
      is_trained INTEGER NOT NULL CHECK (is_trained IN (0, 1)),
      is_roommate INTEGER NOT NULL CHECK (is_roommate IN (0, 1)), coming_at INTEGER,
      PRIMARY KEY (crisis, person)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX crisis_person_person ON crisis_person(person, crisis);
    """)
}
