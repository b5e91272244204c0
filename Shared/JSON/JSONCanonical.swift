/// A document's value, to be written by the encoder.
extension JSONDocument {
  /// The value as the encoder writes it: no blanks, names in order, one spelling for each text and number.
  /// Two documents of the same value have the same bytes.
  package func canonical() -> [UInt8] {
    // Whatever has been scanned can be written; its bytes as they came would be its value, too.
    do { return try JSONByteEncoder.encode(WrittenNode(reader: JSONReader(self), node: 0)) } catch {
      return bytes
    }
  }
}

private struct WrittenNode: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  let reader: JSONReader
  let node: Int

  func encode(to encoder: any Encoder) throws {
    switch reader.kind(of: node) {
    case .object:
      var container = encoder.container(keyedBy: Name.self)
      // In order, since the encoder sorts by insertion.
      let members = reader.members(of: node).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      for member in members {
        try container.encode(WrittenNode(reader: reader, node: member.value), forKey: Name(member.name))
      }
    case .array:
      var container = encoder.unkeyedContainer()
      for element in reader.elements(of: node) {
        try container.encode(WrittenNode(reader: reader, node: element))
      }
    default: try encodeScalar(encoder.singleValueContainer())
    }
  }

  private func encodeScalar(_ container: any SingleValueEncodingContainer) throws {
    var container = container
    switch reader.kind(of: node) {
    case .text, .escapedText: try container.encode(reader.text(at: node))
    case .yes, .no: try container.encode(reader.flag(at: node))
    case .whole, .number: try encodeNumber(reader.bytes(of: node), &container)
    case .null, .array, .object: try container.encodeNil()
    }
  }

  /// A number that no type holds is written as text.
  private func encodeNumber(
    _ text: ArraySlice<UInt8>, _ container: inout any SingleValueEncodingContainer
  ) throws {
    if let whole = JSONNumber.whole(Int64.self, text, isPlain: reader.kind(of: node) == .whole) {
      try container.encode(whole)
    } else if let real = JSONNumber.real(text) {
      // A fraction that a Double rounds to a whole number is written as one, and so is read back the same.
      if let whole = Int64(exactly: real) { try container.encode(whole) } else { try container.encode(real) }
    } else {
      try container.encode(String(decoding: text, as: UTF8.self))
    }
  }
}
