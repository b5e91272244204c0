import Store

extension AttendanceStore {
  /// The classes of the school that courses follow, and the check-ins drafted from the timetable.
  ///
  /// `course.class` stays after the class has left the catalogue, so that a class that comes back gets its
  /// course again; `is_listed` is 0 until then. `by_class` marks the rows of a roster that the catalogue
  /// made. While a snapshot of campus is applied, `is_stale` marks what it has not listed. A draft that was
  /// opened has its check-in and keeps its times.
  static let drafts = Migration(
    5, "courses of the school's classes, drafted check-ins",
    """
    ALTER TABLE course ADD COLUMN class BLOB CHECK (length(class) = 16);
    ALTER TABLE course ADD COLUMN is_listed INTEGER NOT NULL DEFAULT 0 CHECK (is_listed IN (0, 1));
    ALTER TABLE course ADD COLUMN is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1));
    CREATE UNIQUE INDEX course_class ON course(class) WHERE class IS NOT NULL;
    CREATE INDEX course_stale ON course(id) WHERE is_stale = 1;

    ALTER TABLE roster ADD COLUMN by_class INTEGER NOT NULL DEFAULT 0 CHECK (by_class IN (0, 1));
    ALTER TABLE roster ADD COLUMN is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1));
    CREATE INDEX roster_stale ON roster(course, person) WHERE is_stale = 1;

    CREATE TABLE draft(
      id BLOB PRIMARY KEY CHECK (length(id) = 16),
      course BLOB NOT NULL REFERENCES course(id) ON DELETE CASCADE, day TEXT NOT NULL,
      block INTEGER NOT NULL, starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, room TEXT,
      is_skipped INTEGER NOT NULL DEFAULT 0 CHECK (is_skipped IN (0, 1)),
      checkin BLOB REFERENCES checkin(id) ON DELETE SET NULL,
      is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1))
    ) STRICT;
    CREATE INDEX draft_course ON draft(course, day, starts_at);
    CREATE INDEX draft_ends ON draft(ends_at);
    CREATE INDEX draft_checkin ON draft(checkin) WHERE checkin IS NOT NULL;
    CREATE INDEX draft_stale ON draft(id) WHERE is_stale = 1;
    """)
}
