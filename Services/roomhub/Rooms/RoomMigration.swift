import Store

extension RoomhubStore {
  /// A closed room releases its address and its code. It has no foreign key to its dorm, because a dorm may
  /// be deleted while the contents of its last rooms wait to be purged.
  static let leaving = Migration(
    2, "closed rooms, capacities, decided requests, former members",
    """
    CREATE TABLE new_room(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), dorm TEXT NOT NULL, number TEXT NOT NULL,
      join_code TEXT NOT NULL, opened_at INTEGER NOT NULL,
      open_tasks INTEGER NOT NULL DEFAULT 0 CHECK (open_tasks >= 0),
      capacity INTEGER CHECK (capacity BETWEEN 1 AND 20), closed_at INTEGER, purged_at INTEGER,
      CHECK (purged_at IS NULL OR closed_at IS NOT NULL)
    ) STRICT;
    INSERT INTO new_room(id, dorm, number, join_code, opened_at, open_tasks)
      SELECT id, dorm, number, join_code, opened_at, open_tasks FROM room;
    DROP TABLE room;
    ALTER TABLE new_room RENAME TO room;
    CREATE UNIQUE INDEX room_address ON room(dorm, number) WHERE closed_at IS NULL;
    CREATE UNIQUE INDEX room_join_code ON room(join_code) WHERE closed_at IS NULL;
    CREATE INDEX room_closed ON room(closed_at) WHERE closed_at IS NOT NULL AND purged_at IS NULL;

    CREATE TABLE new_join_request(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), room BLOB NOT NULL REFERENCES room(id),
      person BLOB NOT NULL CHECK (length(person) = 16), asked_at INTEGER NOT NULL,
      decision TEXT CHECK (decision IN ('approved', 'declined')), decided_at INTEGER,
      CHECK ((decision IS NULL) = (decided_at IS NULL))
    ) STRICT;
    INSERT INTO new_join_request(id, room, person, asked_at)
      SELECT id, room, person, asked_at FROM join_request AS old WHERE NOT EXISTS (
        SELECT 1 FROM join_request AS other
        WHERE other.person = old.person AND (other.asked_at, other.id) > (old.asked_at, old.id));
    DROP TABLE join_request;
    ALTER TABLE new_join_request RENAME TO join_request;
    CREATE UNIQUE INDEX join_request_waiting ON join_request(person) WHERE decision IS NULL;
    CREATE INDEX join_request_person ON join_request(person);
    CREATE INDEX join_request_room ON join_request(room, asked_at, id);
    CREATE INDEX join_request_decided ON join_request(decided_at) WHERE decision IS NOT NULL;

    CREATE TABLE join_failure(
      id INTEGER PRIMARY KEY, person BLOB NOT NULL CHECK (length(person) = 16), at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX join_failure_person ON join_failure(person, at);
    CREATE INDEX join_failure_at ON join_failure(at);

    CREATE TABLE past_member(
      id INTEGER PRIMARY KEY, room BLOB NOT NULL REFERENCES room(id),
      person BLOB NOT NULL CHECK (length(person) = 16), joined_at INTEGER NOT NULL, left_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX past_member_room ON past_member(room);
    CREATE INDEX past_member_person ON past_member(person);

    CREATE INDEX task_by_adder ON task(added_by, id);
    CREATE INDEX task_by_completer ON task(completed_by, id) WHERE completed_by IS NOT NULL;
    """)
}
