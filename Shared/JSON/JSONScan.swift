internal import Glibc

/// The scan of a document, in one pass over its bytes.
struct JSONScan {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0
  private var depth = 0
  private var nodes: [JSONDocument.Node] = []

  static func nodes(of bytes: UnsafeBufferPointer<UInt8>) -> Result<[JSONDocument.Node], JSONFlaw> {
    var scan = JSONScan(bytes)
    do throws(JSONFlaw) {
      try scan.document()
      return .success(scan.nodes)
    } catch { return .failure(error) }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    nodes.reserveCapacity(min(64, bytes.count / 4 + 2))
  }

  private func flaw(_ reason: JSONFlaw.Reason, at offset: Int? = nil) -> JSONFlaw {
    JSONFlaw(reason: reason, offset: offset ?? at)
  }

  private mutating func document() throws(JSONFlaw) {
    guard bytes.count <= JSONDocument.maxBytes else { throw flaw(.tooLarge, at: JSONDocument.maxBytes) }
    try checkEncoding()
    skipBlanks()
    guard at < bytes.count else { throw flaw(.empty) }
    try value()
    skipBlanks()
    guard at == bytes.count else { throw flaw(.endExpected) }
  }

  /// Names the encodings that would fail anyway, as a value that is not one.
  private func checkEncoding() throws(JSONFlaw) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw flaw(.byteOrderMark) }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { throw flaw(.notUTF8) }
    // The first character is ASCII: in UTF-16 and UTF-32 it has a zero beside it.
    if bytes.count >= 2, bytes[0] == 0 || bytes[1] == 0 { throw flaw(.notUTF8) }
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

  /// The reason, or that the document ends too early.
  private func missing(_ reason: JSONFlaw.Reason) -> JSONFlaw {
    flaw(at < bytes.count ? reason : .unfinished)
  }

  private mutating func value() throws(JSONFlaw) {
    skipBlanks()
    guard at < bytes.count else { throw flaw(.unfinished) }
    switch bytes[at] {
    case UInt8(ascii: "\""): try text()
    case UInt8(ascii: "{"): try members()
    case UInt8(ascii: "["): try elements()
    case UInt8(ascii: "t"): try word("true", .yes)
    case UInt8(ascii: "f"): try word("false", .no)
    case UInt8(ascii: "n"): try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    case UInt8(ascii: "+"), UInt8(ascii: "."): throw flaw(.numberBad)
    default: throw flaw(.valueExpected)
    }
  }

  private mutating func add(_ kind: JSONDocument.Kind, from start: Int, to end: Int) {
    nodes.append(
      JSONDocument.Node(kind: kind, start: Int32(start), end: Int32(end), next: Int32(nodes.count + 1)))
  }

  private mutating func word(_ word: StaticString, _ kind: JSONDocument.Kind) throws(JSONFlaw) {
    let count = word.utf8CodeUnitCount
    guard bytes.count - at >= count, let base = bytes.baseAddress,
      memcmp(base + at, word.utf8Start, count) == 0
    else { throw flaw(.valueExpected) }
    add(kind, from: at, to: at + count)
    at += count
  }

  // MARK: - Arrays and objects

  /// Returns the index of the node, which `close` completes.
  private mutating func open(_ kind: JSONDocument.Kind) throws(JSONFlaw) -> Int {
    guard depth < JSONDocument.maxDepth else { throw flaw(.tooDeep) }
    add(kind, from: at, to: at)
    at += 1
    depth += 1
    return nodes.count - 1
  }

  private mutating func close(_ index: Int, count: Int) {
    depth -= 1
    nodes[index].end = Int32(at)
    nodes[index].next = Int32(nodes.count)
    nodes[index].count = Int32(count)
  }

  /// Says whether another item follows.
  private mutating func another(before bracket: UInt8) throws(JSONFlaw) -> Bool {
    if take(bracket) { return false }
    guard take(UInt8(ascii: ",")) else { throw missing(.commaExpected) }
    let comma = at - 1
    skipBlanks()
    if at < bytes.count, bytes[at] == bracket { throw flaw(.commaTrails, at: comma) }
    return true
  }

  private mutating func elements() throws(JSONFlaw) {
    let index = try open(.array)
    var count = 0
    if !take(UInt8(ascii: "]")) {
      repeat {
        try value()
        count += 1
      } while try another(before: UInt8(ascii: "]"))
    }
    close(index, count: count)
  }

  private mutating func members() throws(JSONFlaw) {
    let index = try open(.object)
    var count = 0
    var names = Names()
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipBlanks()
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { throw missing(.nameExpected) }
        guard count < JSONDocument.maxMembers else { throw flaw(.tooManyMembers) }
        try text()
        names.add(nodes[nodes.count - 1], bytes)
        guard take(UInt8(ascii: ":")) else { throw missing(.colonExpected) }
        try value()
        count += 1
      } while try another(before: UInt8(ascii: "}"))
    }
    close(index, count: count)
    if !names.isAscending { try checkDistinct(index, isEscaped: names.isEscaped) }
  }

  /// Names in ascending order are distinct without further comparison; most programs write them so.
  private struct Names {
    var last: JSONDocument.Node?
    var isAscending = true
    var isEscaped = false

    mutating func add(_ name: JSONDocument.Node, _ bytes: UnsafeBufferPointer<UInt8>) {
      if name.kind == .escapedText { (isEscaped, isAscending) = (true, false) }
      if isAscending, let last { isAscending = JSONScan.order(last, name, bytes) < 0 }
      last = name
    }
  }

  // MARK: - Names

  /// More names than this are sorted, so that many cost no more than sorting.
  private static let maxPairwise = 16

  private func checkDistinct(_ object: Int, isEscaped: Bool) throws(JSONFlaw) {
    if isEscaped { return try checkUnescaped(object) }
    var names: [JSONDocument.Node] = []
    names.reserveCapacity(Int(nodes[object].count))
    var index = object + 1
    while index < nodes.count {
      names.append(nodes[index])
      index = Int(nodes[index + 1].next)
    }
    guard names.count > JSONScan.maxPairwise else { return try checkPairwise(names) }
    names.sort {
      let order = JSONScan.order($0, $1, bytes)
      return order < 0 || order == 0 && $0.start < $1.start
    }
    for (name, other) in zip(names, names.dropFirst()) where JSONScan.order(name, other, bytes) == 0 {
      throw flaw(.nameTwice, at: Int(other.start) - 1)
    }
  }

  private func checkPairwise(_ names: [JSONDocument.Node]) throws(JSONFlaw) {
    for index in names.indices {
      for other in names.indices.prefix(index)
      where JSONScan.order(names[index], names[other], bytes) == 0 {
        throw flaw(.nameTwice, at: Int(names[index].start) - 1)
      }
    }
  }

  private func checkUnescaped(_ object: Int) throws(JSONFlaw) {
    var seen: Set<[UInt8]> = []
    var index = object + 1
    while index < nodes.count {
      let name = nodes[index]
      let text = JSONEscapes.unescaped(Array(bytes[Int(name.start)..<Int(name.end)])[...])
      guard seen.insert(text).inserted else { throw flaw(.nameTwice, at: Int(name.start) - 1) }
      index = Int(nodes[index + 1].next)
    }
  }

  private static func order(
    _ left: JSONDocument.Node, _ right: JSONDocument.Node, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    guard let base = bytes.baseAddress else { return 0 }
    let (leftCount, rightCount) = (left.end - left.start, right.end - right.start)
    let order = memcmp(base + Int(left.start), base + Int(right.start), Int(min(leftCount, rightCount)))
    return order == 0 ? leftCount - rightCount : order
  }

  // MARK: - Texts

  private mutating func text() throws(JSONFlaw) {
    let open = at
    at += 1
    var isEscaped = false
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        add(isEscaped ? .escapedText : .text, from: open + 1, to: at)
        at += 1
        return
      case UInt8(ascii: "\\"):
        isEscaped = true
        try escape()
      case 0..<0x20: throw flaw(.controlCharacter)
      case 0x20..<0x80: at += 1
      default: try character()
      }
    }
    throw flaw(.textUnfinished, at: open)
  }

  /// Consumes a character of two to four bytes: Unicode, table 3-7.
  private mutating func character() throws(JSONFlaw) {
    let (count, second): (Int, ClosedRange<UInt8>) =
      switch bytes[at] {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: throw flaw(.notUTF8)
      }
    guard bytes.count - at >= count, second.contains(bytes[at + 1]),
      count < 3 || bytes[at + 2] & 0xC0 == 0x80, count < 4 || bytes[at + 3] & 0xC0 == 0x80
    else { throw flaw(.notUTF8) }
    at += count
  }

  private mutating func escape() throws(JSONFlaw) {
    guard at + 1 < bytes.count else { throw flaw(.escapeBad) }
    switch bytes[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    case UInt8(ascii: "u"):
      let start = at
      guard let unit = codeUnit() else { throw flaw(.escapeBad) }
      guard UTF16.isSurrogate(unit) else { return }
      guard UTF16.isLeadSurrogate(unit), at < bytes.count, bytes[at] == UInt8(ascii: "\\") else {
        throw flaw(.surrogateLone, at: start)
      }
      guard let second = codeUnit(), UTF16.isTrailSurrogate(second) else {
        throw flaw(.surrogateLone, at: start)
      }
    default: throw flaw(.escapeBad)
    }
  }

  /// Consumes `\u` and four digits; nil, and nothing consumed, for anything else.
  private mutating func codeUnit() -> UInt16? {
    guard bytes.count - at >= 6, bytes[at + 1] == UInt8(ascii: "u") else { return nil }
    guard let unit = JSONEscapes.codeUnit(bytes[(at + 2)..<(at + 6)]) else { return nil }
    at += 6
    return unit
  }

  // MARK: - Numbers

  private mutating func number() throws(JSONFlaw) {
    let start = at
    var isWhole = true
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    if at < bytes.count, bytes[at] == UInt8(ascii: "0") {
      at += 1
      guard at == bytes.count || !isDigit(bytes[at]) else { throw flaw(.numberBad, at: start) }
    } else {
      try digits(of: start)
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      isWhole = false
      at += 1
      try digits(of: start)
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: "e") || bytes[at] == UInt8(ascii: "E") {
      isWhole = false
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      try digits(of: start)
    }
    add(isWhole ? .whole : .number, from: start, to: at)
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Consumes at least one digit.
  private mutating func digits(of number: Int) throws(JSONFlaw) {
    let start = at
    while at < bytes.count, isDigit(bytes[at]) { at += 1 }
    guard at > start else { throw flaw(.numberBad, at: number) }
  }
}
