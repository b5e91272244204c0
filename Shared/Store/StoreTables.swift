/// The tables of every store. Times are Unix milliseconds, ids 16 bytes.
let storeTables = [
  Migration(
    1, "streams, outbox and what consumers keep",
    """
    CREATE TABLE stream(
      name TEXT PRIMARY KEY, epoch BLOB NOT NULL CHECK (length(epoch) = 16), retained_from INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE outbox(
      seq INTEGER PRIMARY KEY AUTOINCREMENT, id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
      type TEXT NOT NULL, schema TEXT NOT NULL, at INTEGER NOT NULL, flags INTEGER NOT NULL,
      trace BLOB NOT NULL, audience BLOB NOT NULL, body BLOB NOT NULL
    ) STRICT;
    CREATE TABLE cursor(
      producer TEXT PRIMARY KEY, epoch BLOB NOT NULL CHECK (length(epoch) = 16), seq INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE inbox(
      event_id BLOB PRIMARY KEY CHECK (length(event_id) = 16), handled_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX inbox_handled ON inbox(handled_at);
    CREATE TABLE dead_letter(
      id INTEGER PRIMARY KEY AUTOINCREMENT, producer TEXT NOT NULL, stream TEXT NOT NULL,
      seq INTEGER NOT NULL, type TEXT NOT NULL, body BLOB NOT NULL, error TEXT NOT NULL,
      attempts INTEGER NOT NULL, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'retried', 'dropped'))
    ) STRICT;
    CREATE INDEX dead_letter_state ON dead_letter(state, id);
    CREATE TABLE idem(
      scope BLOB PRIMARY KEY, req_hash BLOB NOT NULL, reply BLOB, expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX idem_expires ON idem(expires_at);
    CREATE TABLE timer(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), due_at INTEGER NOT NULL, kind TEXT NOT NULL,
      body BLOB NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, lease_until INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX timer_due ON timer(due_at);
    """),
  Migration(
    2, "dead letters keep the event's header and the operator's note",
    """
    ALTER TABLE dead_letter ADD COLUMN header BLOB NOT NULL DEFAULT x'';
    ALTER TABLE dead_letter ADD COLUMN note TEXT;
    """),
  Migration(
    3, "stored replies stand in one tree, in the order of their scopes",
    """
    CREATE TABLE new_idem(
      scope BLOB PRIMARY KEY, req_hash BLOB NOT NULL, reply BLOB, expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO new_idem(scope, req_hash, reply, expires_at)
      SELECT scope, req_hash, reply, expires_at FROM idem ORDER BY scope;
    DROP TABLE idem;
    ALTER TABLE new_idem RENAME TO idem;
    CREATE INDEX idem_expires ON idem(expires_at);
    """),
  Migration(
    4, "tables that no program used are gone",
    """
    DROP TABLE inbox;
    DROP TABLE timer;
    """),
  Migration(
    5, "starts and stops are counted, and a stream tells if it replaces another",
    """
    ALTER TABLE stream ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE stream ADD COLUMN replaces INTEGER NOT NULL DEFAULT 1;
    """),
  Migration(
    6, "what programs keep in memory has a version",
    """
    CREATE TABLE cache_version(
      subject BLOB PRIMARY KEY CHECK (length(subject) = 16), number INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """),
]
