/// A whole number within limits. The check, the schema and the fault are stated once, here.
package protocol CheckedNumber: Codable, Hashable, Sendable, SchemaDescribed, Comparable {
  static var limits: ClosedRange<Int> { get }
  /// The fault for a number outside of the limits.
  static var bad: FaultCode { get }
  var count: Int { get }
  /// Creates the value from a `count` that lies within the limits.
  init(checked count: Int)
}

extension CheckedNumber {
  package static var faults: [FaultCode] { [bad] }
  package static var schema: JSONValue {
    ["type": "integer", "minimum": .int(Int64(limits.lowerBound)), "maximum": .int(Int64(limits.upperBound))]
  }

  package static func < (left: Self, right: Self) -> Bool { left.count < right.count }

  /// Nil outside of the limits.
  package init?(_ count: Int) {
    guard Self.limits.contains(count) else { return nil }
    self.init(checked: count)
  }

  package init(from decoder: any Decoder) throws {
    guard let value = Self(try decoder.singleValueContainer().decode(Int.self)) else {
      throw Fault(Self.bad, at: decoder)
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(count)
  }
}

/// A measured number within limits, such as meters or degrees. The check, the schema and the fault are stated
/// once, here.
package protocol CheckedMeasure: Codable, Hashable, Sendable, SchemaDescribed {
  static var limits: ClosedRange<Double> { get }
  /// The fault for a number outside of the limits.
  static var bad: FaultCode { get }
  var value: Double { get }
  /// Creates the measure from a `value` that lies within the limits.
  init(checked value: Double)
}

extension CheckedMeasure {
  package static var faults: [FaultCode] { [bad] }
  package static var schema: JSONValue {
    ["type": "number", "minimum": .double(limits.lowerBound), "maximum": .double(limits.upperBound)]
  }

  /// Nil outside of the limits, and for what is no number.
  package init?(_ value: Double) {
    guard Self.limits.contains(value) else { return nil }
    self.init(checked: value)
  }

  package init(from decoder: any Decoder) throws {
    guard let value = Self(try decoder.singleValueContainer().decode(Double.self)) else {
      throw Fault(Self.bad, at: decoder)
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
