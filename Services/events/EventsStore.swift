import ServiceKit
import Store

/// The tables of events. Times are Unix milliseconds, ids 16 bytes.
enum EventsStore {
  /// Each migration is in its own file.
  static let migrations = [
    events, lists, calendars, courses, staleZones, exceptions, site, looks, search, searchLines,
  ]

  private static let site = Migration(7, "the settings of the site", SiteCopy.table)
}
