/// A list with limits: at least `minCount` items (one), at most `maxCount`, each once. Any other list is the
/// fault `bad`.
package protocol DistinctList: Codable, Hashable, Sendable, SchemaDescribed {
  associatedtype Item: Codable & Hashable & Sendable & SchemaDescribed
  static var minCount: Int { get }
  static var maxCount: Int { get }
  static var bad: FaultCode { get }
  var all: [Item] { get }
  /// Creates the list from items that have passed the check.
  init(checked all: [Item])
}

extension DistinctList {
  package static var minCount: Int { 1 }
  package static var schema: JSONValue {
    [
      "type": "array", "items": Item.schema, "minItems": .int(Int64(minCount)),
      "maxItems": .int(Int64(maxCount)), "uniqueItems": true,
    ]
  }
  package static var faults: [FaultCode] { [bad] + Item.faults }

  package init?(_ items: [Item]) {
    guard (Self.minCount...Self.maxCount).contains(items.count), Set(items).count == items.count else {
      return nil
    }
    self.init(checked: items)
  }

  package init(from decoder: any Decoder) throws {
    guard let list = Self(try decoder.singleValueContainer().decode([Item].self)) else {
      throw Fault(Self.bad, at: decoder)
    }
    self = list
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(all)
  }
}
