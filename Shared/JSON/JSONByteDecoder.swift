internal import FoundationEssentials
internal import Glibc

/// Decodes JSON bytes several times faster than Foundation's decoder. Every request, reply and event passes
/// through it.
///
/// It supports only common input. Doubtful and invalid input is left to Foundation, which also has the better
/// error messages. So both accept the same documents and produce the same values.
package enum JSONByteDecoder {
  /// Returns nil if Foundation has to decode the document.
  ///
  /// - Parameter read: Creates the value from a decoder for the whole document.
  package static func decode<Value>(_ bytes: [UInt8], _ read: (any Decoder) throws -> Value) -> Value? {
    guard let tape = JSONTape(bytes) else { return nil }
    let reader = JSONReader(tape)
    do {
      let value = try read(reader)
      return reader.isUnsure ? nil : value
    } catch {
      // The caller asks Foundation next, and gets its error.
      return nil
    }
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> Value? {
    decode(bytes) { decoder in
      guard let reader = decoder as? JSONReader else { return try Value(from: decoder) }
      return try reader.read(type, at: 0)
    }
  }
}

/// One decoder for a whole document. `node` is the value currently being decoded.
private final class JSONReader: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private let tape: JSONTape
  // One thread uses a reader; see `JSONWriter`.
  @exclusivity(unchecked)
  private var node = 0
  /// True if Foundation might decode something differently. Then the value must not be used, even if its type
  /// recovered from the error.
  @exclusivity(unchecked)
  private(set) var isUnsure = false

  init(_ tape: JSONTape) {
    self.tape = tape
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try container(keyedBy: type, at: node)
  }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type, at index: Int
  ) throws -> KeyedDecodingContainer<Key> {
    guard tape.nodes[index].kind == .object else { throw mismatch(type) }
    return KeyedDecodingContainer(ObjectContainer(reader: self, node: index))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try unkeyedContainer(at: node) }

  func unkeyedContainer(at index: Int) throws -> any UnkeyedDecodingContainer {
    guard tape.nodes[index].kind == .array else { throw mismatch([Any].self) }
    return ElementContainer(reader: self, count: Int(tape.nodes[index].count), node: index + 1)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    ValueContainer(reader: self, node: node)
  }

  // MARK: - Nodes

  func next(after index: Int) -> Int { Int(tape.nodes[index].next) }
  func isNull(_ index: Int) -> Bool { tape.nodes[index].kind == .null }

  /// Decodes one value. Foundation has special representations for some types.
  func read<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
    if Value.self == String.self, let value = try text(at: index) as? Value { return value }
    if Value.self == Int64.self, let value = try whole(Int64.self, at: index) as? Value { return value }
    if Value.self == Int.self, let value = try whole(Int.self, at: index) as? Value { return value }
    if Value.self == Date.self || Value.self == Data.self || Value.self == URL.self
      || Value.self == Decimal.self
    {
      throw unsure(type)
    }
    let outer = node
    node = index
    defer { node = outer }
    return try Value(from: self)
  }

  func flag(at index: Int) throws -> Bool {
    switch tape.nodes[index].kind {
    case .yes: return true
    case .no: return false
    default: throw mismatch(Bool.self)
    }
  }

  func text(at index: Int) throws -> String {
    let node = tape.nodes[index]
    let range = Int(node.start)..<Int(node.end)
    switch node.kind {
    // The tape has already validated the UTF-8.
    case .text: return String(decoding: tape.bytes[range], as: UTF8.self)
    case .escapedText:
      guard let text = JSONEscapes.unescape(tape.bytes[range]) else { throw unsure(String.self) }
      return text
    default: throw mismatch(String.self)
    }
  }

  func whole<Number: FixedWidthInteger>(_ type: Number.Type, at index: Int) throws -> Number {
    let node = tape.nodes[index]
    switch node.kind {
    case .whole:
      var value: Number = 0
      var digits = tape.bytes[Int(node.start)..<Int(node.end)]
      let isNegative = digits.first == UInt8(ascii: "-")
      if isNegative {
        guard Number.isSigned else { throw unsure(type) }
        digits.removeFirst()
      }
      for digit in digits {
        let (tens, isOver) = value.multipliedReportingOverflow(by: 10)
        let ones = Number(digit - UInt8(ascii: "0"))
        let (sum, isFarOver) =
          isNegative ? tens.subtractingReportingOverflow(ones) : tens.addingReportingOverflow(ones)
        if isOver || isFarOver { throw unsure(type) }
        value = sum
      }
      return value
    case .number: throw unsure(type)
    default: throw mismatch(type)
    }
  }

  func real(at index: Int) throws -> Double {
    let node = tape.nodes[index]
    guard node.kind == .whole || node.kind == .number else { throw mismatch(Double.self) }
    let text = String(decoding: tape.bytes[Int(node.start)..<Int(node.end)], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw unsure(Double.self) }
    return value
  }

  // MARK: - Members

  /// Returns the node of a member's value.
  func member(_ key: some CodingKey, of object: Int) -> Int? {
    var name = key.stringValue
    return name.withUTF8 { name in
      var index = object + 1
      for _ in 0..<tape.nodes[object].count {
        let node = tape.nodes[index]
        if Int(node.end - node.start) == name.count, isAt(node.start, name) { return index + 1 }
        index = Int(tape.nodes[index + 1].next)
      }
      return nil
    }
  }

  private func isAt(_ start: Int32, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let wanted = name.baseAddress else { return true }
    return tape.bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { memcmp($0 + Int(start), wanted, name.count) == 0 } ?? false
    }
  }

  func names(of object: Int) -> [String] {
    var names: [String] = []
    var index = object + 1
    for _ in 0..<tape.nodes[object].count {
      let node = tape.nodes[index]
      names.append(String(decoding: tape.bytes[Int(node.start)..<Int(node.end)], as: UTF8.self))
      index = Int(tape.nodes[index + 1].next)
    }
    return names
  }

  // MARK: - Internal errors

  private static let context = DecodingError.Context(codingPath: [], debugDescription: "left to Foundation")

  func mismatch(_ type: Any.Type) -> DecodingError { .typeMismatch(type, JSONReader.context) }
  func missing(_ type: Any.Type) -> DecodingError { .valueNotFound(type, JSONReader.context) }

  func unsure(_ type: Any.Type) -> DecodingError {
    isUnsure = true
    return mismatch(type)
  }
}

