import Store

extension NotifierStore {
  /// The moment on the system's clock until which an overdue repeating alert waits for a later occurrence.
  static let holding = Migration(
    5, "repeating alerts wait for their latest occurrence",
    """
    ALTER TABLE alert ADD COLUMN held_until INTEGER;
    DROP INDEX alert_due;
    CREATE INDEX alert_due ON alert(at) WHERE state = 'armed' AND held_until IS NULL;
    CREATE INDEX alert_held ON alert(held_until) WHERE held_until IS NOT NULL;
    """)
}
