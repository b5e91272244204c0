import Store

extension GuideStore {
  /// The site's own part of the guide, and people's training.
  ///
  /// `site` has one row. `refresh_at` is the time of the planned reminder, which a new quiz replaces.
  static let training = Migration(
    1, "site, reviews, training",
    """
    CREATE TABLE site(
      id INTEGER PRIMARY KEY CHECK (id = 1), number TEXT, address TEXT, profile TEXT
    ) STRICT;
    INSERT INTO site(id) VALUES (1);

    CREATE TABLE review(
      topic TEXT PRIMARY KEY, version INTEGER NOT NULL, reviewer TEXT NOT NULL, qualification TEXT NOT NULL,
      day INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE training(
      person BLOB PRIMARY KEY CHECK (length(person) = 16),
      is_counted INTEGER NOT NULL DEFAULT 0 CHECK (is_counted IN (0, 1)),
      is_called INTEGER NOT NULL DEFAULT 0 CHECK (is_called IN (0, 1)),
      passed_at INTEGER, refresh_at INTEGER
    ) STRICT;
    CREATE INDEX training_refresh ON training(person) WHERE refresh_at IS NOT NULL;
    CREATE INDEX training_called ON training(person, passed_at) WHERE is_called = 1;

    CREATE TABLE training_step(
      person BLOB NOT NULL CHECK (length(person) = 16), step TEXT NOT NULL, seen_at INTEGER NOT NULL,
      PRIMARY KEY (person, step)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE quiz(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), person BLOB NOT NULL CHECK (length(person) = 16),
      at INTEGER NOT NULL, right_answers INTEGER NOT NULL, questions INTEGER NOT NULL,
      is_passed INTEGER NOT NULL CHECK (is_passed IN (0, 1))
    ) STRICT;
    CREATE INDEX quiz_person ON quiz(person, at, id);
    """)
}