private enum JSONEscapes {
  /// Returns nil for an invalid escape, and for half a surrogate pair.
  static func unescape(_ bytes: ArraySlice<UInt8>) -> String? {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        out.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\""): out.append(UInt8(ascii: "\""))
      case UInt8(ascii: "\\"): out.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "/"): out.append(UInt8(ascii: "/"))
      case UInt8(ascii: "b"): out.append(0x08)
      case UInt8(ascii: "f"): out.append(0x0C)
      case UInt8(ascii: "n"): out.append(0x0A)
      case UInt8(ascii: "r"): out.append(0x0D)
      case UInt8(ascii: "t"): out.append(0x09)
      case UInt8(ascii: "u"):
        guard let scalar = scalar(&rest) else { return nil }
        out.append(contentsOf: String(Character(scalar)).utf8)
      default: return nil
      }
    }
    return String(validating: out, as: UTF8.self)
  }

  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let first = unit(&rest) else { return nil }
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
      let second = unit(&rest), UTF16.isTrailSurrogate(second)
    else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(first & 0x3FF) << 10) + UInt32(second & 0x3FF))
  }

  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = rest.popFirst().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        return nil
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}

private struct ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: JSONReader
  let node: Int
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { reader.names(of: node).compactMap { Key(stringValue: $0) } }

  private func position(_ key: some CodingKey) throws -> Int {
    guard let position = reader.member(key, of: node) else { throw reader.missing(Any.self) }
    return position
  }

  /// Returns nil also for a member that is null.
  private func placeIfPresent(_ key: Key) -> Int? {
    reader.member(key, of: node).flatMap { reader.isNull($0) ? nil : $0 }
  }

  func contains(_ key: Key) -> Bool { reader.member(key, of: node) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { reader.isNull(try position(key)) }
  func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try reader.flag(at: position(key)) }
  func decode(_: String.Type, forKey key: Key) throws -> String { try reader.text(at: position(key)) }
  func decode(_: Double.Type, forKey key: Key) throws -> Double { try reader.real(at: position(key)) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try reader.whole(type, at: position(key)) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try reader.whole(type, at: position(key))
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try reader.read(type, at: position(key))
  }

  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? {
    try placeIfPresent(key).map { try reader.text(at: $0) }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try placeIfPresent(key).map { try reader.read(type, at: $0) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try reader.container(keyedBy: type, at: position(key)) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try reader.unkeyedContainer(at: position(key))
  }

  func superDecoder() throws -> any Decoder { throw reader.unsure(Any.self) }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw reader.unsure(Any.self) }
}

