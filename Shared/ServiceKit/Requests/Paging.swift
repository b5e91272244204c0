internal import FoundationEssentials
package import Schema

extension Page {
  /// Creates a page from one item more than it holds. The extra item shows that there is a next page.
  package init(_ read: [Item], limit: Int, cursor: (Item) -> Cursor) {
    self.init(read, limit: limit, cursor: cursor) { $0 }
  }

  /// Creates such a page from rows, each shown as an item.
  package init<Row>(
    _ read: [Row], limit: Int, cursor: (Row) -> Cursor, item: (Row) throws -> Item
  ) rethrows {
    let rows = read.prefix(limit)
    self.init(items: try rows.map(item), next: read.count > limit ? rows.last.map(cursor) : nil)
  }
}

/// The sort key of one item of a paged list. The next page begins after it.
package protocol PageKey: Sendable {
  /// - Throws: `cursor_bad` for text that is no cursor of this list.
  init(_ cursor: Cursor) throws(Fault)
  var cursor: Cursor { get }
}

/// The sort key of a list ordered by time.
package struct TimeKey: PageKey, Comparable {
  package let time: Instant
  package let id: RawUUID

  package static let first = TimeKey(time: Instant(milliseconds: .min), id: .min)
  package static let last = TimeKey(time: Instant(milliseconds: .max), id: .max)

  package init(time: Instant, id: RawUUID) {
    self.time = time
    self.id = id
  }

  package init(_ cursor: Cursor) throws(Fault) {
    (time, id) = try cursor.parts(Instant.self, RawUUID.self)
  }

  package var cursor: Cursor { Cursor(of: time, id) }

  package static func < (left: TimeKey, right: TimeKey) -> Bool {
    (left.time, left.id.high, left.id.low) < (right.time, right.id.high, right.id.low)
  }
}

/// The sort key of a list ordered by name.
package struct NameKey: PageKey {
  package let name: String
  package let id: RawUUID

  package static let first = NameKey(name: "", id: .min)

  package init(name: String, id: RawUUID) {
    self.name = name
    self.id = id
  }

  package init(_ cursor: Cursor) throws(Fault) {
    (name, id) = try cursor.parts(String.self, RawUUID.self)
  }

  package var cursor: Cursor { Cursor(of: name, id) }
}

/// A value in the text of a cursor.
package protocol CursorPart: Sendable {
  init?(cursorPart text: String)
  var cursorPart: String { get }
}

extension String: CursorPart {
  package init?(cursorPart text: String) { self = text }
  package var cursorPart: String { self }
}

extension Int64: CursorPart {
  package init?(cursorPart text: String) { self.init(text) }
  package var cursorPart: String { description }
}

extension Instant: CursorPart {
  package init?(cursorPart text: String) {
    guard let milliseconds = Int64(text) else { return nil }
    self.init(milliseconds: milliseconds)
  }

  package var cursorPart: String { milliseconds.description }
}

extension RawUUID: CursorPart {
  package init?(cursorPart text: String) { self.init(text) }
  package var cursorPart: String { description }
}

extension DormID: CursorPart {
  package init?(cursorPart text: String) { self.init(text) }
  package var cursorPart: String { text }
}

/// The text of a cursor is its parts separated by NUL, in base64url. It is opaque to callers and validated on
/// its return.
extension Cursor {
  package init<each Part: CursorPart>(of part: repeat each Part) {
    var texts: [String] = []
    repeat texts.append((each part).cursorPart)
    self.init(texts: texts)
  }

  /// Returns the parts, of which there are exactly as many as types.
  /// - Throws: `cursor_bad` for any other text.
  package func parts<each Part: CursorPart>(
    _ type: repeat (each Part).Type
  ) throws(Fault) -> (repeat each Part) {
    var left = texts[...]
    func next<One: CursorPart>(_ type: One.Type) throws(Fault) -> One {
      guard let text = left.popFirst(), let part = One(cursorPart: text) else { throw .badCursor }
      return part
    }
    let parts = (repeat try next(each type))
    guard left.isEmpty else { throw .badCursor }
    return parts
  }

  package init(texts: [String]) {
    let base64 = Data(texts.joined(separator: "\0").utf8).base64EncodedString()
    self.init(String(base64.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }))
  }

  /// Empty for text that is not a cursor.
  package var texts: [String] {
    var base64 = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    while base64.utf8.count % 4 != 0 { base64 += "=" }
    guard let data = Data(base64Encoded: base64), let text = String(validating: data, as: UTF8.self) else {
      return []
    }
    let texts = text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    // Foundation accepts more than one spelling of the same bytes.
    return Cursor(texts: texts) == self ? texts : []
  }
}

extension Fault {
  /// `cursor_bad`: text that is no cursor of the list.
  package static var badCursor: Fault { Fault(.cursorBad, field: "cursor") }
}
