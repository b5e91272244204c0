import ServiceKit
import Store

/// The tables of the notifier. Times are Unix milliseconds, ids 16 bytes.
enum NotifierStore {
  /// Each migration has a file of its own.
  static let migrations = [alerts, ChannelMigration.migration, order, erasure, holding, gotify, site]

  private static let site = Migration(7, "the settings of the site", SiteCopy.table)
}
