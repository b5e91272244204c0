internal import JSON
internal import Schema

/// The faults of all members of a rejected request.
///
/// Decoding ends at the first fault, and a form with three wrong fields would need three tries. So a rejected
/// request is decoded once more: each member at fault is recorded and replaced by a sample of its type. The
/// value made of samples is dropped.
extension RequestDecoding {
  /// `first` with the faults of the other members. A fault that names no member stays as it is.
  static func everyFault<R: Decodable>(
    after first: Fault, _ type: R.Type, _ document: JSONDocument, _ texts: [String: String]
  ) -> Fault {
    guard let named = first.fields else { return first }
    let found = FoundFaults(named)
    do {
      _ = try document.decode(userInfo: userInfo) {
        let overlaid = OverlayDecoder(base: $0, texts: texts)
        return try R(from: SearchDecoder(base: overlaid, document: document, found: found))
      }
    } catch {
      // The search ends at a member without a sample; what was found until then counts.
    }
    var all = first
    all.fields = found.fields
    return all
  }
}

/// The faults found so far, each member once.
private final class FoundFaults {
  /// The number of members that a rejection names. No form has more fields.
  static let maxCount = 32
  private(set) var fields: [Fault.Field] = []

  init(_ first: [Fault.Field]) { add(first) }

  var isFull: Bool { fields.count >= FoundFaults.maxCount }

  func add(_ more: [Fault.Field]) {
    for field in more where !isFull && !fields.contains(where: { $0.field == field.field }) {
      fields.append(field)
    }
  }
}

private struct SearchDecoder: Decoder {
  let base: any Decoder
  let document: JSONDocument
  let found: FoundFaults
  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      SearchContainer(base: try base.container(keyedBy: type), document: document, found: found))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { try base.singleValueContainer() }
}

private struct SearchContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>
  let document: JSONDocument
  let found: FoundFaults
  var codingPath: [any CodingKey] { base.codingPath }
  var allKeys: [Key] { base.allKeys }

  func contains(_ key: Key) -> Bool { base.contains(key) }
  func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    do { return try base.decode(type, forKey: key) } catch {
      let named = members(named: error, key)
      guard !named.isEmpty, !found.isFull else { throw error }
      if let value = searched(type, key) { return value }
      found.add(named)
      return try SchemaRecorder.describe(type).1
    }
  }

  /// The value of an object whose own members are at fault: they are recorded one by one. Nil if the fault is
  /// not inside it.
  private func searched<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
    guard !(type is any SchemaDescribed.Type), base.contains(key) else { return nil }
    do {
      let inner = try base.superDecoder(forKey: key)
      return try Value(from: SearchDecoder(base: inner, document: document, found: found))
    } catch { return nil }
  }

  /// The members that an error names; one without a path belongs to `key`.
  private func members(named error: any Error, _ key: Key) -> [Fault.Field] {
    let fault = error as? Fault ?? document.decodingError(error).map(RequestDecoding.fault)
    guard let fault else { return [] }
    return fault.fields ?? [Fault.Field(Fault.path(codingPath + [key]), .wrongType)]
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try base.nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try base.nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder { try base.superDecoder() }
  func superDecoder(forKey key: Key) throws -> any Decoder { try base.superDecoder(forKey: key) }
}
