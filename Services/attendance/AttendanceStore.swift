import Store

/// The tables of attendance. Times are Unix milliseconds, ids 16 bytes.
enum AttendanceStore {
  /// Each step stands in a file of its own.
  static let migrations = [courses]
}
