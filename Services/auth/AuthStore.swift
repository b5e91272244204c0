import Schema
import Store

/// Auth's tables. Times are Unix milliseconds, ids 16 bytes. Tokens and codes are stored only as BLAKE2b-256
/// hashes, passwords only as Argon2id hashes. Invitation codes are stored in plain text: administrators see
/// them in a list, and all they open is the sign-up.
enum AuthStore {
  static let migrations = [
    Migration(
      1, "people and sign-in sessions",
      """
      CREATE TABLE person(
        id BLOB PRIMARY KEY CHECK (length(id) = 16), email TEXT NOT NULL UNIQUE, password TEXT NOT NULL,
        first_name TEXT NOT NULL, last_name TEXT NOT NULL, pronouns TEXT, concentration TEXT, hometown TEXT,
        phone TEXT, roles TEXT NOT NULL, version INTEGER NOT NULL, signed_up_at INTEGER NOT NULL,
        asked_dorm TEXT, asked_number TEXT, CHECK ((asked_dorm IS NULL) = (asked_number IS NULL))
      ) STRICT;
      CREATE TABLE session(
        id BLOB PRIMARY KEY CHECK (length(id) = 16), person BLOB NOT NULL REFERENCES person(id),
        token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32), started_at INTEGER NOT NULL,
        last_seen_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX session_person ON session(person, started_at, id);
      CREATE INDEX session_expires ON session(expires_at);
      """),
    Migration(
      2, "mail, tokens, devices, invitations, administration and erasure",
      peopleAndSessions + secrets + mail + administration),
    Migration(3, "where people's clocks are", "ALTER TABLE person ADD COLUMN zone TEXT;"),
    Migration(4, "settings of the site, and the code for its first administrator", site),
    Migration(
      5, "the language of a mail, and when administrators heard of an old backup",
      """
      ALTER TABLE mail_job ADD COLUMN language TEXT;
      ALTER TABLE email_change ADD COLUMN language TEXT;
      CREATE TABLE backup_watch(
        id INTEGER PRIMARY KEY CHECK (id = 1), since INTEGER NOT NULL, told_at INTEGER
      ) STRICT;
      """),
    Migration(
      6, "people whom a program has to erase when it runs again",
      """
      CREATE TABLE erasure_owed(
        program TEXT NOT NULL, person BLOB NOT NULL CHECK (length(person) = 16), PRIMARY KEY (program, person)
      ) STRICT, WITHOUT ROWID;
      """),
    Migration(
      7, "alerts of the site's monitoring",
      """
      CREATE TABLE site_alert(
        fingerprint TEXT NOT NULL, started_at INTEGER NOT NULL, seen_at INTEGER NOT NULL, told_at INTEGER,
        resolved_at INTEGER, PRIMARY KEY(fingerprint, started_at)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX site_alert_seen ON site_alert(seen_at);
      CREATE INDEX site_alert_told ON site_alert(told_at) WHERE told_at IS NOT NULL;
      """),
    Migration(8, "the color of people's initials", "ALTER TABLE person ADD COLUMN color TEXT;"),
    Migration(
      9, "people's own order of the page Today",
      """
      ALTER TABLE person ADD COLUMN today_order TEXT;
      ALTER TABLE person ADD COLUMN today_hidden TEXT;
      """),
    portraits, portraitCredits,
    Migration(
      12, "the program that sends a mail",
      "ALTER TABLE mail_job ADD COLUMN lease_owner BLOB CHECK (length(lease_owner) = 16);"),
  ]

  /// `visible_to` holds the visibility of pronouns, concentration, hometown, phone, languages and allergies,
  /// in that order. `credentials` counts the changes that invalidate an earlier check of the password. A
  /// session ends at `ends_at`: after `idle_ms` without use, or at `expires_at` at the latest.
  private static let peopleAndSessions = """
    ALTER TABLE person ADD COLUMN verified_at INTEGER;
    ALTER TABLE person ADD COLUMN languages TEXT;
    ALTER TABLE person ADD COLUMN allergies TEXT;
    ALTER TABLE person ADD COLUMN visible_to TEXT NOT NULL DEFAULT 'room room room nobody room nobody';
    ALTER TABLE person ADD COLUMN asked_code TEXT;
    ALTER TABLE person ADD COLUMN blocked_at INTEGER;
    ALTER TABLE person ADD COLUMN erases_at INTEGER;
    ALTER TABLE person ADD COLUMN is_erasing INTEGER NOT NULL DEFAULT 0 CHECK (is_erasing IN (0, 1));
    ALTER TABLE person ADD COLUMN last_seen_at INTEGER;
    ALTER TABLE person ADD COLUMN credentials INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE person ADD COLUMN sort_name TEXT NOT NULL DEFAULT '';
    ALTER TABLE person ADD COLUMN search TEXT NOT NULL DEFAULT '';
    UPDATE person SET sort_name = lower(last_name || ' ' || first_name),
      search = lower(first_name || ' ' || last_name || ' ' || first_name || ' ' || email);
    CREATE INDEX person_name ON person(sort_name, id);
    CREATE INDEX person_erases ON person(erases_at) WHERE erases_at IS NOT NULL;
    ALTER TABLE session ADD COLUMN device TEXT;
    ALTER TABLE session ADD COLUMN idle_ms INTEGER NOT NULL DEFAULT 1209600000;
    ALTER TABLE session ADD COLUMN ends_at INTEGER NOT NULL DEFAULT 0;
    UPDATE session SET ends_at = CASE WHEN expires_at < last_seen_at + idle_ms THEN expires_at
      ELSE last_seen_at + idle_ms END;
    DROP INDEX session_expires;
    CREATE INDEX session_ends ON session(ends_at);

    """

