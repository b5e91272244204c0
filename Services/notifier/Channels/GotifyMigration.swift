import Store

extension NotifierStore {
  /// Channels and deliveries to Gotify. A check of a table cannot be changed, so both tables are new.
  static let gotify = Migration(6, "channels to Gotify", channels + deliveries)

  private static let channels = """
    CREATE TABLE new_channel(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), person BLOB NOT NULL CHECK (length(person) = 16),
      kind TEXT NOT NULL CHECK (kind IN ('push', 'email', 'ntfy', 'gotify', 'webhook')), name TEXT NOT NULL,
      target TEXT NOT NULL, p256dh TEXT, auth TEXT, session BLOB CHECK (length(session) = 16), secret TEXT,
      is_on INTEGER NOT NULL DEFAULT 1 CHECK (is_on IN (0, 1)),
      least INTEGER NOT NULL DEFAULT 0 CHECK (least BETWEEN 0 AND 3), added_at INTEGER NOT NULL,
      waits_until INTEGER NOT NULL DEFAULT 0, delivered_at INTEGER, failed_at INTEGER, failure TEXT,
      CHECK ((kind = 'push') = (session IS NOT NULL AND p256dh IS NOT NULL AND auth IS NOT NULL)),
      CHECK ((kind IN ('gotify', 'webhook')) = (secret IS NOT NULL)),
      CHECK ((failed_at IS NULL) = (failure IS NULL))
    ) STRICT;
    INSERT INTO new_channel(id, person, kind, name, target, p256dh, auth, session, secret, is_on, least,
        added_at, waits_until, delivered_at, failed_at, failure)
      SELECT id, person, kind, name, target, p256dh, auth, session, secret, is_on, least, added_at,
        waits_until, delivered_at, failed_at, failure
      FROM channel;
    DROP TABLE channel;
    ALTER TABLE new_channel RENAME TO channel;
    CREATE INDEX channel_person ON channel(person, added_at, id);
    CREATE UNIQUE INDEX channel_endpoint ON channel(target) WHERE kind = 'push';
    CREATE UNIQUE INDEX channel_email ON channel(person) WHERE kind = 'email';
    CREATE INDEX channel_session ON channel(session) WHERE session IS NOT NULL;

    """

  private static let deliveries = """
    CREATE TABLE new_delivery(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), channel BLOB NOT NULL CHECK (length(channel) = 16),
      person BLOB NOT NULL CHECK (length(person) = 16), notice BLOB CHECK (length(notice) = 16),
      digest_at INTEGER, host TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('push', 'email', 'ntfy', 'gotify', 'webhook')),
      state TEXT NOT NULL CHECK (state IN ('pending', 'leased', 'delivered', 'expired', 'dead')),
      attempts INTEGER NOT NULL DEFAULT 0, not_before INTEGER NOT NULL, due_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL, planned_at INTEGER NOT NULL, ended_at INTEGER, reason TEXT,
      CHECK ((state IN ('pending', 'leased')) = (ended_at IS NULL)),
      CHECK (state <> 'dead' OR reason IS NOT NULL), CHECK (notice IS NULL OR digest_at IS NULL)
    ) STRICT;
    INSERT INTO new_delivery(id, channel, person, notice, digest_at, host, kind, state, attempts, not_before,
        due_at, expires_at, planned_at, ended_at, reason)
      SELECT id, channel, person, notice, digest_at, host, kind, state, attempts, not_before, due_at,
        expires_at, planned_at, ended_at, reason
      FROM delivery;
    DROP TABLE delivery;
    ALTER TABLE new_delivery RENAME TO delivery;
    CREATE UNIQUE INDEX delivery_digest ON delivery(channel, digest_at) WHERE digest_at IS NOT NULL;
    CREATE INDEX delivery_due ON delivery(kind, due_at, not_before, id) WHERE state = 'pending';
    CREATE INDEX delivery_live ON delivery(channel, state) WHERE ended_at IS NULL;
    CREATE INDEX delivery_leased ON delivery(id) WHERE state = 'leased';
    CREATE INDEX delivery_notice ON delivery(notice) WHERE notice IS NOT NULL;
    CREATE INDEX delivery_person ON delivery(person);
    CREATE INDEX delivery_ended ON delivery(state, ended_at, id) WHERE ended_at IS NOT NULL;
    """
}
