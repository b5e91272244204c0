import Store

/// The tables of events. Times are Unix milliseconds, ids 16 bytes.
enum EventsStore {
  /// Each step stands in a file of its own.
  static let migrations = [events, lists, calendars, courses]
}
