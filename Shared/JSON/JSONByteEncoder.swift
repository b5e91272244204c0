internal import Glibc

/// Encodes Codable values as JSON bytes with sorted keys, several times faster than Foundation's encoder,
/// which first builds a tree of dictionaries. Every reply, event and stored reply passes through it, twice on
/// a write.
///
/// Keys are sorted by their UTF-8 bytes; `/` is not escaped; non-finite numbers are rejected.
enum JSONByteEncoder {
  static func encode(_ value: some Encodable, knowing known: (any KnownValue)? = nil) throws -> [UInt8] {
    let writer = JSONWriter(knowing: known)
    try writer.write(value)
    return writer.bytes
  }
}

/// One encoder for a whole value. All output goes into its final place in one buffer, since moving bytes is
/// most of an encoder's work. The members of an object are sorted when it ends.
private final class JSONWriter: Encoder {
  enum Form {
    case single
    case array
    case object
  }

  /// The array or object being written, or a single value.
  struct Level {
    var form = Form.single
    /// The offset of its first element or member.
    var start = 0
    var firstEntry = 0
    var firstKey = 0
    var isSorted = true
    var hasPending = false
  }

  /// An element or a member: its bytes without the comma, and its key in `keys`.
  struct Entry {
    var start: Int
    var end: Int
    var keyStart: Int
    var keyEnd: Int
  }

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  // One thread uses a writer, and nothing is read during a mutation. Checking that at run time took as long
  // as the rest of the encoding.
  @exclusivity(unchecked)
  private(set) var bytes: [UInt8] = []
  @exclusivity(unchecked)
  private var level = Level()
  /// The entries of all open levels, innermost last. `keys` holds their keys, not escaped.
  @exclusivity(unchecked)
  private var entries: [Entry] = []
  @exclusivity(unchecked)
  private var keys: [UInt8] = []
  /// Nested containers that are filled later, each with the index of its entry.
  private var pending: [(entry: Int, writer: JSONWriter)] = []
  private let known: (any KnownValue)?

  init(knowing known: (any KnownValue)? = nil) {
    self.known = known
    bytes.reserveCapacity(512)
    entries.reserveCapacity(32)
    keys.reserveCapacity(256)
  }

