/// Reads XML and HTML as they are found on the web, one token after the other, and never refuses any.
///
/// It reads each byte once, whatever they are: a tag, a comment or a quotation that does not end takes the
/// rest. Declarations of a document type are passed over, so that there are no entities but the known ones:
/// nothing outside of the text is ever opened, and nothing in it grows.
struct MarkupReader {
  enum Token {
    case start(MarkupTag)
    /// The local name in lower case, with the prefix of its namespace.
    case end(String)
    case text(Range<Int>, isCDATA: Bool)
  }

  /// The limit of attributes of a tag. Others are passed over.
  static let maxAttributes = 40
  /// The limit of a name's length in bytes. The rest of a longer one is passed over.
  static let maxName = 64

  let bytes: [UInt8]
  private(set) var at: Int
  private let end: Int
  /// True for HTML, whose scripts are no markup.
  private let isHTML: Bool

  init(_ bytes: [UInt8], _ range: Range<Int>? = nil, isHTML: Bool) {
    self.bytes = bytes
    at = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
    self.isHTML = isHTML
  }

  /// Elements of HTML whose content is no markup.
  private static let rawElements: Set<String> = [
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
  ]

  mutating func next() -> Token? {
    while at < end {
      let start = at
      guard bytes[at] == UInt8(ascii: "<"), let kind = at + 1 < end ? bytes[at + 1] : nil else {
        return text()
      }
      switch kind {
      case UInt8(ascii: "!"):
        if starts(with: "<!--") {
          skip(past: "-->", from: at + 4)
        } else if starts(with: "<![CDATA[") {
          let first = at + 9
          skip(past: "]]>", from: first)
          let isClosed = at >= first + 3 && bytes[at - 1] == UInt8(ascii: ">") && bytes[at - 2] == 0x5D
          return .text(first..<max(first, isClosed ? at - 3 : at), isCDATA: true)
        } else {
          skipDeclaration()
        }
      case UInt8(ascii: "?"): skip(past: ">", from: at + 2)
      case UInt8(ascii: "/"):
        guard start + 2 < end, MarkupReader.isLetter(bytes[start + 2]) else {
          skip(past: ">", from: at + 2)
          continue
        }
        at += 2
        let name = name()
        skip(past: ">", from: at)
        return .end(name)
      case _ where MarkupReader.isLetter(kind):
        at += 1
        let tag = tag()
        if isHTML && MarkupReader.rawElements.contains(tag.name) && !tag.isClosed { skipRaw(tag.name) }
        return .start(tag)
      default: return text()
      }
    }
    return nil
  }

  /// The text up to the next tag. The first byte belongs to it, whatever it is.
  private mutating func text() -> Token {
    let start = at
    at += 1
    while at < end && bytes[at] != UInt8(ascii: "<") { at += 1 }
    return .text(start..<at, isCDATA: false)
  }

  private func starts(with text: StaticString) -> Bool {
    let wanted = Array(text.description.utf8)
    return at + wanted.count <= end && bytes[at..<(at + wanted.count)].elementsEqual(wanted)
  }

  /// Goes behind the next occurrence, or to the end.
  private mutating func skip(past text: StaticString, from start: Int) {
    let wanted = Array(text.description.utf8)
    at = min(start, end)
    while at < end {
      if bytes[at] == wanted[0], at + wanted.count <= end,
        bytes[at..<(at + wanted.count)].elementsEqual(wanted)
      {
        at += wanted.count
        return
      }
      at += 1
    }
  }

  /// A declaration may hold others in brackets, and quotations.
  private mutating func skipDeclaration() {
    var depth = 0
    var quote: UInt8?
    at += 2
    while at < end {
      let byte = bytes[at]
      at += 1
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): if depth > 0 { quote = byte }
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return
      default: break
      }
    }
  }

  /// Goes to the end tag of an element whose content is no markup.
  private mutating func skipRaw(_ name: String) {
    let wanted = Array(name.utf8)
    while at < end {
      if bytes[at] == UInt8(ascii: "<"), at + 1 < end, bytes[at + 1] == UInt8(ascii: "/"),
        at + 2 + wanted.count <= end,
        bytes[(at + 2)..<(at + 2 + wanted.count)].lazy.map(MarkupReader.lower).elementsEqual(wanted)
      {
        return
      }
      at += 1
    }
  }

  /// A name in lower case.
  private mutating func name() -> String {
    var name: [UInt8] = []
    while at < end, !MarkupReader.endsName(bytes[at]) {
      if name.count < MarkupReader.maxName { name.append(MarkupReader.lower(bytes[at])) }
      at += 1
    }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func tag() -> MarkupTag {
    var tag = MarkupTag(name: name())
    while at < end {
      let byte = bytes[at]
      if byte == UInt8(ascii: ">") {
        at += 1
        return tag
      }
      guard !MarkupReader.endsName(byte) else {
        tag.isClosed = byte == UInt8(ascii: "/")
        at += 1
        continue
      }
      tag.isClosed = false
      let name = attributeName()
      let value = attributeValue()
      if tag.attributes.count < MarkupReader.maxAttributes, tag.attributes[name] == nil {
        tag.attributes[name] = value
      }
    }
    // The text ends within the tag.
    tag.isClosed = true
    return tag
  }

  private mutating func attributeName() -> String {
    var name: [UInt8] = []
    while at < end, !MarkupReader.endsName(bytes[at]), bytes[at] != UInt8(ascii: "=") || name.isEmpty {
      if name.count < MarkupReader.maxName { name.append(MarkupReader.lower(bytes[at])) }
      at += 1
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// The decoded value; empty for an attribute without one.
  private mutating func attributeValue() -> String {
    skipSpace()
    guard at < end, bytes[at] == UInt8(ascii: "=") else { return "" }
    at += 1
    skipSpace()
    guard at < end else { return "" }
    let quote = bytes[at]
    var start = at
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      start += 1
      at += 1
      while at < end && bytes[at] != quote { at += 1 }
      let value = start..<at
      at = min(at + 1, end)
      return MarkupText.decode(bytes[value])
    }
    while at < end, !MarkupReader.isSpace(bytes[at]), bytes[at] != UInt8(ascii: ">") { at += 1 }
    return MarkupText.decode(bytes[start..<at])
  }

  private mutating func skipSpace() {
    while at < end && MarkupReader.isSpace(bytes[at]) { at += 1 }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80 }

  private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }
}

/// A start tag.
struct MarkupTag {
  /// The name in lower case, with the prefix of its namespace.
  let name: String
  var attributes: [String: String] = [:]
  /// True for an element that ends with this tag.
  var isClosed = false

  init(name: String) { self.name = name }

  subscript(attribute: String) -> String? { attributes[attribute] }
}
