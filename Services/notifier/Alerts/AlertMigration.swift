import ServiceKit
import Store

extension NotifierStore {
  /// Alerts, the slots of each person, the inbox, quiet hours and people's zones.
  ///
  /// Only triggers change `slots`, and its checks enforce this program's guarantee: nobody ever has more than
  /// 64 armed or 16 pinned alerts, and every alert ever planned is accounted for. `alert_cap` counts the rows
  /// themselves, in case the counter is ever wrong. An ended alert keeps its row for a while, so that it does
  /// not fire again when its program publishes it again. `rank` runs from -1 for crisis importance to 2 for
  /// low. `is_stale` marks alerts that a program's snapshot has not listed yet, while the snapshot is
  /// applied.
  static let alerts = Migration(
    1, "alerts, slots, inbox, quiet hours",
    """
    CREATE TABLE slots(
      person BLOB PRIMARY KEY CHECK (length(person) = 16),
      armed INTEGER NOT NULL DEFAULT 0 CHECK (armed BETWEEN 0 AND 64),
      pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned BETWEEN 0 AND 16),
      queued INTEGER NOT NULL DEFAULT 0 CHECK (queued >= 0),
      fired INTEGER NOT NULL DEFAULT 0, cancelled INTEGER NOT NULL DEFAULT 0,
      missed INTEGER NOT NULL DEFAULT 0, planned INTEGER NOT NULL DEFAULT 0,
      CHECK (planned = armed + queued + fired + cancelled + missed)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE alert(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), person BLOB NOT NULL CHECK (length(person) = 16),
      program TEXT NOT NULL, object BLOB NOT NULL CHECK (length(object) = 16), lead INTEGER NOT NULL,
      is_snoozed INTEGER NOT NULL CHECK (is_snoozed IN (0, 1)),
      state TEXT NOT NULL CHECK (state IN ('queued', 'armed', 'fired', 'cancelled', 'missed')),
      at INTEGER NOT NULL, until INTEGER NOT NULL, rank INTEGER NOT NULL, created_at INTEGER NOT NULL,
      ended_at INTEGER, is_pinned INTEGER NOT NULL CHECK (is_pinned IN (0, 1)),
      is_dropped INTEGER NOT NULL DEFAULT 0 CHECK (is_dropped IN (0, 1)),
      is_stale INTEGER NOT NULL DEFAULT 0 CHECK (is_stale IN (0, 1)), body BLOB NOT NULL,
      UNIQUE (person, program, object, lead, is_snoozed),
      CHECK ((ended_at IS NULL) = (state IN ('queued', 'armed'))),
      CHECK (is_pinned = 0 OR state = 'armed')
    ) STRICT;
    CREATE INDEX alert_order ON alert(person, state, at, rank, created_at, id)
      WHERE state IN ('queued', 'armed');
    CREATE INDEX alert_due ON alert(at) WHERE state = 'armed';
    CREATE INDEX alert_ended ON alert(ended_at) WHERE ended_at IS NOT NULL;
    CREATE INDEX alert_stale ON alert(program) WHERE is_stale = 1;

    CREATE TRIGGER alert_added AFTER INSERT ON alert BEGIN
      INSERT INTO slots(person) VALUES (NEW.person) ON CONFLICT(person) DO NOTHING;
      UPDATE slots SET planned = planned + 1, armed = armed + (NEW.state = 'armed'),
        queued = queued + (NEW.state = 'queued'), fired = fired + (NEW.state = 'fired'),
        missed = missed + (NEW.state = 'missed'), cancelled = cancelled + (NEW.state = 'cancelled'),
        pinned = pinned + NEW.is_pinned
      WHERE person = NEW.person;
    END;
    CREATE TRIGGER alert_moved AFTER UPDATE OF state, is_pinned ON alert
      WHEN OLD.state <> NEW.state OR OLD.is_pinned <> NEW.is_pinned
    BEGIN
      UPDATE slots SET planned = planned + (OLD.ended_at IS NOT NULL AND NEW.ended_at IS NULL),
        armed = armed + (NEW.state = 'armed') - (OLD.state = 'armed'),
        queued = queued + (NEW.state = 'queued') - (OLD.state = 'queued'),
        fired = fired + (NEW.state = 'fired' AND OLD.state <> 'fired'),
        missed = missed + (NEW.state = 'missed' AND OLD.state <> 'missed'),
        cancelled = cancelled + (NEW.state = 'cancelled' AND OLD.state <> 'cancelled'),
        pinned = pinned + NEW.is_pinned - OLD.is_pinned
      WHERE person = NEW.person;
    END;
    CREATE TRIGGER alert_deleted AFTER DELETE ON alert WHEN OLD.ended_at IS NULL BEGIN
      UPDATE slots SET planned = planned - 1, armed = armed - (OLD.state = 'armed'),
        queued = queued - (OLD.state = 'queued'), pinned = pinned - OLD.is_pinned
      WHERE person = OLD.person;
    END;
    CREATE TRIGGER alert_cap AFTER UPDATE OF state ON alert WHEN NEW.state = 'armed' BEGIN
      SELECT RAISE(ABORT, 'alert_cap') WHERE 64 <
        (SELECT count(*) FROM alert WHERE person = NEW.person AND state = 'armed');
    END;
    CREATE TRIGGER alert_cap_added AFTER INSERT ON alert WHEN NEW.state = 'armed' BEGIN
      SELECT RAISE(ABORT, 'alert_cap') WHERE 64 <
        (SELECT count(*) FROM alert WHERE person = NEW.person AND state = 'armed');
    END;

    CREATE TABLE notice(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), person BLOB NOT NULL CHECK (length(person) = 16),
      at INTEGER NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('fired', 'late', 'missed', 'raised')),
      alert BLOB CHECK (length(alert) = 16), program TEXT NOT NULL, object BLOB CHECK (length(object) = 16),
      lead INTEGER, importance TEXT NOT NULL, useful_until INTEGER NOT NULL, read_at INTEGER,
      cleared_at INTEGER, snoozed_until INTEGER, body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX notice_list ON notice(person, at, id) WHERE cleared_at IS NULL;
    CREATE INDEX notice_unread ON notice(person, at, id) WHERE cleared_at IS NULL AND read_at IS NULL;
    CREATE INDEX notice_cleared ON notice(cleared_at) WHERE cleared_at IS NOT NULL;
    CREATE INDEX notice_of_person ON notice(person, cleared_at) WHERE cleared_at IS NOT NULL;
    CREATE INDEX notice_age ON notice(at);

    CREATE TABLE alert_times(
      person BLOB PRIMARY KEY CHECK (length(person) = 16), quiet_from INTEGER, quiet_to INTEGER,
      quiet_days INTEGER, digest INTEGER, version INTEGER NOT NULL,
      CHECK ((quiet_from IS NULL) = (quiet_to IS NULL) AND (quiet_from IS NULL) = (quiet_days IS NULL))
    ) STRICT, WITHOUT ROWID;

    \(PersonZones.table)
    """)
}
