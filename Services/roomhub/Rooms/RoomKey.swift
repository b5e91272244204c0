import Schema
import ServiceKit
import Store

/// The sort key of a room in a list of all rooms: its number of people or its opening in such an order, then
/// dorm and number, which no two rooms share.
struct RoomKey: PageKey {
  let order: Roomhub.RoomOrder
  /// Nil in an order by dorm and number alone.
  private let first: Int64?
  private let dorm: String
  private let number: String

  init(of room: Roomhub.AdminRoom, in order: Roomhub.RoomOrder) {
    (self.order, dorm, number) = (order, room.dorm.text, room.number)
    switch order {
    case .room, .roomDescending: first = nil
    case .people, .peopleDescending: first = Int64(room.members.count)
    case .opened, .openedDescending: first = room.opened.milliseconds
    }
  }

  init(_ cursor: Cursor) throws(Fault) {
    guard cursor.texts.count > 2 else {
      (dorm, number) = try cursor.parts(String.self, String.self)
      (order, first) = (.standard, nil)
      return
    }
    let (word, value, dorm, number) = try cursor.parts(String.self, String.self, String.self, String.self)
    guard let order = Roomhub.RoomOrder(rawValue: word), order != .standard else { throw .badCursor }
    (self.order, self.dorm, self.number) = (order, dorm, number)
    if order == .roomDescending {
      first = nil
    } else {
      guard let moment = Int64(cursorPart: value) else { throw .badCursor }
      first = moment
    }
  }

  /// The key that a request continues after: that of its cursor, which belongs to the order asked for.
  init(after cursor: Cursor?, in order: Roomhub.RoomOrder) throws(Fault) {
    guard let cursor else {
      self.order = order
      let isDescending = order.isDescending
      first = order.columns.count < 3 ? nil : isDescending ? .max : .min
      // No text sorts after the highest character.
      (dorm, number) = isDescending ? ("\u{10FFFF}", "") : ("", "")
      return
    }
    self = try Self(cursor)
    guard self.order == order else { throw .badCursor }
  }

  var cursor: Cursor {
    order == .standard
      ? Cursor(of: dorm, number) : Cursor(of: order.rawValue, first?.cursorPart ?? "", dorm, number)
  }

  /// The values of the order's columns.
  var values: [(any SQLBindable)?] { (first.map { [$0] } ?? []) + [dorm, number] }
}

extension Roomhub.RoomOrder {
  static let standard = Roomhub.RoomOrder.room

  var columns: [String] {
    switch self {
    case .room, .roomDescending: ["room.dorm", "room.number"]
    case .people, .peopleDescending:
      ["(SELECT count(*) FROM member WHERE member.room = room.id)", "room.dorm", "room.number"]
    case .opened, .openedDescending: ["room.opened_at", "room.dorm", "room.number"]
    }
  }

  var isDescending: Bool { rawValue.hasPrefix("-") }
  var isAfter: String { isDescending ? "<" : ">" }
  var way: String { isDescending ? "DESC" : "ASC" }
}
