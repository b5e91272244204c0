/// A value whose JSON form is its description: a date, an id. The form, the schema and the fault are stated
/// once, here.
package protocol WrittenValue: Codable, Hashable, Sendable, SchemaDescribed, LosslessStringConvertible {
  /// The fault for text of another form.
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
