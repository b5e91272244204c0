/// Encodes Codable values as JSON bytes with sorted keys, several times faster than Foundation's encoder,
/// which builds a tree of dictionaries first. Every reply, event and stored reply passes here, twice on a
/// write.
///
/// Keys are in the order of their UTF-8 bytes; `/` is not escaped; numbers that are not finite are refused.
enum JSONByteEncoder {
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    let encoder = ValueEncoder()
    try encoder.write(value)
    return encoder.takeBytes()
  }
}

/// One JSON value in the making. Complex members get a child of their own, which is kept for the next one.
private final class ValueEncoder: Encoder {
  private enum Form {
    case single
    case array
    case object
  }

  private struct Entry {
    let key: String
    let start: Int
    let end: Int
  }

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private(set) var count = 0
  private var form = Form.single
  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  private var isSorted = true
  private var child: ValueEncoder?
  /// Nested containers that are filled after their place was taken.
  private var pending: [(place: Int, encoder: ValueEncoder)] = []

  init() { bytes.reserveCapacity(256) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    form = .object
    return KeyedEncodingContainer(KeyedContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    form = .array
    return ListContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleContainer(encoder: self) }

  /// The finished value; the encoder is empty again.
  func takeBytes() -> [UInt8] {
    var finished: [UInt8] = []
    appendFinished(to: &finished)
    return finished
  }

  private func appendFinished(to target: inout [UInt8]) {
    switch form {
    case .single: target.append(contentsOf: bytes)
    case .array:
      target.append(UInt8(ascii: "["))
      appendEntries(to: &target, hasKeys: false)
      target.append(UInt8(ascii: "]"))
    case .object:
      if !isSorted { entries.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } }
      target.append(UInt8(ascii: "{"))
      appendEntries(to: &target, hasKeys: true)
      target.append(UInt8(ascii: "}"))
    }
    reset()
  }

  private func appendEntries(to target: inout [UInt8], hasKeys: Bool) {
    var isFirst = true
    for entry in entries {
      if !isFirst { target.append(UInt8(ascii: ",")) }
      isFirst = false
      if hasKeys {
        JSONText.append(entry.key, to: &target)
        target.append(UInt8(ascii: ":"))
      }
      if entry.start < 0, let nested = pending.first(where: { $0.place == entry.start }) {
        nested.encoder.appendFinished(to: &target)
      } else {
        target.append(contentsOf: bytes[entry.start..<entry.end])
      }
    }
  }

  private func reset() {
    form = .single
    bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    pending.removeAll()
    isSorted = true
    count = 0
  }

  func beginEntry() -> Int { bytes.count }

  func endEntry(_ key: String, from start: Int) {
    if let last = entries.last, isSorted { isSorted = last.key.utf8.lexicographicallyPrecedes(key.utf8) }
    entries.append(Entry(key: key, start: start, end: bytes.count))
    count += 1
  }

  func nested(_ key: String) -> ValueEncoder {
    let place = -1 - pending.count
    let encoder = ValueEncoder()
    pending.append((place, encoder))
    if let last = entries.last, isSorted { isSorted = last.key.utf8.lexicographicallyPrecedes(key.utf8) }
    entries.append(Entry(key: key, start: place, end: place))
    count += 1
    return encoder
  }

  /// Compares types before it casts: a cast that fails costs more than all the rest.
  func write<Value: Encodable>(_ value: Value) throws {
    if Value.self == String.self, let text = value as? String { return write(text) }
    if Value.self == Int.self, let number = value as? Int { return writeWhole(number) }
    if Value.self == Int64.self, let number = value as? Int64 { return writeWhole(number) }
    if Value.self == Bool.self, let flag = value as? Bool { return write(flag) }
    let child = child ?? ValueEncoder()
    self.child = nil
    try value.encode(to: child)
    child.appendFinished(to: &bytes)
    self.child = child
  }

  func writeNull() { append("null") }
  func write(_ text: String) { JSONText.append(text, to: &bytes) }
  func write(_ flag: Bool) { append(flag ? "true" : "false") }
  func writeWhole(_ number: some BinaryInteger) { append(String(number)) }

  func write(_ number: Double) throws {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number, EncodingError.Context(codingPath: [], debugDescription: "JSON has no \(number)"))
    }
    let text = "\(number)"
    append(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  private func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

private enum JSONText {
  /// RFC 8259: quotation mark, backslash and control characters are escaped, the rest is UTF-8 as it is.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      bytes.append(contentsOf: text.utf8)
    } else {
      for byte in text.utf8 { append(byte, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x08: bytes += Array("\\b".utf8)
    case 0x09: bytes += Array("\\t".utf8)
    case 0x0A: bytes += Array("\\n".utf8)
    case 0x0C: bytes += Array("\\f".utf8)
    case 0x0D: bytes += Array("\\r".utf8)
    case 0..<0x20:
      let digits = Array("0123456789abcdef".utf8)
      bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    default: bytes.append(byte)
    }
  }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {
    let start = encoder.beginEntry()
    encoder.writeNull()
    encoder.endEntry(key.stringValue, from: start)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let start = encoder.beginEntry()
    try encoder.write(value)
    encoder.endEntry(key.stringValue, from: start)
  }

  func encode(_ value: String, forKey key: Key) {
    let start = encoder.beginEntry()
    encoder.write(value)
    encoder.endEntry(key.stringValue, from: start)
  }

  func encode(_ value: Bool, forKey key: Key) {
    let start = encoder.beginEntry()
    encoder.write(value)
    encoder.endEntry(key.stringValue, from: start)
  }

  func encode(_ value: Double, forKey key: Key) throws {
    let start = encoder.beginEntry()
    try encoder.write(value)
    encoder.endEntry(key.stringValue, from: start)
  }

  func encode(_ value: Int, forKey key: Key) { whole(value, key) }
  func encode(_ value: Int64, forKey key: Key) { whole(value, key) }

  private func whole(_ value: some BinaryInteger, _ key: Key) {
    let start = encoder.beginEntry()
    encoder.writeWhole(value)
    encoder.endEntry(key.stringValue, from: start)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.nested(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.nested(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.nested("super") }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.nested(key.stringValue) }
}

private struct ListContainer: UnkeyedEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { [] }
  var count: Int { encoder.count }

  func encodeNil() {
    let start = encoder.beginEntry()
    encoder.writeNull()
    encoder.endEntry("", from: start)
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    let start = encoder.beginEntry()
    try encoder.write(value)
    encoder.endEntry("", from: start)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder.nested("").container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.nested("").unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder.nested("") }
}

private struct SingleContainer: SingleValueEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoder.writeNull() }
  func encode(_ value: Bool) { encoder.write(value) }
  func encode(_ value: String) { encoder.write(value) }
  func encode(_ value: Double) throws { try encoder.write(value) }
  func encode(_ value: Float) throws { try encoder.write(Double(value)) }
  func encode(_ value: Int) { encoder.writeWhole(value) }
  func encode(_ value: Int8) { encoder.writeWhole(value) }
  func encode(_ value: Int16) { encoder.writeWhole(value) }
  func encode(_ value: Int32) { encoder.writeWhole(value) }
  func encode(_ value: Int64) { encoder.writeWhole(value) }
  func encode(_ value: UInt) { encoder.writeWhole(value) }
  func encode(_ value: UInt8) { encoder.writeWhole(value) }
  func encode(_ value: UInt16) { encoder.writeWhole(value) }
  func encode(_ value: UInt32) { encoder.writeWhole(value) }
  func encode(_ value: UInt64) { encoder.writeWhole(value) }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.write(value) }
}
