import Store

/// The tables of the channels. `delivery.due_at` and `channel.waits_until` use the system clock, because
/// retries do; `not_before`, `expires_at`, `planned_at` and `ended_at` use the site's clock.
enum ChannelMigration {
  static let migration = Migration(2, "channels and deliveries", channels + deliveries)

  /// `target` is the endpoint of a subscription, the ntfy topic or the webhook; for email, the address that
  /// mail last went to. `least` is 0 for low up to 3 for crisis. `ended_session` holds sign-in sessions for
  /// minutes after they end, so that a request in flight binds no channel to one of them.
  private static let channels = """
    CREATE TABLE channel(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), person BLOB NOT NULL CHECK (length(person) = 16),
      kind TEXT NOT NULL CHECK (kind IN ('push', 'email', 'ntfy', 'webhook')), name TEXT NOT NULL,
      target TEXT NOT NULL, p256dh TEXT, auth TEXT, session BLOB CHECK (length(session) = 16), secret TEXT,
      is_on INTEGER NOT NULL DEFAULT 1 CHECK (is_on IN (0, 1)),
      least INTEGER NOT NULL DEFAULT 0 CHECK (least BETWEEN 0 AND 3), added_at INTEGER NOT NULL,
      waits_until INTEGER NOT NULL DEFAULT 0, delivered_at INTEGER, failed_at INTEGER, failure TEXT,
      CHECK ((kind = 'push') = (session IS NOT NULL AND p256dh IS NOT NULL AND auth IS NOT NULL)),
      CHECK ((kind = 'webhook') = (secret IS NOT NULL)),
      CHECK ((failed_at IS NULL) = (failure IS NULL))
    ) STRICT;
    CREATE INDEX channel_person ON channel(person, added_at, id);
    CREATE UNIQUE INDEX channel_endpoint ON channel(target) WHERE kind = 'push';
    CREATE UNIQUE INDEX channel_email ON channel(person) WHERE kind = 'email';
    CREATE INDEX channel_session ON channel(session) WHERE session IS NOT NULL;
    CREATE TABLE ended_session(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX ended_session_at ON ended_session(at);
    CREATE TABLE site_key(
      name TEXT PRIMARY KEY, secret BLOB NOT NULL CHECK (length(secret) = 32), made_at INTEGER NOT NULL
    ) STRICT;

    """

  /// `notice` is null for a test and for a digest, whose notices are in `digest_line`. A channel has at most
  /// one digest for a moment. `kind` and `host` are stored here too, because a dead letter outlives its
  /// channel.
  private static let deliveries = """
    CREATE TABLE delivery(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), channel BLOB NOT NULL CHECK (length(channel) = 16),
      person BLOB NOT NULL CHECK (length(person) = 16), notice BLOB CHECK (length(notice) = 16),
      digest_at INTEGER, host TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('push', 'email', 'ntfy', 'webhook')),
      state TEXT NOT NULL CHECK (state IN ('pending', 'leased', 'delivered', 'expired', 'dead')),
      attempts INTEGER NOT NULL DEFAULT 0, not_before INTEGER NOT NULL, due_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL, planned_at INTEGER NOT NULL, ended_at INTEGER, reason TEXT,
      CHECK ((state IN ('pending', 'leased')) = (ended_at IS NULL)),
      CHECK (state <> 'dead' OR reason IS NOT NULL), CHECK (notice IS NULL OR digest_at IS NULL)
    ) STRICT;
    CREATE UNIQUE INDEX delivery_digest ON delivery(channel, digest_at) WHERE digest_at IS NOT NULL;
    CREATE INDEX delivery_due ON delivery(kind, not_before) WHERE state = 'pending';
    CREATE INDEX delivery_open ON delivery(channel) WHERE state IN ('pending', 'leased');
    CREATE INDEX delivery_leased ON delivery(id) WHERE state = 'leased';
    CREATE INDEX delivery_notice ON delivery(notice) WHERE notice IS NOT NULL;
    CREATE INDEX delivery_person ON delivery(person);
    CREATE INDEX delivery_ended ON delivery(state, ended_at, id) WHERE ended_at IS NOT NULL;
    CREATE TABLE digest_line(
      delivery BLOB NOT NULL REFERENCES delivery(id) ON DELETE CASCADE,
      notice BLOB NOT NULL CHECK (length(notice) = 16), PRIMARY KEY (delivery, notice)
    ) STRICT, WITHOUT ROWID;
    """
}
