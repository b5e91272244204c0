internal import FoundationEssentials
package import Bus
internal import JSON
package import Schema

/// Decodes a request from its body and the values of its path and query. `params` override members of the
/// body with the same name, and their text is converted to the member's type.
package enum RequestDecoding {
  package static func decode<R: Decodable>(
    _ type: R.Type, body: [UInt8], params: [Header.Param]
  ) throws(Fault) -> R {
    let body = body.isEmpty ? Array("{}".utf8) : body
    var overlay = Overlay(
      texts: Dictionary(params.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last }))
    let usual = JSONByteDecoder.decode(body) { decoder in
      try R(from: params.isEmpty ? decoder : OverlayDecoder(base: decoder, overlay: overlay))
    }
    if let usual { return usual }
    let (decoder, data) = (JSONDecoder(), Data(body))
    do {
      if params.isEmpty { return try decoder.decode(type, from: data) }
      return try decoder.decode(Overlaid<R>.self, from: data, configuration: overlay).value
    } catch let fault as Fault { throw fault } catch let error as DecodingError {
      overlay.locates = true
      if let unfit = unfitNumber(type, data, overlay, error) { throw unfit }
      throw RequestDecoding.fault(error)
    } catch { throw Fault(.badJSON) }
  }

  /// Decodes requests of one type. Many are sent without members, so the value of `{}` is cached.
  struct Decoder<R: Decodable & Sendable>: Sendable {
    private let empty: R?

    init(_ type: R.Type) {
      do { empty = try RequestDecoding.decode(type, body: [], params: []) } catch {
        // The type has required members, so every body is decoded.
        empty = nil
      }
    }

    func callAsFunction(_ body: [UInt8], _ params: [Header.Param]) throws(Fault) -> R {
      if let empty, params.isEmpty, body.isEmpty { return empty }
      return try RequestDecoding.decode(R.self, body: body, params: params)
    }
  }

  /// Finds the member of a number that does not fit (1.5 for an integer). Foundation reports it like a syntax
  /// error, without a path. Valid JSON is decoded once more to find the path.
  private static func unfitNumber<R: Decodable>(
    _ type: R.Type, _ data: Data, _ overlay: Overlay, _ error: DecodingError
  ) -> Fault? {
    guard case .dataCorrupted(let context) = error, context.codingPath.isEmpty else { return nil }
    do {
      _ = try JSONDecoder().decode(JSONValue.self, from: data)
      _ = try JSONDecoder().decode(Overlaid<R>.self, from: data, configuration: overlay)
      return nil
    } catch { return error as? Fault }
  }

  private static func fault(_ error: DecodingError) -> Fault {
    switch error {
    case .keyNotFound(let key, let context):
      Fault(.fieldMissing, field: Fault.path(context.codingPath + [key]))
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      Fault(.wrongType, field: Fault.path(context.codingPath))
    case .dataCorrupted(let context):
      context.codingPath.isEmpty ? Fault(.badJSON) : Fault(.wrongType, field: Fault.path(context.codingPath))
    @unknown default: Fault(.badJSON)
    }
  }
}

private struct Overlay {
  let texts: [String: String]
  /// True to add the failing member to an error without a path.
  var locates = false
}

private struct Overlaid<Value: Decodable>: DecodableWithConfiguration {
  let value: Value

  init(from decoder: any Decoder, configuration overlay: Overlay) throws {
    value = try Value(from: OverlayDecoder(base: decoder, overlay: overlay))
  }
}

private struct OverlayDecoder: Decoder {
  let base: any Decoder
  let overlay: Overlay
  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(OverlayContainer(base: try base.container(keyedBy: type), overlay: overlay))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { try base.singleValueContainer() }
}

private struct OverlayContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>
  let overlay: Overlay
  var texts: [String: String] { overlay.texts }
  var codingPath: [any CodingKey] { base.codingPath }
  var allKeys: [Key] { base.allKeys }

  func contains(_ key: Key) -> Bool { texts[key.stringValue] != nil || base.contains(key) }

  func decodeNil(forKey key: Key) throws -> Bool {
    texts[key.stringValue] == nil ? try base.decodeNil(forKey: key) : false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let text = texts[key.stringValue] else { return try plain(type, key) }
    return try Value(from: TextDecoder(text: text, codingPath: codingPath + [key]))
  }

  private func plain<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    do { return try base.decode(type, forKey: key) } catch  where overlay.locates {
      if error is DecodingError || error is Fault { throw error }
      throw Fault(.wrongType, field: Fault.path(codingPath + [key]))
    }
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

/// A single value of a path or query.
private struct TextDecoder: Decoder, SingleValueDecodingContainer {
  let text: String
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw mismatch
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { false }

  func decode(_ type: String.Type) throws -> String { text }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch text {
    case "true", "1": true
    case "false", "0": false
    default: throw mismatch
    }
  }

  func decode(_ type: Double.Type) throws -> Double { try fraction() }
  func decode(_ type: Float.Type) throws -> Float { try fraction() }
  func decode(_ type: Int.Type) throws -> Int { try number() }
  func decode(_ type: Int8.Type) throws -> Int8 { try number() }
  func decode(_ type: Int16.Type) throws -> Int16 { try number() }
  func decode(_ type: Int32.Type) throws -> Int32 { try number() }
  func decode(_ type: Int64.Type) throws -> Int64 { try number() }
  func decode(_ type: UInt.Type) throws -> UInt { try number() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try number() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try number() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try number() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try number() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  private func number<Value: LosslessStringConvertible>() throws -> Value {
    guard let value = Value(text) else { throw mismatch }
    return value
  }

  /// Parses a fraction as JSON writes it: without `nan`, `inf` or `0x1p3`, which Swift accepts too.
  private func fraction<Value: BinaryFloatingPoint & LosslessStringConvertible>() throws -> Value {
    guard text.utf8.allSatisfy({ Array("0123456789+-.eE".utf8).contains($0) }) else { throw mismatch }
    let value: Value = try number()
    guard value.isFinite else { throw mismatch }
    return value
  }

  private var mismatch: Fault { Fault(.wrongType, field: Fault.path(codingPath)) }
}
