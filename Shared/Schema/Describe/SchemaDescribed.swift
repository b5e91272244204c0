/// A type that states its JSON schema, a sample and its faults itself, because a decoder cannot see the check
/// in its `init(from:)`: limited texts, ids, sums, maps.
package protocol SchemaDescribed {
  static var schema: JSONValue { get }
  static var sample: Self { get }
  static var faults: [FaultCode] { get }
}

/// A closed set of words. Any other word is the fault `value_unknown`.
package protocol Choice: Codable, CaseIterable, RawRepresentable, Hashable, Sendable, SchemaDescribed
where RawValue == String {}

extension Choice {
  package init(from decoder: any Decoder) throws {
    let word = try decoder.singleValueContainer().decode(String.self)
    guard let choice = Self(rawValue: word) else { throw Fault(.valueUnknown, at: decoder) }
    self = choice
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  package static var schema: JSONValue {
    ["type": "string", "enum": .array(allCases.map { .string($0.rawValue) })]
  }

  package static var sample: Self { allCases[allCases.startIndex] }

  package static var faults: [FaultCode] { [.valueUnknown] }
}
