import Store

extension NotifierStore {
  /// Who was erased, and when. A program's stream may tell an alert of theirs later than auth's tells of the
  /// erasure: nothing of it is taken.
  static let erasure = Migration(
    4, "who was erased, so that nothing comes back",
    """
    CREATE TABLE erased_person(
      person BLOB PRIMARY KEY CHECK (length(person) = 16), at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX erased_person_at ON erased_person(at);
    """)
}
