package import Bus
package import JSON
package import Schema

/// Decodes a request from its body and the values of its path and query. `params` override members of the
/// body with the same name, and their text is converted to the member's type. A rejection lists all members
/// at fault.
package enum RequestDecoding {
  /// Scans a body. One without bytes has no members.
  package static func document(_ body: [UInt8]) throws(Fault) -> JSONDocument {
    guard !body.isEmpty else { return .emptyObject }
    do { return try JSONDocument(body) } catch { throw Fault(error) }
  }

  package static func decode<R: Decodable>(
    _ type: R.Type, body: [UInt8], params: [Header.Param]
  ) throws(Fault) -> R {
    try decode(type, document(body), params: params)
  }

  package static func decode<R: Decodable>(
    _ type: R.Type, _ document: JSONDocument, params: [Header.Param]
  ) throws(Fault) -> R {
    let texts = Dictionary(params.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
    do {
      guard !params.isEmpty else { return try document.decode(type, userInfo: userInfo) }
      return try document.decode(userInfo: userInfo) { try R(from: OverlayDecoder(base: $0, texts: texts)) }
    } catch let fault as Fault {
      throw everyFault(after: fault, type, document, texts)
    } catch let error as DecodingError {
      throw everyFault(after: RequestDecoding.fault(error), type, document, texts)
    } catch { throw Fault(.internalError) }
  }

  static let userInfo = Text.userInfoOfRequests

  /// Decodes requests of one type. Many are sent without members, so the value of `{}` is cached.
  struct Decoder<R: Decodable & Sendable>: Sendable {
    private let empty: R?

    init(_ type: R.Type) {
      do { empty = try RequestDecoding.decode(type, .emptyObject, params: []) } catch {
        // The type has required members, so every body is decoded.
        empty = nil
      }
    }

    func callAsFunction(_ document: JSONDocument, _ params: [Header.Param]) throws(Fault) -> R {
      if let empty, params.isEmpty, document.isEmptyObject { return empty }
      return try RequestDecoding.decode(R.self, document, params: params)
    }
  }

  static func fault(_ error: DecodingError) -> Fault {
    switch error {
    case .keyNotFound(let key, let context):
      Fault(.fieldMissing, field: Fault.path(context.codingPath + [key]))
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      Fault(.wrongType, field: Fault.path(context.codingPath))
    @unknown default: Fault(.internalError)
    }
  }
}

extension Fault {
  /// `bad_json` with the reason in words; `details` has it as a word, and the offset of the byte.
  package init(_ flaw: JSONFlaw) {
    let code = FaultCode.badJSON
    self.init(FaultCode(code.kind, code.code, "The body is not valid JSON: \(flaw)."))
    details = ["reason": .string(flaw.reason.rawValue), "offset": .int(Int64(flaw.offset))]
  }
}

struct OverlayDecoder: Decoder {
  let base: any Decoder
  let texts: [String: String]
  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(OverlayContainer(base: try base.container(keyedBy: type), texts: texts))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { try base.singleValueContainer() }
}

private struct OverlayContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>
  let texts: [String: String]
  var codingPath: [any CodingKey] { base.codingPath }
  var allKeys: [Key] { base.allKeys }

  func contains(_ key: Key) -> Bool { texts[key.stringValue] != nil || base.contains(key) }

  func decodeNil(forKey key: Key) throws -> Bool {
    texts[key.stringValue] == nil ? try base.decodeNil(forKey: key) : false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let text = texts[key.stringValue] else { return try base.decode(type, forKey: key) }
    return try Value(from: TextDecoder(text: text, codingPath: codingPath + [key]))
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
  var userInfo: [CodingUserInfoKey: Any] { RequestDecoding.userInfo }

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
