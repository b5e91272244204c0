internal import CSQLite
internal import Glibc

/// Asks the file system whether its journal still takes changes.
///
/// While an ext4 journal aborts, `fdatasync` of a file that has just grown can return 0 although its new size
/// or blocks never reach the disk (measured under load with new stores: about 1 of 150 aborts lost what a
/// checkpoint had copied). An aborted journal refuses every later change for good, so one change that is
/// accepted after the sync shows that the sync was true. Whatever overwrites the only other copy of the data
/// asks this first.
enum JournalCheck {
  /// `SQLITE_IOERR_FSYNC`, a macro that Swift does not see.
  private static let failure: Int32 = SQLITE_IOERR | (4 << 8)

  /// SQLite's result code: `SQLITE_OK` if the file system of `path` takes changes, or if it cannot be asked.
  /// The file must exist. No lock of SQLite's may be on it: closing a descriptor drops a process's locks.
  static func run(_ path: UnsafePointer<CChar>) -> Int32 {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return answer(to: errno) }
    defer { close(file) }
    // Space for a byte that the file already has: a change for the journal, and none in the file.
    return answer(to: posix_fallocate(file, 0, 1))
  }

  private static func answer(to error: Int32) -> Int32 {
    error == EROFS || error == EIO ? failure : SQLITE_OK
  }
}
