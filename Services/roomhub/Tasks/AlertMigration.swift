import ServiceKit
import Store

extension RoomhubStore {
  /// Where people's clocks are, and whose alerts have to be told anew.
  ///
  /// Before this step zones were told and not kept, so auth is heard from its beginning once more; and nobody
  /// was reminded of a task, so everybody's alerts are told.
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
