/// One page of a list. `next` is absent on the last page.
package struct Page<Item: Codable & Sendable>: Codable, Sendable {
  /// The items of this page, in the order of the list.
  package let items: [Item]
  /// The cursor of the next page. Absent on the last page.
  package let next: Cursor?

  package init(items: [Item], next: Cursor?) {
    self.items = items
    self.next = next
  }
}

/// The start of the next page. It is opaque to callers; the program that created it checks it.
package struct Cursor: Codable, Hashable, Sendable, SchemaDescribed {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    guard (1...200).contains(text.utf8.count) else { throw Fault(.cursorBad, at: decoder) }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 1, "maxLength": 200] }
  package static var sample: Cursor { Cursor("018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7") }
  package static var faults: [FaultCode] { [.cursorBad] }
}

/// The maximum number of items on a page: 1 to 100, 20 unless given.
package struct PageLimit: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 1...100
  package static let bad = FaultCode.limitBad
  package static let standard = PageLimit(checked: 20)
  package static let sample = standard
  package static var schema: JSONValue { ["type": "integer", "minimum": 1, "maximum": 100, "default": 20] }
}