private struct ElementContainer: UnkeyedDecodingContainer {
  let reader: JSONReader
  let count: Int?
  private(set) var currentIndex = 0
  private var node: Int
  var codingPath: [any CodingKey] { [] }
  var isAtEnd: Bool { currentIndex == count }

  init(reader: JSONReader, count: Int, node: Int) {
    self.reader = reader
    self.count = count
    self.node = node
  }

  /// Decodes one element. The index advances only after a successful decode.
  private mutating func element<Value>(_ read: (JSONReader, Int) throws -> Value) throws -> Value {
    guard !isAtEnd else { throw reader.missing(Value.self) }
    let value = try read(reader, node)
    currentIndex += 1
    node = reader.next(after: node)
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, reader.isNull(node) else { return false }
    return try element { _, _ in true }
  }

  mutating func decode(_: Bool.Type) throws -> Bool { try element { try $0.flag(at: $1) } }
  mutating func decode(_: String.Type) throws -> String { try element { try $0.text(at: $1) } }
  mutating func decode(_: Double.Type) throws -> Double { try element { try $0.real(at: $1) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try element { try $0.whole(type, at: $1) } }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try element { try $0.read(type, at: $1) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { try element { try $0.container(keyedBy: type, at: $1) } }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try element { try $0.unkeyedContainer(at: $1) }
  }

  mutating func superDecoder() throws -> any Decoder { throw reader.unsure(Any.self) }
}

private struct ValueContainer: SingleValueDecodingContainer {
  let reader: JSONReader
  let node: Int
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { reader.isNull(node) }
  func decode(_: Bool.Type) throws -> Bool { try reader.flag(at: node) }
  func decode(_: String.Type) throws -> String { try reader.text(at: node) }
  func decode(_: Double.Type) throws -> Double { try reader.real(at: node) }
  func decode(_: Float.Type) throws -> Float { throw reader.unsure(Float.self) }
  func decode(_ type: Int.Type) throws -> Int { try reader.whole(type, at: node) }
  func decode(_ type: Int8.Type) throws -> Int8 { try reader.whole(type, at: node) }
  func decode(_ type: Int16.Type) throws -> Int16 { try reader.whole(type, at: node) }
  func decode(_ type: Int32.Type) throws -> Int32 { try reader.whole(type, at: node) }
  func decode(_ type: Int64.Type) throws -> Int64 { try reader.whole(type, at: node) }
  func decode(_ type: UInt.Type) throws -> UInt { try reader.whole(type, at: node) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try reader.whole(type, at: node) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try reader.whole(type, at: node) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try reader.whole(type, at: node) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try reader.whole(type, at: node) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try reader.read(type, at: node) }
}
