import ServiceKit
import Store

extension CampusStore {
  /// Settings, terms, bells, day types, and the day of each date of a term. Times of day are seconds. A day
  /// type or bell schedule that is deleted stays, retired, for the days that have passed.
  ///
  /// `term.created_on` is the date from which its days count as lived: earlier ones are history that was
  /// entered afterwards. `school_day.counted` is the day type of the cycle whose turn the date used up.
  static let days = Migration(
    2, "terms, bells, days",
    """
    \(SiteCopy.table)
    CREATE TABLE school(
      id INTEGER PRIMARY KEY CHECK (id = 1), blocks INTEGER NOT NULL, grades TEXT NOT NULL,
      clock_offset_ms INTEGER NOT NULL, policy TEXT NOT NULL CHECK (policy IN ('shift', 'keep')),
      version INTEGER NOT NULL
    ) STRICT;
    INSERT INTO school(id, blocks, grades, clock_offset_ms, policy, version)
    VALUES (1, 8, '9 10 11 12', 0, 'shift', 1);
    CREATE TABLE bell(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), name TEXT NOT NULL,
      is_usual INTEGER NOT NULL CHECK (is_usual IN (0, 1)),
      is_retired INTEGER NOT NULL DEFAULT 0 CHECK (is_retired IN (0, 1)), version INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE bell_slot(
      bell BLOB NOT NULL REFERENCES bell(id) ON DELETE CASCADE, position INTEGER NOT NULL, kind TEXT NOT NULL,
      period INTEGER, variant TEXT, name TEXT, starts INTEGER NOT NULL, ends INTEGER NOT NULL,
      PRIMARY KEY (bell, position), CHECK (starts < ends)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE school_weekday(
      weekday INTEGER PRIMARY KEY CHECK (weekday BETWEEN 1 AND 7), bell BLOB REFERENCES bell(id)
    ) STRICT;
    INSERT INTO school_weekday(weekday) VALUES (1), (2), (3), (4), (5);
    CREATE TABLE term(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), name TEXT NOT NULL, starts INTEGER NOT NULL,
      ends INTEGER NOT NULL, created_on INTEGER NOT NULL, version INTEGER NOT NULL, CHECK (starts <= ends)
    ) STRICT;
    CREATE TABLE day_type(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), name TEXT NOT NULL, position INTEGER NOT NULL,
      in_rotation INTEGER NOT NULL CHECK (in_rotation IN (0, 1)),
      weekday INTEGER CHECK (weekday BETWEEN 1 AND 7), bell BLOB REFERENCES bell(id),
      is_retired INTEGER NOT NULL DEFAULT 0 CHECK (is_retired IN (0, 1))
    ) STRICT;
    CREATE TABLE day_type_period(
      day_type BLOB NOT NULL REFERENCES day_type(id) ON DELETE CASCADE, period INTEGER NOT NULL,
      block INTEGER NOT NULL, PRIMARY KEY (day_type, period)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE day_exception(
      date INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('closed', 'school')),
      day_type BLOB REFERENCES day_type(id), bell BLOB REFERENCES bell(id), note TEXT,
      keeps_number INTEGER NOT NULL CHECK (keeps_number IN (0, 1))
    ) STRICT;
    CREATE TABLE closing(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), date INTEGER NOT NULL,
      policy TEXT NOT NULL CHECK (policy IN ('shift', 'keep')), note TEXT, closed_at INTEGER NOT NULL,
      undoable_until INTEGER NOT NULL, undone_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX closing_date ON closing(date) WHERE undone_at IS NULL;
    CREATE TABLE closing_day(
      closing BLOB NOT NULL REFERENCES closing(id) ON DELETE CASCADE, date INTEGER NOT NULL,
      before_type BLOB REFERENCES day_type(id), after_type BLOB REFERENCES day_type(id),
      PRIMARY KEY (closing, date)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE closing_notice(
      closing BLOB PRIMARY KEY REFERENCES closing(id) ON DELETE CASCADE,
      is_reopening INTEGER NOT NULL CHECK (is_reopening IN (0, 1)), told_to BLOB, ends_at BLOB
    ) STRICT;
    CREATE TABLE school_day(
      date INTEGER PRIMARY KEY, term BLOB NOT NULL REFERENCES term(id) ON DELETE CASCADE,
      state TEXT NOT NULL CHECK (state IN ('school', 'closed', 'noSchool')),
      day_type BLOB REFERENCES day_type(id), bell BLOB REFERENCES bell(id),
      counted BLOB REFERENCES day_type(id), CHECK ((state = 'school') = (day_type IS NOT NULL))
    ) STRICT;
    CREATE INDEX school_day_state ON school_day(state, date);
    """)
}