  var count: Int { entries.count - level.firstEntry }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    begin(.object, UInt8(ascii: "{"))
    return KeyedEncodingContainer(KeyedContainer(writer: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    begin(.array, UInt8(ascii: "["))
    return ListContainer(writer: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleContainer(writer: self) }

  /// Opens an array or object. A type may request its container more than once, or encode another type into
  /// it.
  private func begin(_ form: Form, _ bracket: UInt8) {
    guard level.form == .single else { return }
    bytes.append(bracket)
    level.form = form
    level.start = bytes.count
  }

  /// Compares types before casting: a cast that fails costs more than everything else.
  func write<Value: Encodable>(_ value: Value) throws {
    if Value.self == String.self, let text = value as? String { return write(text) }
    if Value.self == Int.self, let number = value as? Int { return writeWhole(number) }
    if Value.self == Int64.self, let number = value as? Int64 { return writeWhole(number) }
    if Value.self == Bool.self, let flag = value as? Bool { return write(flag) }
    if let known, let known = known.bytes(of: value) { return bytes.append(contentsOf: known) }
    let outer = level
    level = Level(firstEntry: entries.count, firstKey: keys.count)
    try value.encode(to: self)
    end()
    level = outer
  }

  func writeNull() { append("null") }
  func write(_ text: String) { JSONText.append(text, to: &bytes) }
  func write(_ flag: Bool) { append(flag ? "true" : "false") }

  /// Writes the digits themselves: `String(number)` is generic, and takes three times as long.
  func writeWhole(_ number: some FixedWidthInteger) {
    var rest = UInt64(truncatingIfNeeded: number.magnitude)
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let first = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest != 0
    bytes[first...].reverse()
  }

  func write(_ number: Double) throws {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number, EncodingError.Context(codingPath: [], debugDescription: "JSON has no \(number)"))
    }
    // As in RFC 8785: a negative zero is written as 0, which is what a reader makes of it.
    let text = "\(number == 0 ? 0 : number)"
    append(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  private func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Begins an entry. Its value follows, then `endEntry`.
  func beginEntry() {
    if count > 0 { bytes.append(UInt8(ascii: ",")) }
    entries.append(Entry(start: bytes.count, end: bytes.count, keyStart: keys.count, keyEnd: keys.count))
  }

  func beginEntry(_ key: some CodingKey) {
    beginEntry()
    var key = key.stringValue
    key.withUTF8 { keys.append(contentsOf: $0) }
    let last = entries.count - 1
    entries[last].keyEnd = keys.count
    if level.isSorted, last > level.firstEntry {
      level.isSorted = precedes(entries[last - 1], entries[last])
    }
    JSONText.append(key, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Ends the last entry, which is this one, since the entries of nested values are already removed.
  func endEntry() { entries[entries.count - 1].end = bytes.count }

  /// Ends the current entry and returns a separate writer for its value, which is filled in at the end.
  func nested() -> JSONWriter {
    endEntry()
    let writer = JSONWriter()
    pending.append((entries.count - 1, writer))
    level.hasPending = true
    return writer
  }

  func finished() -> [UInt8] {
    end()
    return bytes
  }

  private func end() {
    guard level.form != .single else { return }
    if !level.isSorted { sortEntries() }
    if !level.isSorted || level.hasPending { arrange() }
    keys.removeLast(keys.count - level.firstKey)
    entries.removeLast(entries.count - level.firstEntry)
    bytes.append(level.form == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  /// Sorts by insertion: objects have few members, most of them already in order. Equal keys keep their
  /// order.
  private func sortEntries() {
    for index in (level.firstEntry + 1)..<entries.count {
      var position = index
      while position > level.firstEntry, precedes(entries[position], entries[position - 1]) {
        entries.swapAt(position, position - 1)
        for slot in pending.indices where level.hasPending {
          if pending[slot].entry == position {
            pending[slot].entry = position - 1
          } else if pending[slot].entry == position - 1 {
            pending[slot].entry = position
          }
        }
        position -= 1
      }
    }
  }

  private func precedes(_ left: Entry, _ right: Entry) -> Bool {
    let (leftCount, rightCount) = (left.keyEnd - left.keyStart, right.keyEnd - right.keyStart)
    let order = keys.withUnsafeBytes { keys -> Int32 in
      guard let base = keys.baseAddress else { return 0 }
      return memcmp(base + left.keyStart, base + right.keyStart, min(leftCount, rightCount))
    }
    return order == 0 ? leftCount < rightCount : order < 0
  }

  /// Writes the entries again, sorted and with the pending containers.
  private func arrange() {
    let written = Array(bytes[level.start...])
    bytes.removeLast(written.count)
    for index in level.firstEntry..<entries.count {
      if index > level.firstEntry { bytes.append(UInt8(ascii: ",")) }
      let entry = entries[index]
      bytes.append(contentsOf: written[(entry.start - level.start)..<(entry.end - level.start)])
      guard level.hasPending, let slot = pending.firstIndex(where: { $0.entry == index }) else { continue }
      bytes.append(contentsOf: pending.remove(at: slot).writer.finished())
    }
  }
}

private enum JSONText {
  /// Escapes quotation marks, backslashes and control characters (RFC 8259); everything else stays UTF-8.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        bytes.append(contentsOf: utf8)
      } else {
        for byte in utf8 { append(byte, to: &bytes) }
      }
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
  let writer: JSONWriter
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {
    writer.beginEntry(key)
    writer.writeNull()
    writer.endEntry()
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    writer.beginEntry(key)
    try writer.write(value)
    writer.endEntry()
  }

  func encode(_ value: String, forKey key: Key) {
    writer.beginEntry(key)
    writer.write(value)
    writer.endEntry()
  }

  func encode(_ value: Bool, forKey key: Key) {
    writer.beginEntry(key)
    writer.write(value)
    writer.endEntry()
  }

  func encode(_ value: Double, forKey key: Key) throws {
    writer.beginEntry(key)
    try writer.write(value)
    writer.endEntry()
  }

  func encode(_ value: Int, forKey key: Key) { whole(value, key) }
  func encode(_ value: Int64, forKey key: Key) { whole(value, key) }

  private func whole(_ value: some FixedWidthInteger, _ key: Key) {
    writer.beginEntry(key)
    writer.writeWhole(value)
    writer.endEntry()
  }

  private func nested(_ key: some CodingKey) -> JSONWriter {
    writer.beginEntry(key)
    return writer.nested()
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { nested(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nested(SuperKey()) }
  func superEncoder(forKey key: Key) -> any Encoder { nested(key) }
}

private struct SuperKey: CodingKey {
  var stringValue: String { "super" }
  var intValue: Int? { nil }
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}

private struct ListContainer: UnkeyedEncodingContainer {
  let writer: JSONWriter
  var codingPath: [any CodingKey] { [] }
  var count: Int { writer.count }

  func encodeNil() {
    writer.beginEntry()
    writer.writeNull()
    writer.endEntry()
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    writer.beginEntry()
    try writer.write(value)
    writer.endEntry()
  }

  private func nested() -> JSONWriter {
    writer.beginEntry()
    return writer.nested()
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    nested().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  func superEncoder() -> any Encoder { nested() }
}

private struct SingleContainer: SingleValueEncodingContainer {
  let writer: JSONWriter
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { writer.writeNull() }
  func encode(_ value: Bool) { writer.write(value) }
  func encode(_ value: String) { writer.write(value) }
  func encode(_ value: Double) throws { try writer.write(value) }
  func encode(_ value: Float) throws { try writer.write(Double(value)) }
  func encode(_ value: Int) { writer.writeWhole(value) }
  func encode(_ value: Int8) { writer.writeWhole(value) }
  func encode(_ value: Int16) { writer.writeWhole(value) }
  func encode(_ value: Int32) { writer.writeWhole(value) }
  func encode(_ value: Int64) { writer.writeWhole(value) }
  func encode(_ value: UInt) { writer.writeWhole(value) }
  func encode(_ value: UInt8) { writer.writeWhole(value) }
  func encode(_ value: UInt16) { writer.writeWhole(value) }
  func encode(_ value: UInt32) { writer.writeWhole(value) }
  func encode(_ value: UInt64) { writer.writeWhole(value) }
  func encode<Value: Encodable>(_ value: Value) throws { try writer.write(value) }
}
