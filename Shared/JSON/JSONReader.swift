internal import Glibc

/// One decoder for a whole document. `node` is the value currently being decoded.
///
/// Foundation's decoder took several times as long; a test compares both, value by value.
final class JSONReader: Decoder {
  var userInfo: [CodingUserInfoKey: Any] { information }
  fileprivate let information: [CodingUserInfoKey: any Sendable]
  fileprivate let document: JSONDocument
  // One thread uses a reader; see `JSONWriter`.
  @exclusivity(unchecked)
  private var node = 0
  /// The member found last: the next one is usually behind it.
  @exclusivity(unchecked)
  private var found = (object: -1, name: 0, number: 0)

  /// - Parameter node: the value to decode; the whole document unless given.
  init(
    _ document: JSONDocument, at node: Int = 0, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    information = userInfo
    self.document = document
    self.node = node
  }

  /// A value that its reader did not want. Types throw and catch it while they try kinds, so it has no path.
  private struct Unfit: Error {
    enum Problem {
      case otherKind(Any.Type)
      case missing(String)
      case number(Any.Type)
      case unsupported
    }

    let node: Int
    let problem: Problem
  }

  func decoding<Value>(_ read: (JSONReader) throws -> Value) throws -> Value {
    do { return try read(self) } catch let unfit as Unfit { throw error(unfit) }
  }

  /// The error with its path, if it is one of decoding.
  func located(_ error: any Error) -> DecodingError? {
    if let unfit = error as? Unfit { return self.error(unfit) }
    return error as? DecodingError
  }

  private func error(_ unfit: Unfit) -> DecodingError {
    func context(_ words: String) -> DecodingError.Context {
      DecodingError.Context(codingPath: path(of: unfit.node), debugDescription: words)
    }
    return switch unfit.problem {
    case .otherKind(let type): .typeMismatch(type, context("is not a \(type)"))
    case .missing(let name): .keyNotFound(PathKey(name), context("lacks \(name)"))
    case .number(let type): .dataCorrupted(context("does not fit into a \(type)"))
    case .unsupported: .dataCorrupted(context("super decoders are not supported"))
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try container(keyedBy: type, at: node)
  }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type, at index: Int
  ) throws -> KeyedDecodingContainer<Key> {
    guard document.nodes[index].kind == .object else { throw mismatch([String: Any].self, index) }
    return KeyedDecodingContainer(ObjectContainer(reader: self, node: index))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try unkeyedContainer(at: node) }

  func unkeyedContainer(at index: Int) throws -> any UnkeyedDecodingContainer {
    guard document.nodes[index].kind == .array else { throw mismatch([Any].self, index) }
    return ElementContainer(reader: self, list: index, count: Int(document.nodes[index].count))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    ValueContainer(reader: self, node: node)
  }

  // MARK: - Nodes

  func kind(of index: Int) -> JSONDocument.Kind { document.nodes[index].kind }
  func next(after index: Int) -> Int { Int(document.nodes[index].next) }
  func isNull(_ index: Int) -> Bool { document.nodes[index].kind == .null }

  func bytes(of index: Int) -> ArraySlice<UInt8> {
    document.bytes[Int(document.nodes[index].start)..<Int(document.nodes[index].end)]
  }