  private static let secrets = """
    CREATE TABLE api_token(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), person BLOB NOT NULL REFERENCES person(id),
      token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32), name TEXT NOT NULL,
      scopes TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, last_used_at INTEGER
    ) STRICT;
    CREATE INDEX api_token_person ON api_token(person, created_at, id);
    CREATE INDEX api_token_expires ON api_token(expires_at);
    CREATE TABLE known_device(
      token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
      person BLOB NOT NULL REFERENCES person(id), first_at INTEGER NOT NULL, last_at INTEGER NOT NULL,
      failures INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX known_device_person ON known_device(person, last_at);
    CREATE TABLE sign_in_delay(
      key BLOB PRIMARY KEY CHECK (length(key) = 32), failures INTEGER NOT NULL, last_at INTEGER NOT NULL,
      next_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sign_in_delay_last ON sign_in_delay(last_at);
    CREATE TABLE one_time_code(
      hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
      kind TEXT NOT NULL CHECK (kind IN ('sign_up', 'reset', 'hand', 'verify', 'change')),
      object BLOB NOT NULL CHECK (length(object) = 16), expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX one_time_code_object ON one_time_code(object);
    CREATE INDEX one_time_code_expires ON one_time_code(expires_at);

    """

  private static let mail = """
    CREATE TABLE pending_signup(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), email TEXT NOT NULL, password TEXT NOT NULL,
      first_name TEXT NOT NULL, last_name TEXT NOT NULL, asked_dorm TEXT, asked_number TEXT, asked_code TEXT,
      invite BLOB, expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX pending_signup_email ON pending_signup(email);
    CREATE INDEX pending_signup_expires ON pending_signup(expires_at);
    CREATE TABLE email_change(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), person BLOB NOT NULL REFERENCES person(id),
      old_email TEXT NOT NULL, new_email TEXT NOT NULL, changed_at INTEGER, expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX email_change_person ON email_change(person);
    CREATE INDEX email_change_expires ON email_change(expires_at);
    CREATE TABLE mail_job(
      id BLOB PRIMARY KEY CHECK (length(id) = 16),
      kind TEXT NOT NULL CHECK (kind IN ('sign_up', 'reset', 'verify', 'change', 'changed')),
      object BLOB NOT NULL CHECK (length(object) = 16), created_at INTEGER NOT NULL,
      due_at INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX mail_job_due ON mail_job(due_at);
    CREATE INDEX mail_job_object ON mail_job(object);
    CREATE TABLE mail_asked(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), key BLOB NOT NULL CHECK (length(key) = 32),
      at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX mail_asked_key ON mail_asked(key, at);
    CREATE INDEX mail_asked_at ON mail_asked(at);

    """

  /// `setup_code` has one row while the site has no administrator, and none afterwards.
  private static let site = """
    CREATE TABLE site_setting(
      key TEXT PRIMARY KEY CHECK (key IN ('name', 'zone', 'language', 'sign_up')), value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE setup_code(
      id INTEGER PRIMARY KEY CHECK (id = 1), hash BLOB NOT NULL CHECK (length(hash) = 32)
    ) STRICT;
    """

  private static let administration = """
    CREATE TABLE invite(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), code TEXT NOT NULL UNIQUE, uses INTEGER NOT NULL,
      used INTEGER NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND uses), created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL, revoked_at INTEGER, note TEXT
    ) STRICT;
    CREATE INDEX invite_created ON invite(created_at, id);
    CREATE INDEX invite_expires ON invite(expires_at);
    CREATE TABLE audit(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), at INTEGER NOT NULL, actor BLOB, action TEXT NOT NULL,
      object TEXT NOT NULL, detail TEXT
    ) STRICT;
    CREATE INDEX audit_at ON audit(at, id);
    CREATE INDEX audit_actor ON audit(actor, at, id);
    CREATE INDEX audit_object ON audit(object);
    """
}
