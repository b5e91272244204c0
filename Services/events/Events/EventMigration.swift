import Store

extension EventsStore {
  /// Events, people's rooms and time zones, answers and links.
  ///
  /// `next_at` is the start of the event; for a repeating one, the next start as of its last move. `moves_at`
  /// is the time at which a repeating event must be updated, because its start or one of its reminders
  /// passes. `last_at` is its last start, after which the event is past. `room` is the room that it is shared
  /// with.
  static let events = Migration(
    1, "events, rooms, zones, answers, links",
    """
    CREATE TABLE event(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), owner BLOB NOT NULL CHECK (length(owner) = 16),
      title TEXT NOT NULL, notes TEXT, place TEXT,
      date TEXT NOT NULL, time TEXT, zone TEXT NOT NULL,
      minutes INTEGER NOT NULL CHECK (minutes >= 0), recurrence TEXT, leads TEXT NOT NULL,
      picture TEXT, credit TEXT, crop_x REAL, crop_y REAL, crop_width REAL, crop_height REAL,
      room BLOB CHECK (length(room) = 16),
      next_at INTEGER NOT NULL, last_at INTEGER NOT NULL, moves_at INTEGER,
      uid TEXT NOT NULL, sequence INTEGER NOT NULL DEFAULT 0,
      added_at INTEGER NOT NULL, deleted_at INTEGER, version INTEGER NOT NULL DEFAULT 1,
      CHECK (last_at >= next_at), CHECK ((moves_at IS NULL) = (recurrence IS NULL))
    ) STRICT;
    CREATE INDEX event_next ON event(owner, next_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX event_last ON event(owner, last_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX event_room_next ON event(room, next_at, id) WHERE deleted_at IS NULL AND room IS NOT NULL;
    CREATE INDEX event_room_last ON event(room, last_at, id) WHERE deleted_at IS NULL AND room IS NOT NULL;
    CREATE INDEX event_moves ON event(moves_at) WHERE deleted_at IS NULL AND moves_at IS NOT NULL;
    CREATE INDEX event_owner_moves ON event(owner, moves_at)
      WHERE deleted_at IS NULL AND moves_at IS NOT NULL;
    CREATE INDEX event_room_moves ON event(room, moves_at)
      WHERE deleted_at IS NULL AND moves_at IS NOT NULL AND room IS NOT NULL;
    CREATE INDEX event_owner ON event(owner, id);
    CREATE INDEX event_all_days ON event(owner, id) WHERE time IS NULL;
    CREATE INDEX event_deleted ON event(deleted_at) WHERE deleted_at IS NOT NULL;
    CREATE INDEX event_uid ON event(owner, uid);

    CREATE TABLE membership(
      person BLOB PRIMARY KEY CHECK (length(person) = 16), room BLOB NOT NULL CHECK (length(room) = 16),
      is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1))
    ) STRICT;
    CREATE INDEX membership_room ON membership(room, person);

    CREATE TABLE person_zone(
      person BLOB PRIMARY KEY CHECK (length(person) = 16), zone TEXT NOT NULL,
      is_moving INTEGER NOT NULL DEFAULT 1 CHECK (is_moving IN (0, 1))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX person_zone_moving ON person_zone(person) WHERE is_moving = 1;

    CREATE TABLE answer(
      event BLOB NOT NULL REFERENCES event(id) ON DELETE CASCADE,
      person BLOB NOT NULL CHECK (length(person) = 16),
      answer TEXT NOT NULL CHECK (answer IN ('yes', 'maybe', 'no')), at INTEGER NOT NULL,
      PRIMARY KEY (event, person)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX answer_person ON answer(person, event);

    CREATE TABLE event_link(
      event BLOB PRIMARY KEY REFERENCES event(id) ON DELETE CASCADE,
      token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32), made_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """)
}
