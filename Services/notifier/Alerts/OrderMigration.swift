import Store

extension NotifierStore {
  /// The order of each person's alerts, in an index that queries do use.
  ///
  /// SQLite uses a partial index only for a query that states its exact condition. `state = 'armed'` did not
  /// match an index over `state IN ('queued', 'armed')`, so every lookup of a slot read all alerts of its
  /// person. Each query now states `ended_at IS NULL`; the column itself is in the index, so counting reads
  /// no rows. The same applies to deliveries. Pending ones are indexed in the order in which they are
  /// attempted.
  static let order = Migration(
    3, "the order of alerts and deliveries, in one look",
    """
    DROP INDEX alert_order;
    CREATE INDEX alert_live ON alert(person, state, at, rank, created_at, id, is_pinned, ended_at)
      WHERE ended_at IS NULL;

    DROP TRIGGER alert_added;
    CREATE TRIGGER alert_added AFTER INSERT ON alert BEGIN
      INSERT INTO slots(person, planned, armed, queued, fired, missed, cancelled, pinned)
        VALUES (NEW.person, 1, NEW.state = 'armed', NEW.state = 'queued', NEW.state = 'fired',
          NEW.state = 'missed', NEW.state = 'cancelled', NEW.is_pinned)
        ON CONFLICT(person) DO UPDATE SET planned = planned + 1, armed = armed + excluded.armed,
          queued = queued + excluded.queued, fired = fired + excluded.fired,
          missed = missed + excluded.missed, cancelled = cancelled + excluded.cancelled,
          pinned = pinned + excluded.pinned;
    END;
    DROP TRIGGER alert_cap;
    CREATE TRIGGER alert_cap AFTER UPDATE OF state ON alert WHEN NEW.state = 'armed' BEGIN
      SELECT RAISE(ABORT, 'alert_cap') WHERE 64 <
        (SELECT count(*) FROM alert
         WHERE person = NEW.person AND state = 'armed' AND ended_at IS NULL);
    END;
    DROP TRIGGER alert_cap_added;
    CREATE TRIGGER alert_cap_added AFTER INSERT ON alert WHEN NEW.state = 'armed' BEGIN
      SELECT RAISE(ABORT, 'alert_cap') WHERE 64 <
        (SELECT count(*) FROM alert
         WHERE person = NEW.person AND state = 'armed' AND ended_at IS NULL);
    END;

    DROP INDEX delivery_due;
    CREATE INDEX delivery_due ON delivery(kind, due_at, not_before, id) WHERE state = 'pending';
    DROP INDEX delivery_open;
    CREATE INDEX delivery_live ON delivery(channel, state) WHERE ended_at IS NULL;
    """,
    twins: alertTriggers)
}
