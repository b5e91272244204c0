import Schema
import Store

/// The drawing and the color of an event.
struct EventLook: Sendable, Hashable {
  var drawing: Events.EventDrawing
  var color: Events.EventColor

  /// The look of an event whose owner chose none.
  static func standard(of id: EventID, title: String) -> EventLook {
    EventLook(drawing: .standard(for: title), color: .standard(of: id))
  }
}

extension EventLook {
  /// The stored look. An event from before there were looks, and one with the look of a newer release, gets
  /// the one that the upkeep would store.
  init(_ row: borrowing Row, of id: EventID, title: String) throws {
    let usual = EventLook.standard(of: id, title: title)
    drawing = try row.textOrNil("drawing").flatMap { Events.EventDrawing(rawValue: $0) } ?? usual.drawing
    color = try row.textOrNil("color").flatMap { Events.EventColor(rawValue: $0) } ?? usual.color
  }
}

extension Database {
  /// True if an event is stored without a look.
  func hasUnlooked() throws -> Bool {
    try one("SELECT 1 FROM event WHERE drawing IS NULL LIMIT 1", map: { _ in true }) ?? false
  }

  /// Stores the looks of events from before there were any. It is no edit: clients have been shown the same.
  func storeLooks(limit: Int) throws {
    let events = try all(
      "SELECT \(EventRow.columns) FROM event WHERE drawing IS NULL ORDER BY id LIMIT ?", limit
    ) { try EventRow($0) }
    for event in events { try update(event) }
  }
}
