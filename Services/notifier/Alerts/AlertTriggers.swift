extension NotifierStore {
  /// The triggers on alerts for PostgreSQL: the same counts and the same limit.
  static let alertTriggers = [
    "alert_added": """
    CREATE FUNCTION alert_added() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO slots AS own(person, planned, armed, queued, fired, missed, cancelled, pinned)
        VALUES (NEW.person, 1, (NEW.state = 'armed')::int, (NEW.state = 'queued')::int,
          (NEW.state = 'fired')::int, (NEW.state = 'missed')::int, (NEW.state = 'cancelled')::int,
          NEW.is_pinned)
        ON CONFLICT(person) DO UPDATE SET planned = own.planned + 1, armed = own.armed + excluded.armed,
          queued = own.queued + excluded.queued, fired = own.fired + excluded.fired,
          missed = own.missed + excluded.missed, cancelled = own.cancelled + excluded.cancelled,
          pinned = own.pinned + excluded.pinned;
      RETURN NULL;
    END $$;
    CREATE TRIGGER alert_added AFTER INSERT ON alert FOR EACH ROW EXECUTE FUNCTION alert_added();
    """,
    "alert_moved": """
    CREATE FUNCTION alert_moved() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE slots SET planned = planned + (OLD.ended_at IS NOT NULL AND NEW.ended_at IS NULL)::int,
        armed = armed + (NEW.state = 'armed')::int - (OLD.state = 'armed')::int,
        queued = queued + (NEW.state = 'queued')::int - (OLD.state = 'queued')::int,
        fired = fired + (NEW.state = 'fired' AND OLD.state <> 'fired')::int,
        missed = missed + (NEW.state = 'missed' AND OLD.state <> 'missed')::int,
        cancelled = cancelled + (NEW.state = 'cancelled' AND OLD.state <> 'cancelled')::int,
        pinned = pinned + NEW.is_pinned - OLD.is_pinned
      WHERE person = NEW.person;
      RETURN NULL;
    END $$;
    CREATE TRIGGER alert_moved AFTER UPDATE OF state, is_pinned ON alert FOR EACH ROW
      WHEN (OLD.state <> NEW.state OR OLD.is_pinned <> NEW.is_pinned) EXECUTE FUNCTION alert_moved();
    """,
    "alert_deleted": """
    CREATE FUNCTION alert_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE slots SET planned = planned - 1, armed = armed - (OLD.state = 'armed')::int,
        queued = queued - (OLD.state = 'queued')::int, pinned = pinned - OLD.is_pinned
      WHERE person = OLD.person;
      RETURN NULL;
    END $$;
    CREATE TRIGGER alert_deleted AFTER DELETE ON alert FOR EACH ROW
      WHEN (OLD.ended_at IS NULL) EXECUTE FUNCTION alert_deleted();
    """,
    "alert_cap": """
    CREATE FUNCTION alert_cap() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF 64 < (SELECT count(*) FROM alert
        WHERE person = NEW.person AND state = 'armed' AND ended_at IS NULL) THEN
        RAISE EXCEPTION 'alert_cap';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER alert_cap AFTER UPDATE OF state ON alert FOR EACH ROW
      WHEN (NEW.state = 'armed') EXECUTE FUNCTION alert_cap();
    """,
    "alert_cap_added": """
    CREATE TRIGGER alert_cap_added AFTER INSERT ON alert FOR EACH ROW
      WHEN (NEW.state = 'armed') EXECUTE FUNCTION alert_cap();
    """,
  ]
}
