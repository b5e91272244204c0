import ServiceKit
import Store

extension RoomhubStore {
  /// People's time zones, and the jobs that publish alerts again.
  ///
  /// Before this migration zones were published but not stored, so auth's stream is read again from its
  /// beginning. Tasks had no alerts, so everyone's alerts are published.
  static let alerts = Migration(
    5, "alerts of tasks that are due",
    """
    \(PersonZones.table)
    CREATE TABLE alert_job(
      person BLOB NOT NULL CHECK (length(person) = 16), room BLOB NOT NULL REFERENCES room(id),
      last_task BLOB NOT NULL CHECK (length(last_task) = 16), PRIMARY KEY (person, room)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX alert_job_room ON alert_job(room);
    CREATE INDEX task_due ON task(room, id)
      WHERE completed_at IS NULL AND deleted_at IS NULL AND due_sort < 9223372036854775807;
    INSERT INTO alert_job(person, room, last_task)
      SELECT person, room, x'00000000000000000000000000000000' FROM member;
    DELETE FROM cursor WHERE producer = 'auth';
    """)
}
