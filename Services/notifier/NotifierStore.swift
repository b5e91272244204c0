import ServiceKit
import Store

/// The tables of the notifier. Times are Unix milliseconds, ids 16 bytes.
enum NotifierStore {
  /// Each migration has a file of its own.
  static let migrations = [alerts, ChannelMigration.migration, order, erasure, holding, gotify, site, leases]

  private static let site = Migration(7, "the settings of the site", SiteCopy.table)
  /// The owner and the end of the lease of an attempt. A channel has one attempt at a time.
  private static let leases = Migration(
    8, "leases with owner and end",
    """
    ALTER TABLE delivery ADD COLUMN lease_owner BLOB CHECK (length(lease_owner) = 16);
    ALTER TABLE delivery ADD COLUMN lease_until INTEGER;
    UPDATE delivery SET state = 'pending', due_at = 0 WHERE state = 'leased';
    DROP INDEX delivery_leased;
    CREATE INDEX delivery_lease ON delivery(lease_until) WHERE state = 'leased';
    CREATE UNIQUE INDEX delivery_attempt ON delivery(channel) WHERE state = 'leased';
    """)
}
