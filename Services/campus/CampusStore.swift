import Store

/// The tables of campus. Times are Unix milliseconds, dates days since 1970-01-01, ids 16 bytes.
enum CampusStore {
  /// Each migration is in its own file.
  static let migrations = [people, days, classes, news, daily, noticeWork]
}
