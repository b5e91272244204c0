/// Limits and switches of one store; the defaults suit every program of Quad.
package struct StoreOptions: Sendable {
  /// Most writes that wait for the writer; beyond it they fail with `StoreError.busy`.
  package var queueLimit = 1024
  /// Most read-only connections open at once; beyond it reads fail with `StoreError.busy`.
  package var readerLimit = 16
  /// Most prepared statements kept by each connection; the one unused for longest is dropped.
  package var statementLimit = 128
  /// Pages (of 4 KiB) in the log after which it is copied into the file.
  package var checkpointPages = 1000
  /// Most pages (of 4 KiB) the file may have; nil leaves it to the disk. Tests fill a store with it.
  package var pageLimit: Int?
  /// Overwrites deleted content with zeros, so that it cannot be read from the file later.
  package var erasesDeleted = false
  /// Gives the stream a new epoch, as after a restored backup: consumers then fetch a snapshot.
  package var startsNewEpoch = false
  /// When commits reach the disk. Anything but `.full` loses acknowledged writes in a power cut: tests alone
  /// set it, to see that they can find such a loss.
  package var synchronous = Synchronous.full
  /// Lets the log grow with each commit instead of ahead of it, and so loses acknowledged writes when the
  /// file system's journal aborts: tests alone set it, to see that they can find such a loss.
  package var appendsLog = false
  /// Answers a write before it is committed, and so loses acknowledged writes when the program is killed:
  /// tests alone set it, to see that they can find such a loss.
  package var acknowledgesEarly = false
  /// Called once, on the thread that met the failure, when the store becomes `broken`. The program should
  /// exit.
  package var onBroken: @Sendable (StoreError) -> Void = { _ in }

  package init() {}

  package enum Synchronous: String, Sendable {
    case full = "FULL"
    case normal = "NORMAL"
  }
}
