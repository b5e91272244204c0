package import Schema

/// Versions of what a program keeps in memory beside its store.
///
/// A file has one owner, who knows each change. On a server another process of the program may write, once
/// this one's connection and with it the lock was lost. So a write raises the version of what it changes, in
/// its own transaction, and whoever uses a kept value first reads the version in the store.
extension ProgramStore {
  /// True if what is kept in memory is good only for its version in the store.
  package var isShared: Bool { readers.place != nil }
}

extension Database {
  /// Raises the version of a subject, such as a room. Does nothing in a file.
  package func raiseVersion(of subject: RawUUID) throws {
    guard case .postgres = backing else { return }
    try run(
      """
      INSERT INTO cache_version(subject, number) VALUES (?, 1)
      ON CONFLICT (subject) DO UPDATE SET number = cache_version.number + 1
      """,
      subject)
  }

  /// The version of a subject; 0 before its first change.
  package func version(of subject: RawUUID) throws -> Int64 {
    try one("SELECT number FROM cache_version WHERE subject = ?", subject) { try $0.int("number") } ?? 0
  }
}
