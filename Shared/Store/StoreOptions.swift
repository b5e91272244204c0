/// Limits and switches of one store. The defaults suit every program of Quad.
package struct StoreOptions: Sendable {
  /// The maximum number of writes waiting for the writer. Beyond it, they fail with `StoreError.busy`.
  package var queueLimit = 1024
  /// The maximum number of open read-only connections. Beyond it, reads fail with `StoreError.busy`.
  package var readerLimit = 16
  /// The connections that write to PostgreSQL. A file has one.
  package var writerCount = 1
  /// The programs whose stores share a server on PostgreSQL, each with these readers and its writers.
  package var programCount = 1
  /// The connections that one store on PostgreSQL may hold: its readers, its writer, and that of a copy.
  var maxConnections: Int { readerLimit + writerCount + 1 }
  /// The maximum number of prepared statements in each connection's cache. The least recently used is
  /// dropped.
  package var statementLimit = 128
  /// Pages (of 4 KiB) in the log after which it is copied into the file.
  package var checkpointPages = 1000
  /// The maximum number of pages (of 4 KiB) in the file; nil leaves the limit to the disk. Tests use it to
  /// fill a store.
  package var pageLimit: Int?
  /// The password of a store on PostgreSQL, if its address needs one.
  package var password: String?
  /// The folder in which a copy of a store on PostgreSQL is made.
  package var copyFolder: String?
  /// A file of SQLite whose data takes the place of what a store on PostgreSQL has, as after a restore. What
  /// was there is moved to another schema, and dropped by an opening `keptDays` later.
  package var adopts: String?
  package static let keptDays = 7
  /// The longest wait for an answer of PostgreSQL; a connection without one is given up.
  package var statementDeadline = Duration.seconds(10)
  /// The time for which a write waits for a lost server, shorter than its caller waits for the program; and
  /// the longest wait for one try to connect.
  package var outagePatience = Duration.seconds(1)
  package var connectLimit = Duration.milliseconds(700)
  /// Overwrites deleted content with zeros, so that it cannot be read from the file later.
  package var erasesDeleted = false
  /// Starts a new epoch of the stream, as after restoring a backup. Consumers then fetch a snapshot.
  package var startsNewEpoch = false
  /// Creates the store if it is missing, and starts a new epoch in either case. Without it a store that once
  /// existed is not created again.
  package var beginsAnew = false
  /// The moment when commits reach the disk. Anything but `.full` loses acknowledged writes in a power cut.
  /// Only tests set it, to prove that they detect such a loss.
  package var synchronous = Synchronous.full
  /// Lets the log grow with each commit instead of ahead of it, which loses acknowledged writes when the file
  /// system's journal aborts. Only tests set it, to prove that they detect such a loss.
  package var appendsLog = false
  /// Acknowledges a write before it is committed, which loses acknowledged writes when the program is killed.
  /// Only tests set it, to prove that they detect such a loss.
  package var acknowledgesEarly = false
  /// Numbers events in the order of the bodies instead of the commits, as a sequence of PostgreSQL would, so
  /// that readers of the stream miss some. Only tests set it, to prove that they detect such a loss.
  package var numbersEarly = false
  /// Called once, on the thread where the failure occurred, when the store becomes `broken`. The program
  /// should exit.
  package var onBroken: @Sendable (StoreError) -> Void = { _ in }

  package init() {}

  package enum Synchronous: String, Sendable {
    case full = "FULL"
    case normal = "NORMAL"
  }
}
