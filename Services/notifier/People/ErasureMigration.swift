import Store

extension NotifierStore {
  /// Erased people, and the time of each erasure. A program's stream may deliver an alert of theirs after
  /// auth's stream delivers the erasure; such an alert is ignored.
  static let erasure = Migration(
    4, "who was erased, so that nothing comes back",
    """
    CREATE TABLE erased_person(
      person BLOB PRIMARY KEY CHECK (length(person) = 16), at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX erased_person_at ON erased_person(at);
    """)
}
