internal import FoundationEssentials

/// JSON as Quad writes it: with sorted keys, so that equal values are equal bytes.
package enum JSONCoding {
  package static func encode(_ value: some Encodable) throws -> [UInt8] {
    try JSONByteEncoder.encode(value)
  }

  package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    if let value = JSONByteDecoder.decode(type, from: bytes) { return value }
    return try JSONDecoder().decode(type, from: Data(bytes))
  }
}
