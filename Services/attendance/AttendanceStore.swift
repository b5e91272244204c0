import Store

/// The tables of attendance. Times are Unix milliseconds, ids 16 bytes.
enum AttendanceStore {
  /// Each migration is in its own file.
  static let migrations = [courses, checkIns, imports, statusNames, drafts, advisers, formerEntries]
}
