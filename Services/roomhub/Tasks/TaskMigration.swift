import Store

extension RoomhubStore {
  /// Editing and deleting tasks. A deleted task leaves the three indexes that lists are read from, so adding
  /// a task costs the same as before. The two new indexes hold only completed and deleted tasks.
  static let tasks = Migration(
    3, "tasks are edited and deleted",
    """
    ALTER TABLE task ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE task ADD COLUMN deleted_at INTEGER;
    DROP INDEX task_open;
    DROP INDEX task_completed;
    DROP INDEX task_title;
    CREATE INDEX task_open ON task(room, rank, due_sort, added_at, id)
      WHERE completed_at IS NULL AND deleted_at IS NULL;
    CREATE INDEX task_completed ON task(room, completed_at, id)
      WHERE completed_at IS NOT NULL AND deleted_at IS NULL;
    CREATE INDEX task_completed_by ON task(room, completed_by, completed_at, id)
      WHERE completed_at IS NOT NULL AND deleted_at IS NULL;
    CREATE INDEX task_title ON task(room, title) WHERE completed_at IS NULL AND deleted_at IS NULL;
    CREATE INDEX task_deleted ON task(deleted_at) WHERE deleted_at IS NOT NULL;
    """)
}
