import Store

/// The tables of the notifier. Times are Unix milliseconds, ids 16 bytes.
enum NotifierStore {
  /// Each migration has a file of its own.
  static let migrations = [
    alerts, ChannelMigration.migration, order, erasure, holding, gotify, SiteCopy.migration,
  ]
}
