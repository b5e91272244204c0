import Store

extension CampusStore {
  /// Menus, activities, the directory, the calendar and its feeds.
  ///
  /// A menu is read and replaced as a whole: `stations` is its JSON, and so are the meetings of an activity
  /// and the grades of an entry. Dates are days since 1970-01-01, times of day seconds.
  static let daily = Migration(
    5, "lunch, activities, contacts, calendar",
    """
    CREATE TABLE lunch(
      date INTEGER PRIMARY KEY, stations TEXT NOT NULL, version INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE activity(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), name TEXT NOT NULL UNIQUE, about TEXT, adviser TEXT,
      place TEXT, link TEXT, meets TEXT NOT NULL, version INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE activity_member(
      activity BLOB NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
      person BLOB NOT NULL CHECK (length(person) = 16), joined_at INTEGER NOT NULL,
      PRIMARY KEY (activity, person)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX activity_member_person ON activity_member(person, activity);

    CREATE TABLE contact(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), name TEXT NOT NULL, role TEXT NOT NULL, department TEXT,
      phone TEXT, email TEXT, hours TEXT, room TEXT, person BLOB CHECK (length(person) = 16),
      is_emergency INTEGER NOT NULL CHECK (is_emergency IN (0, 1)), version INTEGER NOT NULL,
      UNIQUE (name, role), CHECK (is_emergency = 0 OR phone IS NOT NULL)
    ) STRICT;
    CREATE INDEX contact_person ON contact(person) WHERE person IS NOT NULL;
    CREATE TABLE own_contact(
      person BLOB PRIMARY KEY CHECK (length(person) = 16), phone TEXT,
      is_shown INTEGER NOT NULL CHECK (is_shown IN (0, 1)), CHECK (is_shown = 0 OR phone IS NOT NULL)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE calendar_entry(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), title TEXT NOT NULL, starts INTEGER NOT NULL,
      ends INTEGER NOT NULL CHECK (ends BETWEEN starts AND starts + 399), time INTEGER, until INTEGER,
      kind TEXT NOT NULL, grades TEXT NOT NULL, place TEXT, version INTEGER NOT NULL,
      UNIQUE (title, starts), CHECK (until IS NULL OR time IS NOT NULL)
    ) STRICT;
    CREATE INDEX calendar_entry_starts ON calendar_entry(starts, id);

    CREATE TABLE school_feed(
      person BLOB NOT NULL CHECK (length(person) = 16), kind TEXT NOT NULL,
      token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
      made_at INTEGER NOT NULL, read_at INTEGER, PRIMARY KEY (person, kind)
    ) STRICT, WITHOUT ROWID;
    """)
}
