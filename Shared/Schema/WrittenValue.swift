/// A value whose JSON form is its description: a date, an id. Stated once: the form, the schema, the fault.
package protocol WrittenValue: Codable, Hashable, Sendable, SchemaDescribed, LosslessStringConvertible {
  /// What text of another form answers.
  static var bad: FaultCode { get }
}

extension WrittenValue {
  package static var faults: [FaultCode] { [bad] }

  package init(from decoder: any Decoder) throws {
    guard let value = Self(try decoder.singleValueContainer().decode(String.self)) else {
      throw Fault(Self.bad, at: decoder)
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
