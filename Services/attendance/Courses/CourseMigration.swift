import Store

extension AttendanceStore {
  /// Courses, their rosters, and the people of the site.
  ///
  /// `person` is a copy of auth's people. While a snapshot of auth is applied, `is_stale` marks those it has
  /// not listed. A roster may briefly contain a person before their first event from auth has arrived:
  /// somebody who creates a course may have signed up a moment ago.
  static let courses = Migration(
    1, "courses, rosters, people",
    """
    CREATE TABLE course(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), name TEXT NOT NULL, code TEXT, term TEXT,
      sort_name TEXT NOT NULL, added_at INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    CREATE INDEX course_name ON course(sort_name, id);

    CREATE TABLE person(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), first_name TEXT NOT NULL, last_name TEXT NOT NULL,
      sort_name TEXT NOT NULL, is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1))
    ) STRICT;
    CREATE INDEX person_stale ON person(id) WHERE is_stale = 1;

    CREATE TABLE roster(
      course BLOB NOT NULL REFERENCES course(id) ON DELETE CASCADE,
      person BLOB NOT NULL CHECK (length(person) = 16),
      role TEXT NOT NULL CHECK (role IN ('student', 'instructor')), joined_at INTEGER NOT NULL,
      PRIMARY KEY (course, person)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX roster_person ON roster(person, course);
    CREATE INDEX roster_instructor ON roster(course, person) WHERE role = 'instructor';
    """)
}
