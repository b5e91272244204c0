import Store

extension RoomhubStore {
  /// Board hours with their hashes, read marks and reports. No time here is finer than an hour. Every table
  /// names its room, or a row that does, so the rows of a closed room can be found.
  static let board = Migration(
    4, "the board's hours, read marks, reports",
    """
    CREATE TABLE board_hour(
      room BLOB NOT NULL REFERENCES room(id), hour INTEGER NOT NULL CHECK (hour % 3600000 = 0),
      posted INTEGER NOT NULL CHECK (posted > 0), hash BLOB CHECK (length(hash) = 32),
      PRIMARY KEY (room, hour)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO board_hour(room, hour, posted) SELECT room, hour, count(*) FROM message GROUP BY room, hour;
    CREATE INDEX board_hour_open ON board_hour(hour, room) WHERE hash IS NULL;
    CREATE UNIQUE INDEX message_id ON message(id);
    CREATE TABLE read_mark(
      person BLOB PRIMARY KEY CHECK (length(person) = 16), room BLOB NOT NULL REFERENCES room(id),
      hour INTEGER NOT NULL, seen INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX read_mark_room ON read_mark(room);
    CREATE TABLE reported(
      message BLOB PRIMARY KEY CHECK (length(message) = 16), room BLOB NOT NULL REFERENCES room(id),
      hour INTEGER NOT NULL, state TEXT NOT NULL CHECK (state IN ('waiting', 'hidden', 'dismissed'))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX reported_state ON reported(state, hour DESC, message);
    CREATE INDEX reported_room ON reported(room);
    CREATE TABLE report(
      message BLOB NOT NULL REFERENCES reported(message) ON DELETE CASCADE,
      person BLOB NOT NULL CHECK (length(person) = 16), reason TEXT,
      counts INTEGER NOT NULL CHECK (counts IN (0, 1)), PRIMARY KEY (message, person)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX report_person ON report(person);
    """)
}
