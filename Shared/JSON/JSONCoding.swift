/// JSON as Quad reads and writes it: strict, and with sorted keys, so that equal values are equal bytes.
package enum JSONCoding {
  /// - Parameter known: A part of `value` that is already encoded; its bytes are used wherever it appears.
  package static func encode(
    _ value: some Encodable, knowing known: (any KnownValue)? = nil
  ) throws -> [UInt8] {
    try JSONByteEncoder.encode(value, knowing: known)
  }

  /// - Throws: `JSONFlaw` for bytes that the scan refuses, `DecodingError` for a document that does not fit,
  ///   and what `type` itself throws.
  package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try JSONDocument(bytes).decode(type)
  }
}
