internal import Glibc

/// A JSON document as a flat list of its values, built in one pass over its bytes for a decoder.
///
/// Only unambiguous documents are accepted: strict RFC 8259, UTF-8, no duplicate members, no escapes in
/// names, at most `maxDepth` levels, and at most `maxMembers` members in an object, since each lookup starts
/// at the first one. Anything else needs a decoder that explains the error.
struct JSONTape {
  enum Kind: UInt8 {
    case null, yes, no
    /// Digits only, with an optional sign.
    case whole
    case number
    /// Text without escapes.
    case text
    case escapedText
    case array, object
  }

  struct Node {
    let kind: Kind
    /// The first byte. For text, the one after the quotation mark.
    let start: Int32
    var end: Int32 = 0
    /// The index of the node after this value and everything inside it.
    var next: Int32 = 0
    /// The number of elements or members. Each member is two nodes, its name and its value.
    var count: Int32 = 0
  }

  static let maxDepth = 64
  static let maxMembers = 256

  let bytes: [UInt8]
  let nodes: [Node]

  /// Returns nil for any other document.
  init?(_ bytes: [UInt8]) {
    guard bytes.count < Int(Int32.max) else { return nil }
    let nodes = bytes.withUnsafeBufferPointer { bytes -> [Node]? in
      var parser = Parser(bytes)
      return parser.document() ? parser.nodes : nil
    }
    guard let nodes else { return nil }
    self.bytes = bytes
    self.nodes = nodes
  }
}

private struct Parser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0
  private var depth = 0
  private(set) var nodes: [JSONTape.Node] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    nodes.reserveCapacity(min(64, bytes.count / 4 + 2))
  }

  mutating func document() -> Bool {
    guard value() else { return false }
    skipBlanks()
    return at == bytes.count
  }

  private mutating func skipBlanks() {
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x0A || bytes[at] == 0x0D || bytes[at] == 0x09 {
      at += 1
    }
  }

  /// Consumes the byte if it comes next, after blanks.
  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func value() -> Bool {
    skipBlanks()
    guard at < bytes.count else { return false }
    switch bytes[at] {
    case UInt8(ascii: "\""): return text() != nil
    case UInt8(ascii: "{"): return nested(.object) { $0.members() }
    case UInt8(ascii: "["): return nested(.array) { $0.elements() }
    case UInt8(ascii: "t"): return word("true", .yes)
    case UInt8(ascii: "f"): return word("false", .no)
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func add(_ kind: JSONTape.Kind, from start: Int, to end: Int) {
    nodes.append(
      JSONTape.Node(kind: kind, start: Int32(start), end: Int32(end), next: Int32(nodes.count + 1)))
  }

  private mutating func word(_ word: StaticString, _ kind: JSONTape.Kind) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count - at >= count, let base = bytes.baseAddress,
      memcmp(base + at, word.utf8Start, count) == 0
    else { return false }
    add(kind, from: at, to: at + count)
    at += count
    return true
  }

  /// - Parameter inside: Reads the content between the brackets and returns the number of items.
  private mutating func nested(_ kind: JSONTape.Kind, _ inside: (inout Parser) -> Int?) -> Bool {
    guard depth < JSONTape.maxDepth else { return false }
    let position = nodes.count
    add(kind, from: at, to: at)
    at += 1
    depth += 1
    guard let count = inside(&self) else { return false }
    depth -= 1
    nodes[position].end = Int32(at)
    nodes[position].next = Int32(nodes.count)
    nodes[position].count = Int32(count)
    return true
  }

  private mutating func elements() -> Int? {
    if take(UInt8(ascii: "]")) { return 0 }
    var count = 0
    repeat {
      guard value() else { return nil }
      count += 1
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? count : nil
  }

  private mutating func members() -> Int? {
    if take(UInt8(ascii: "}")) { return 0 }
    let first = nodes.count
    var count = 0
    var last: JSONTape.Node?
    var isAscending = true
    repeat {
      skipBlanks()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\""), let name = text(), name.kind == .text else {
        return nil
      }
      if let last, isAscending { isAscending = order(last, name) < 0 }
      guard take(UInt8(ascii: ":")), value() else { return nil }
      last = name
      count += 1
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")), count <= JSONTape.maxMembers,
      isAscending || areDistinct(from: first, count)
    else { return nil }
    return count
  }

  /// The maximum number of members that may be compared with each other.
  private static let maxUnordered = 32

  private func areDistinct(from first: Int, _ count: Int) -> Bool {
    guard count <= Parser.maxUnordered else { return false }
    var index = first
    while index < nodes.count {
      var other = Int(nodes[index + 1].next)
      let next = other
      while other < nodes.count {
        if order(nodes[index], nodes[other]) == 0 { return false }
        other = Int(nodes[other + 1].next)
      }
      index = next
    }
    return true
  }

  private func order(_ left: JSONTape.Node, _ right: JSONTape.Node) -> Int32 {
    guard let base = bytes.baseAddress else { return 0 }
    let (leftCount, rightCount) = (left.end - left.start, right.end - right.start)
    let order = memcmp(base + Int(left.start), base + Int(right.start), Int(min(leftCount, rightCount)))
    return order == 0 ? leftCount - rightCount : order
  }

  private mutating func text() -> JSONTape.Node? {
    let start = at + 1
    var index = start
    var (isEscaped, isASCII) = (false, true)
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      let byte = bytes[index]
      guard byte >= 0x20 else { return nil }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        index += 1
        guard isEscape(at: &index) else { return nil }
      } else if byte >= 0x80 {
        isASCII = false
      }
      index += 1
    }
    guard index < bytes.count else { return nil }
    if !isASCII {
      guard String(validating: UnsafeBufferPointer(rebasing: bytes[start..<index]), as: UTF8.self) != nil
      else { return nil }
    }
    add(isEscaped ? .escapedText : .text, from: start, to: index)
    at = index + 1
    return nodes[nodes.count - 1]
  }

  /// Moves to the last byte of the escape.
  private func isEscape(at index: inout Int) -> Bool {
    guard index < bytes.count else { return false }
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return true
    case UInt8(ascii: "u"):
      guard bytes.count - index > 4 else { return false }
      index += 4
      return bytes[(index - 3)...index].allSatisfy { isxdigit(Int32($0)) != 0 }
    default: return false
    }
  }

  private mutating func number() -> Bool {
    let start = at
    var isWhole = true
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    guard at < bytes.count else { return false }
    if bytes[at] == UInt8(ascii: "0") { at += 1 } else if !digits() { return false }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      isWhole = false
      at += 1
      guard digits() else { return false }
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: "e") || bytes[at] == UInt8(ascii: "E") {
      isWhole = false
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      guard digits() else { return false }
    }
    add(isWhole ? .whole : .number, from: start, to: at)
    return true
  }

  /// Consumes at least one digit.
  private mutating func digits() -> Bool {
    let start = at
    while at < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at]) { at += 1 }
    return at > start
  }
}
