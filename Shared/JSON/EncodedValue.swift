/// A value with its bytes, encoded once for all documents that contain it: the event of a change, its reply
/// and the stored reply.
package struct EncodedValue<Value: Encodable & Equatable & Sendable>: KnownValue {
  package let value: Value
  private let bytes: [UInt8]

  package init(_ value: Value) throws {
    self.value = value
    bytes = try JSONCoding.encode(value)
  }

  package func bytes<Other>(of other: Other) -> [UInt8]? {
    guard Other.self == Value.self, let other = other as? Value, other == value else { return nil }
    return bytes
  }
}

/// An `EncodedValue` of any type.
package protocol KnownValue: Sendable {
  /// The bytes of `other` if it equals the value.
  func bytes<Other>(of other: Other) -> [UInt8]?
}
