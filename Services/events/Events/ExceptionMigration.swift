import Store

extension EventsStore {
  /// `exceptions` holds the skipped and moved dates of a repeating event, in the form of `EventExceptions`.
  static let exceptions = Migration(
    6, "skipped and moved dates", "ALTER TABLE event ADD COLUMN exceptions TEXT NOT NULL DEFAULT '';")
}
