/// The decoder that `SchemaRecorder` hands to `init(from:)`.
struct RecordingDecoder: Decoder {
  let recording: Recording
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  let shape = Shape()

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed(recording: recording, shape: shape, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    Unkeyed(recording: recording, shape: shape, codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    Single(recording: recording, shape: shape, codingPath: codingPath)
  }
}

private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let recording: Recording
  let shape: Shape
  let codingPath: [any CodingKey]
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) throws -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let (schema, sample) = try recording.record(type)
    shape.add(key.stringValue, schema, isRequired: true)
    return sample
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    if recording.isOpen(type) {
      let reference: JSONValue = ["$ref": .string("#/components/schemas/\(Recording.name(of: type))")]
      shape.add(key.stringValue, ["anyOf": [reference, ["type": "null"]]], isRequired: false)
      return nil
    }
    let (schema, sample) = try recording.record(type)
    shape.add(key.stringValue, schema.orNull, isRequired: false)
    return sample
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type, key) }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type, key) }

  private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    let (schema, sample) = try recording.record(type)
    shape.add(key.stringValue, schema.orNull, isRequired: false)
    return sample
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw RecorderError.unsupported("nested containers")
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw RecorderError.unsupported("nested containers")
  }

  func superDecoder() throws -> any Decoder { throw RecorderError.unsupported("super decoders") }
  func superDecoder(forKey key: Key) throws -> any Decoder {
    throw RecorderError.unsupported("super decoders")
  }
}

extension JSONValue {
  /// The schema of a member that may be absent, and so may also be null.
  fileprivate var orNull: JSONValue {
    if case .string(let type)? = self["type"], self["enum"] == nil {
      return setting("type", [.string(type), "null"])
    }
    return ["anyOf": [self, ["type": "null"]]]
  }
}

private struct Unkeyed: UnkeyedDecodingContainer {
  let recording: Recording
  let shape: Shape
  let codingPath: [any CodingKey]
  let count: Int? = 1
  private(set) var currentIndex = 0
  var isAtEnd: Bool { currentIndex > 0 }

  init(recording: Recording, shape: Shape, codingPath: [any CodingKey]) {
    self.recording = recording
    self.shape = shape
    self.codingPath = codingPath
  }

  mutating func decodeNil() throws -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (schema, sample) = try recording.record(type)
    shape.element = schema
    currentIndex += 1
    return sample
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    throw RecorderError.unsupported("nested containers")
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw RecorderError.unsupported("nested containers")
  }

  mutating func superDecoder() throws -> any Decoder { throw RecorderError.unsupported("super decoders") }
}

private struct Single: SingleValueDecodingContainer {
  let recording: Recording
  let shape: Shape
  let codingPath: [any CodingKey]

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (schema, sample) = try recording.record(type)
    shape.single = schema
    return sample
  }
}
