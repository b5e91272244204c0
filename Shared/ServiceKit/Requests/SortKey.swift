package import Schema
package import Store

/// One of several orders of a list. A minus in its word stands for descending.
package protocol ListOrder: Choice {
  /// The order of a list that nobody asked to sort otherwise.
  static var standard: Self { get }
  /// The SQL expression to sort by; its values are texts, or numbers.
  var column: String { get }
  var isByText: Bool { get }
}

extension ListOrder {
  package var isDescending: Bool { rawValue.hasPrefix("-") }
  /// The comparison that holds for all items after a key.
  package var isAfter: String { isDescending ? "<" : ">" }
  package var way: String { isDescending ? "DESC" : "ASC" }
}

/// The sort key of one item of a list with several orders: its value in the order, then its id. A cursor
/// names its order, because a key of one order says nothing in another; one without is of the standard.
package struct SortKey<Order: ListOrder>: PageKey {
  package let order: Order
  package let value: any SQLBindable & CursorPart
  package let id: RawUUID

  package init(_ order: Order, _ value: any SQLBindable & CursorPart, _ id: RawUUID) {
    (self.order, self.value, self.id) = (order, value, id)
  }

  /// The key before the first item.
  package init(beginning order: Order) {
    self.order = order
    id = order.isDescending ? .max : .min
    if order.isByText {
      // No text sorts after the highest character.
      value = order.isDescending ? "\u{10FFFF}" : ""
    } else {
      value = order.isDescending ? Int64.max : Int64.min
    }
  }

  package init(_ cursor: Cursor) throws(Fault) {
    let text: String
    if cursor.texts.count > 2 {
      let (word, value, id) = try cursor.parts(String.self, String.self, RawUUID.self)
      guard let order = Order(rawValue: word), order != .standard else { throw .badCursor }
      (self.order, text, self.id) = (order, value, id)
    } else {
      (text, id) = try cursor.parts(String.self, RawUUID.self)
      order = .standard
    }
    guard !order.isByText else {
      value = text
      return
    }
    guard let number = Int64(cursorPart: text) else { throw .badCursor }
    value = number
  }

  /// The key that a request continues after: that of its cursor, which belongs to the order asked for.
  package init(after cursor: Cursor?, in order: Order) throws(Fault) {
    guard let cursor else {
      self.init(beginning: order)
      return
    }
    self = try Self(cursor)
    guard self.order == order else { throw .badCursor }
  }

  package var cursor: Cursor {
    order == .standard
      ? Cursor(of: value.cursorPart, id) : Cursor(of: order.rawValue, value.cursorPart, id)
  }
}
