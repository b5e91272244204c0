import Store

extension CampusStore {
  /// The catalogue of classes, the schedules of students, notices, and what has been published about them.
  ///
  /// `code_key` is empty for a class without a code, so that name and code are unique together. `grades` and
  /// `blocks` have a bit for each number. A day's
  /// `date` is the number of days since 1970-01-01. `replan` has the people whose roster rows and reminders
  /// are computed again; `remeet` the dates of which meetings are. `roster`, `meeting` and `reminder` hold
  /// what other programs have been told, so that only differences are published.
  static let classes = Migration(
    3, "classes, schedules",
    """
    CREATE TABLE class(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), name TEXT NOT NULL, code TEXT, sort_name TEXT NOT NULL,
      code_key TEXT NOT NULL, search TEXT NOT NULL, teacher BLOB CHECK (length(teacher) = 16),
      teacher_name TEXT, room TEXT, lunch TEXT, course BLOB CHECK (length(course) = 16),
      grades INTEGER NOT NULL, blocks INTEGER NOT NULL, version INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX class_name ON class(sort_name, code_key);
    CREATE INDEX class_order ON class(sort_name, id);
    CREATE INDEX class_teacher ON class(teacher) WHERE teacher IS NOT NULL;

    CREATE TABLE schedule(
      person BLOB NOT NULL CHECK (length(person) = 16), term BLOB NOT NULL CHECK (length(term) = 16),
      grade INTEGER NOT NULL, version INTEGER NOT NULL, saved_at INTEGER NOT NULL,
      PRIMARY KEY (person, term)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX schedule_term ON schedule(term, person);
    CREATE TABLE schedule_class(
      person BLOB NOT NULL CHECK (length(person) = 16), term BLOB NOT NULL CHECK (length(term) = 16),
      block INTEGER NOT NULL, class BLOB NOT NULL CHECK (length(class) = 16),
      PRIMARY KEY (person, term, block)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX schedule_class_class ON schedule_class(class, term, person);
    CREATE TABLE schedule_version(
      person BLOB NOT NULL CHECK (length(person) = 16), term BLOB NOT NULL CHECK (length(term) = 16),
      version INTEGER NOT NULL, grade INTEGER NOT NULL, saved_at INTEGER NOT NULL, choices TEXT NOT NULL,
      PRIMARY KEY (person, term, version)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE school_choice(
      person BLOB PRIMARY KEY CHECK (length(person) = 16), reminder INTEGER,
      reminder_for TEXT NOT NULL DEFAULT 'first' CHECK (reminder_for IN ('first', 'every')),
      shares_free INTEGER NOT NULL DEFAULT 0 CHECK (shares_free IN (0, 1)), plan_at INTEGER
    ) STRICT;
    CREATE INDEX school_choice_plan ON school_choice(plan_at) WHERE plan_at IS NOT NULL;

    CREATE TABLE class_notice(
      class BLOB NOT NULL REFERENCES class(id) ON DELETE CASCADE, date INTEGER NOT NULL, room TEXT,
      substitute TEXT, note TEXT, is_cancelled INTEGER NOT NULL CHECK (is_cancelled IN (0, 1)),
      at INTEGER NOT NULL, PRIMARY KEY (class, date)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX class_notice_date ON class_notice(date);

    CREATE TABLE reminder(
      person BLOB NOT NULL CHECK (length(person) = 16), date INTEGER NOT NULL, period INTEGER NOT NULL,
      at INTEGER NOT NULL, starts INTEGER NOT NULL, minutes INTEGER NOT NULL, title TEXT NOT NULL,
      room TEXT, teacher TEXT, PRIMARY KEY (person, date, period)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE roster(
      class BLOB NOT NULL CHECK (length(class) = 16), person BLOB NOT NULL CHECK (length(person) = 16),
      PRIMARY KEY (class, person)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX roster_person ON roster(person);
    CREATE TABLE meeting(
      class BLOB NOT NULL CHECK (length(class) = 16), date INTEGER NOT NULL, meetings TEXT NOT NULL,
      PRIMARY KEY (class, date)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX meeting_date ON meeting(date, class);

    CREATE TABLE replan(person BLOB PRIMARY KEY CHECK (length(person) = 16)) STRICT;
    CREATE TABLE remeet(date INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE planning(
      id INTEGER PRIMARY KEY CHECK (id = 1), date INTEGER, term BLOB CHECK (length(term) = 16), zone TEXT
    ) STRICT;
    INSERT INTO planning(id) VALUES (1);
    """)
}
