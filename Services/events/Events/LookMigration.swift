import Store

extension EventsStore {
  /// `drawing` and `color` are the look of an event. The upkeep chooses those of events from before there
  /// were any, which `event_unlooked` finds.
  static let looks = Migration(
    8, "the look of events",
    """
    ALTER TABLE event ADD COLUMN drawing TEXT;
    ALTER TABLE event ADD COLUMN color TEXT;
    CREATE INDEX event_unlooked ON event(id) WHERE drawing IS NULL;
    """)
}