  func read<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
    if Value.self == String.self, let value = try text(at: index) as? Value { return value }
    if Value.self == Int64.self, let value = try whole(Int64.self, at: index) as? Value { return value }
    if Value.self == Int.self, let value = try whole(Int.self, at: index) as? Value { return value }
    let outer = (node, found)
    node = index
    defer { (node, found) = outer }
    return try Value(from: self)
  }

  func flag(at index: Int) throws -> Bool {
    switch document.nodes[index].kind {
    case .yes: return true
    case .no: return false
    default: throw mismatch(Bool.self, index)
    }
  }

  func text(at index: Int) throws -> String {
    switch document.nodes[index].kind {
    // The scan has already validated the UTF-8.
    case .text: return String(decoding: bytes(of: index), as: UTF8.self)
    case .escapedText: return String(decoding: JSONEscapes.unescaped(bytes(of: index)), as: UTF8.self)
    default: throw mismatch(String.self, index)
    }
  }

  func whole<Number: FixedWidthInteger>(_ type: Number.Type, at index: Int) throws -> Number {
    let kind = document.nodes[index].kind
    guard kind == .whole || kind == .number else { throw mismatch(type, index) }
    guard let value = JSONNumber.whole(type, bytes(of: index), isPlain: kind == .whole) else {
      throw Unfit(node: index, problem: .number(type))
    }
    return value
  }

  func real(at index: Int) throws -> Double {
    let kind = document.nodes[index].kind
    guard kind == .whole || kind == .number else { throw mismatch(Double.self, index) }
    guard let value = JSONNumber.real(bytes(of: index)) else {
      throw Unfit(node: index, problem: .number(Double.self))
    }
    return value
  }

  // MARK: - Members

  /// Returns the node of a member's value. The search begins behind the member found last, so that reading
  /// all members in their order takes one step each.
  func member(_ key: some CodingKey, of object: Int) -> Int? {
    let nodes = document.nodes
    let count = Int(nodes[object].count)
    var (name, number) = found.object == object ? (found.name, found.number) : (object + 1, 0)
    var wanted = key.stringValue
    return wanted.withUTF8 { wanted in
      for _ in 0..<count {
        if number == count { (name, number) = (object + 1, 0) }
        let value = name + 1
        let isFound = isNamed(wanted, name)
        name = Int(nodes[value].next)
        number += 1
        if isFound {
          found = (object, name, number)
          return value
        }
      }
      return nil
    }
  }

  private func isNamed(_ wanted: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let node = document.nodes[index]
    guard node.kind == .text else {
      return JSONEscapes.unescaped(bytes(of: index)).elementsEqual(wanted)
    }
    guard Int(node.end - node.start) == wanted.count else { return false }
    guard let start = wanted.baseAddress else { return true }
    return document.bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { memcmp($0 + Int(node.start), start, wanted.count) == 0 } ?? false
    }
  }

  private func name(at index: Int) -> String {
    document.nodes[index].kind == .text
      ? String(decoding: bytes(of: index), as: UTF8.self)
      : String(decoding: JSONEscapes.unescaped(bytes(of: index)), as: UTF8.self)
  }

  func names(of object: Int) -> [String] { members(of: object).map(\.name) }

  /// The names of an object's members with the nodes of their values.
  func members(of object: Int) -> [(name: String, value: Int)] {
    var members: [(name: String, value: Int)] = []
    var index = object + 1
    for _ in 0..<document.nodes[object].count {
      members.append((name(at: index), index + 1))
      index = next(after: index + 1)
    }
    return members
  }

  /// The nodes of an array's elements.
  func elements(of array: Int) -> [Int] {
    var elements: [Int] = []
    var index = array + 1
    for _ in 0..<document.nodes[array].count {
      elements.append(index)
      index = next(after: index)
    }
    return elements
  }

  // MARK: - Errors

  private struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String, _ number: Int? = nil) {
      stringValue = name
      intValue = number
    }

    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init("\(intValue)", intValue) }
  }

  /// Found by descending from the root: only errors need it.
  var codingPath: [any CodingKey] { path(of: node) }

  func path(of target: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var index = 0
    while index != target {
      let steps: [(key: PathKey, value: Int)] =
        switch document.nodes[index].kind {
        case .object: members(of: index).map { (PathKey($0.name), $0.value) }
        case .array: elements(of: index).enumerated().map { (PathKey("\($0.offset)", $0.offset), $0.element) }
        default: []
        }
      guard let step = steps.last(where: { $0.value <= target }) else { return path }
      path.append(step.key)
      index = step.value
    }
    return path
  }

  func mismatch(_ type: Any.Type, _ node: Int) -> any Error { Unfit(node: node, problem: .otherKind(type)) }

  func missing(_ name: String, _ node: Int) -> any Error { Unfit(node: node, problem: .missing(name)) }

  func unsupported(_ node: Int) -> any Error { Unfit(node: node, problem: .unsupported) }
}

private struct ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: JSONReader
  let node: Int
  var codingPath: [any CodingKey] { reader.path(of: node) }
  var allKeys: [Key] { reader.names(of: node).compactMap { Key(stringValue: $0) } }

  private func position(_ key: some CodingKey) throws -> Int {
    guard let position = reader.member(key, of: node) else { throw reader.missing(key.stringValue, node) }
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

  func superDecoder() throws -> any Decoder { throw reader.unsupported(node) }
  func superDecoder(forKey key: Key) throws -> any Decoder {
    JSONReader(reader.document, at: try position(key), userInfo: reader.information)
  }
}

private struct ElementContainer: UnkeyedDecodingContainer {
  let reader: JSONReader
  let count: Int?
  private(set) var currentIndex = 0
  private let list: Int
  private var node: Int
  var codingPath: [any CodingKey] { reader.path(of: list) }
  var isAtEnd: Bool { currentIndex == count }

  init(reader: JSONReader, list: Int, count: Int) {
    self.reader = reader
    self.list = list
    self.count = count
    node = list + 1
  }

  /// Decodes one element. The index advances only after a successful decode.
  private mutating func element<Value>(_ read: (JSONReader, Int) throws -> Value) throws -> Value {
    guard !isAtEnd else { throw reader.missing("\(currentIndex)", list) }
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

  mutating func superDecoder() throws -> any Decoder { throw reader.unsupported(node) }
}

private struct ValueContainer: SingleValueDecodingContainer {
  let reader: JSONReader
  let node: Int
  var codingPath: [any CodingKey] { reader.path(of: node) }

  func decodeNil() -> Bool { reader.isNull(node) }
  func decode(_: Bool.Type) throws -> Bool { try reader.flag(at: node) }
  func decode(_: String.Type) throws -> String { try reader.text(at: node) }
  func decode(_: Double.Type) throws -> Double { try reader.real(at: node) }
  func decode(_: Float.Type) throws -> Float { Float(try reader.real(at: node)) }
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
