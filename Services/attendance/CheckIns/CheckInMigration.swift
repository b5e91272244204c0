import ServiceKit
import Store

extension AttendanceStore {
  /// Check-ins with their records, excuses, saved places, and locked terms.
  ///
  /// A check-in's place, secret and tickets are cleared 24 hours after it has closed, and so are the devices
  /// of its records. A student's coordinates are in no table. `tells_at` and `soon_at` are the times at which
  /// the students are notified that it opens and that it closes soon; NULL once that is done. `flags` holds
  /// the names of `RecordFlag` with `,` between them. `would_be` of a pending record is the mark that an
  /// instructor's confirmation gives it.
  static let checkIns = Migration(
    2, "check-ins, records, excuses, saved places",
    """
    CREATE TABLE checkin(
      id BLOB PRIMARY KEY CHECK (length(id) = 16),
      course BLOB NOT NULL REFERENCES course(id) ON DELETE CASCADE,
      mode TEXT NOT NULL CHECK (mode IN ('place', 'code', 'place_and_code', 'manual')),
      opened_by BLOB CHECK (length(opened_by) = 16), starts_at INTEGER NOT NULL, opens_at INTEGER NOT NULL,
      closes_at INTEGER NOT NULL, late_from INTEGER, closed_at INTEGER, deleted_at INTEGER,
      range_m REAL, saved_spot BLOB CHECK (length(saved_spot) = 16), spot_name TEXT, latitude REAL,
      longitude REAL, accuracy REAL, secret BLOB, tells_at INTEGER, soon_at INTEGER,
      version INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    CREATE INDEX checkin_course ON checkin(course, starts_at, id);
    CREATE INDEX checkin_closes ON checkin(closes_at) WHERE closed_at IS NULL AND deleted_at IS NULL;
    CREATE INDEX checkin_tells ON checkin(tells_at) WHERE tells_at IS NOT NULL AND deleted_at IS NULL;
    CREATE INDEX checkin_soon ON checkin(soon_at) WHERE soon_at IS NOT NULL AND deleted_at IS NULL;
    CREATE INDEX checkin_secret ON checkin(closed_at, deleted_at) WHERE secret IS NOT NULL;
    CREATE INDEX checkin_deleted ON checkin(deleted_at) WHERE deleted_at IS NOT NULL;

    CREATE TABLE record(
      checkin BLOB NOT NULL REFERENCES checkin(id) ON DELETE CASCADE,
      person BLOB NOT NULL CHECK (length(person) = 16), id BLOB NOT NULL CHECK (length(id) = 16),
      status TEXT NOT NULL CHECK (status IN ('present', 'late', 'excused', 'absent', 'pending')),
      means TEXT NOT NULL, at INTEGER NOT NULL, original TEXT, would_be TEXT,
      marked_by BLOB CHECK (length(marked_by) = 16), reason TEXT, flags TEXT NOT NULL DEFAULT '',
      distance_ft INTEGER, accuracy_m INTEGER, device BLOB, ticket BLOB, changes INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (checkin, person)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX record_person ON record(person, checkin);
    CREATE INDEX record_status ON record(checkin, status);
    CREATE INDEX record_marker ON record(marked_by) WHERE marked_by IS NOT NULL;
    CREATE INDEX record_device ON record(checkin, device) WHERE device IS NOT NULL;
    CREATE UNIQUE INDEX record_ticket ON record(checkin, ticket) WHERE ticket IS NOT NULL;

    CREATE TABLE mark(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), checkin BLOB NOT NULL, person BLOB NOT NULL,
      at INTEGER NOT NULL, marked_by BLOB CHECK (length(marked_by) = 16), before TEXT, after TEXT NOT NULL,
      means TEXT NOT NULL, reason TEXT,
      FOREIGN KEY (checkin, person) REFERENCES record(checkin, person) ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX mark_record ON mark(checkin, person, id);
    CREATE INDEX mark_marker ON mark(marked_by) WHERE marked_by IS NOT NULL;

    CREATE TABLE excuse(
      id BLOB PRIMARY KEY CHECK (length(id) = 16),
      course BLOB NOT NULL REFERENCES course(id) ON DELETE CASCADE,
      person BLOB NOT NULL CHECK (length(person) = 16), day TEXT NOT NULL, note TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'declined')), filed_at INTEGER NOT NULL,
      answered_at INTEGER, answered_by BLOB CHECK (length(answered_by) = 16), answer TEXT,
      UNIQUE (course, person, day)
    ) STRICT;
    CREATE INDEX excuse_course ON excuse(course, id);
    CREATE INDEX excuse_person ON excuse(person, course);
    CREATE INDEX excuse_answerer ON excuse(answered_by) WHERE answered_by IS NOT NULL;

    CREATE TABLE spot(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), name TEXT NOT NULL, sort_name TEXT NOT NULL,
      latitude REAL NOT NULL, longitude REAL NOT NULL, range_m REAL NOT NULL,
      added_by BLOB CHECK (length(added_by) = 16)
    ) STRICT;
    CREATE INDEX spot_name ON spot(sort_name, id);
    CREATE INDEX spot_adder ON spot(added_by) WHERE added_by IS NOT NULL;

    CREATE TABLE locked_term(term TEXT PRIMARY KEY, locked_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

    ALTER TABLE course ADD COLUMN warn_below INTEGER;
    ALTER TABLE course ADD COLUMN warn_in_a_row INTEGER;
    ALTER TABLE roster ADD COLUMN is_warned INTEGER NOT NULL DEFAULT 0 CHECK (is_warned IN (0, 1));

    \(SiteCopy.table)
    """)
}
