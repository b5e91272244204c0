import Schema
import Store

/// Roomhub's tables. Times are Unix milliseconds, ids 16 bytes.
enum RoomhubStore {
  static let migrations = [
    Migration(
      1, "dorms, rooms, members, tasks, board",
      """
      CREATE TABLE dorm(
        id TEXT PRIMARY KEY, name TEXT NOT NULL,
        room_capacity INTEGER NOT NULL CHECK (room_capacity BETWEEN 1 AND 20)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE room(
        id BLOB PRIMARY KEY CHECK (length(id) = 16), dorm TEXT NOT NULL REFERENCES dorm(id),
        number TEXT NOT NULL, join_code TEXT NOT NULL, opened_at INTEGER NOT NULL,
        open_tasks INTEGER NOT NULL DEFAULT 0 CHECK (open_tasks >= 0), UNIQUE (dorm, number)
      ) STRICT;
      CREATE TABLE member(
        person BLOB PRIMARY KEY CHECK (length(person) = 16), room BLOB NOT NULL REFERENCES room(id),
        joined_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX member_room ON member(room, joined_at);
      CREATE TABLE join_request(
        id BLOB PRIMARY KEY CHECK (length(id) = 16), room BLOB NOT NULL REFERENCES room(id),
        person BLOB NOT NULL, asked_at INTEGER NOT NULL, UNIQUE (room, person)
      ) STRICT;
      CREATE TABLE task(
        id BLOB PRIMARY KEY CHECK (length(id) = 16), room BLOB NOT NULL REFERENCES room(id),
        title TEXT NOT NULL,
        rank INTEGER NOT NULL CHECK (rank IN (0, 1)), due_sort INTEGER NOT NULL, notes TEXT,
        added_by BLOB NOT NULL, added_at INTEGER NOT NULL, completed_by BLOB, completed_at INTEGER,
        CHECK ((completed_by IS NULL) = (completed_at IS NULL))
      ) STRICT;
      CREATE INDEX task_open ON task(room, rank, due_sort, added_at, id) WHERE completed_at IS NULL;
      CREATE INDEX task_completed ON task(room, completed_at, id) WHERE completed_at IS NOT NULL;
      CREATE INDEX task_title ON task(room, title) WHERE completed_at IS NULL;
      CREATE TABLE message(
        room BLOB NOT NULL REFERENCES room(id), hour INTEGER NOT NULL CHECK (hour % 3600000 = 0),
        id BLOB NOT NULL CHECK (length(id) = 16), text TEXT NOT NULL, PRIMARY KEY (room, hour, id)
      ) STRICT, WITHOUT ROWID;
      """),
    leaving, tasks, board, alerts, numbers, search, searchLines,
  ]
}
