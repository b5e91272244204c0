/// A JSON document that has passed the scan, as a flat list of its values. The only way to decode bytes.
///
/// The scan takes RFC 8259 to the letter and refuses what two programs may read in two ways: any encoding but
/// UTF-8, a byte order mark, the same name twice in an object (names are compared without their escapes), and
/// half of a surrogate pair, which is no text.
package struct JSONDocument: Sendable {
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

  package static let maxBytes = 16 << 20
  package static let maxDepth = 64
  /// In one object.
  package static let maxMembers = 4096

  /// An object without members, of no bytes.
  package static let emptyObject = JSONDocument(bytes: [], nodes: [Node(kind: .object, start: 0, next: 1)])

  package let bytes: [UInt8]
  let nodes: [Node]

  private init(bytes: [UInt8], nodes: [Node]) {
    self.bytes = bytes
    self.nodes = nodes
  }

  package init(_ bytes: [UInt8]) throws(JSONFlaw) {
    let scanned = bytes.withUnsafeBufferPointer { JSONScan.nodes(of: $0) }
    self.init(bytes: bytes, nodes: try scanned.get())
  }

  package var isEmptyObject: Bool { nodes.count == 1 && nodes[0].kind == .object }

  /// The names of the outermost object's members. Empty for any other value.
  package var memberNames: [String] {
    nodes[0].kind == .object ? JSONReader(self).names(of: 0) : []
  }

  /// - Throws: `DecodingError` with the path of the value that does not fit, and what `type` itself throws.
  package func decode<Value: Decodable>(
    _ type: Value.Type, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> Value {
    try JSONReader(self, userInfo: userInfo).decoding { try $0.read(type, at: 0) }
  }

  /// Decodes with `read`, which creates the value from a decoder for the whole document.
  package func decode<Value>(
    userInfo: [CodingUserInfoKey: any Sendable] = [:], with read: (any Decoder) throws -> Value
  ) throws -> Value {
    try JSONReader(self, userInfo: userInfo).decoding { try read($0) }
  }

  /// The error that `decode` throws in place of one that was caught inside it; nil for an error of a type's
  /// own.
  package func decodingError(_ error: any Error) -> DecodingError? { JSONReader(self).located(error) }
}
