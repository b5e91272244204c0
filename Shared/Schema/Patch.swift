/// One member of a PATCH body: absent keeps the value, `null` clears it, any other value sets it.
package enum Patch<Value: Codable & Sendable & Hashable>: Hashable, Sendable {
  case keep
  case clear
  case set(Value)

  package func map<Other>(_ transform: (Value) -> Other) -> Patch<Other> {
    switch self {
    case .keep: .keep
    case .clear: .clear
    case .set(let value): .set(transform(value))
    }
  }

  /// The value after the change.
  package func applied(to old: Value?) -> Value? {
    switch self {
    case .keep: old
    case .clear: nil
    case .set(let value): value
    }
  }
}

/// Coding works only for a member of an object, through the overloads below, because an absent member has a
/// meaning.
extension Patch: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .clear : .set(try container.decode(Value.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if case .set(let value) = self { try container.encode(value) } else { try container.encodeNil() }
  }
}

extension KeyedDecodingContainer {
  package func decode<Value>(_ type: Patch<Value>.Type, forKey key: Key) throws -> Patch<Value> {
    guard contains(key) else { return .keep }
    guard let value = try decodeIfPresent(Value.self, forKey: key) else { return .clear }
    return .set(value)
  }
}

extension KeyedEncodingContainer {
  package mutating func encode<Value>(_ patch: Patch<Value>, forKey key: Key) throws {
    switch patch {
    case .keep: break
    case .clear: try encodeNil(forKey: key)
    case .set(let value): try encode(value, forKey: key)
    }
  }
}
