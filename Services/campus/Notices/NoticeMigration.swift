import Store

extension CampusStore {
  /// The notices whose students have not all been notified. `told_to` is the last of those who have; `at` the
  /// time of the change.
  static let noticeWork = Migration(
    6, "steps of class notices",
    """
    CREATE TABLE notice_work(
      class BLOB NOT NULL REFERENCES class(id) ON DELETE CASCADE, date INTEGER NOT NULL,
      at INTEGER NOT NULL, told_to BLOB, PRIMARY KEY (class, date)
    ) STRICT, WITHOUT ROWID;
    """)
}
