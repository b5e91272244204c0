internal import Glibc

/// The lines of a complete head, with the empty line at its end.
struct RequestHeadLines {
  private(set) var isChunked = false
  private(set) var length = 0

  /// Returns the number of bytes up to the end of the head that begins here; nil if it is not complete, or a
  /// line of it does not end with CRLF, or the first one is empty.
  static func end(in bytes: UnsafeRawBufferPointer) -> Int? {
    var at = 0
    while let end = find(0x0A, in: UnsafeRawBufferPointer(rebasing: bytes[at...])) {
      guard end > 0, bytes[at + end - 1] == 0x0D else { return nil }
      if end == 1 { return at > 0 ? at + 2 : nil }
      at += end + 1
    }
    return nil
  }

  /// Reads the head; every line ends with CRLF, which the caller has checked. `FieldRules` finds any other
  /// CR, and a NUL: each would be the end of a line, or of the text, to another reader.
  mutating func judge(_ bytes: UnsafeRawBufferPointer) -> GuardFault? {
    var lines = HeadLineReader(bytes)
    guard let line = lines.next(), let (method, target, version) = RequestHeadLines.words(of: line) else {
      return .requestLine
    }
    guard target.count <= ServerLimits.target else { return .targetTooLong }
    var rules = FieldRules()
    while let line = lines.next(), !line.isEmpty {
      guard rules.count < ServerLimits.fields else { return .headTooLarge }
      // A line that begins with a blank continues the one before, in the old way that is obsolete.
      guard line[0] != 0x20, line[0] != 0x09 else { return .lines }
      guard RequestHeadLines.add(line, to: &rules) else { return .fieldName }
    }
    if find(UInt8(ascii: "?"), in: target) != nil,
      target.count(where: { $0 == UInt8(ascii: "&") }) >= ServerLimits.queryMembers
    {
      return .queryTooLong
    }
    isChunked = rules.isChunked
    length = rules.contentLength ?? 0
    return rules.judge(method: method, target: target, version: version)
  }

  /// The three words of a request line with one space between them; nil for another number.
  private static func words(
    of line: UnsafeRawBufferPointer
  ) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer)? {
    guard let first = find(0x20, in: line) else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: line[(first + 1)...])
    guard let second = find(0x20, in: rest) else { return nil }
    let version = UnsafeRawBufferPointer(rebasing: rest[(second + 1)...])
    guard first > 0, second > 0, !version.isEmpty, find(0x20, in: version) == nil else { return nil }
    return (
      UnsafeRawBufferPointer(rebasing: line[..<first]), UnsafeRawBufferPointer(rebasing: rest[..<second]),
      version
    )
  }

  /// Adds the field of a line, without the blanks around its value. Returns false for a line without a colon.
  static func add(_ line: UnsafeRawBufferPointer, to rules: inout FieldRules) -> Bool {
    guard let colon = find(UInt8(ascii: ":"), in: line) else { return false }
    var first = colon + 1
    var end = line.count
    while first < end, line[first] == 0x20 || line[first] == 0x09 { first += 1 }
    while end > first, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    rules.add(
      name: UnsafeRawBufferPointer(rebasing: line[..<colon]),
      value: UnsafeRawBufferPointer(rebasing: line[first..<end]))
    return true
  }
}

/// Reads lines that end with CRLF.
private struct HeadLineReader {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func next() -> UnsafeRawBufferPointer? {
    let rest = UnsafeRawBufferPointer(rebasing: bytes[at...])
    guard let end = find(0x0A, in: rest), end > 0 else { return nil }
    at += end + 1
    return UnsafeRawBufferPointer(rebasing: rest[..<(end - 1)])
  }
}

/// Returns the position of the first such byte.
func find(_ byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
  guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
  return UnsafeRawPointer(found) - start
}
