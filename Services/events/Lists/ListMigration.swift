import Store

extension EventsStore {
  /// To-dos and budget sheets.
  ///
  /// `place` orders a list. Deleted rows keep theirs, so that a restored row returns to its old position.
  /// `to_do_list` and `budget` hold the summaries that an event shows of its lists. They are written with
  /// every change, so that a page of events costs one lookup each.
  static let lists = Migration(
    2, "to-dos and budgets",
    """
    CREATE TABLE to_do(
      id BLOB PRIMARY KEY CHECK (length(id) = 16),
      event BLOB NOT NULL REFERENCES event(id) ON DELETE CASCADE,
      place INTEGER NOT NULL, text TEXT NOT NULL, done_by BLOB CHECK (length(done_by) = 16), done_at INTEGER,
      due TEXT, assignee BLOB CHECK (length(assignee) = 16), deleted_at INTEGER,
      version INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    CREATE INDEX to_do_place ON to_do(event, place);
    CREATE INDEX to_do_deleted ON to_do(deleted_at) WHERE deleted_at IS NOT NULL;
    CREATE INDEX to_do_done_by ON to_do(done_by) WHERE done_by IS NOT NULL;
    CREATE INDEX to_do_assignee ON to_do(assignee) WHERE assignee IS NOT NULL;

    CREATE TABLE to_do_list(
      event BLOB PRIMARY KEY REFERENCES event(id) ON DELETE CASCADE,
      items INTEGER NOT NULL, done INTEGER NOT NULL, CHECK (done BETWEEN 0 AND items)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE budget_line(
      id BLOB PRIMARY KEY CHECK (length(id) = 16),
      event BLOB NOT NULL REFERENCES event(id) ON DELETE CASCADE,
      place INTEGER NOT NULL, text TEXT NOT NULL, planned INTEGER, actual INTEGER, deleted_at INTEGER,
      version INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    CREATE INDEX budget_line_place ON budget_line(event, place);
    CREATE INDEX budget_line_deleted ON budget_line(deleted_at) WHERE deleted_at IS NOT NULL;

    CREATE TABLE budget(
      event BLOB PRIMARY KEY REFERENCES event(id) ON DELETE CASCADE,
      currency TEXT NOT NULL, digits INTEGER NOT NULL CHECK (digits BETWEEN 0 AND 4),
      cap INTEGER CHECK (cap >= 0), items INTEGER NOT NULL DEFAULT 0, planned INTEGER NOT NULL DEFAULT 0,
      actual INTEGER NOT NULL DEFAULT 0, expected INTEGER NOT NULL DEFAULT 0,
      version INTEGER NOT NULL DEFAULT 1
    ) STRICT, WITHOUT ROWID;
    """)
}
