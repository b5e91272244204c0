internal import Glibc

/// Checks the bytes of a connection by RFC 9112 before libmicrohttpd reads them, and passes on only requests
/// that have one meaning: complete heads, chunks without extensions, no trailers.
///
/// In place of a bad head it passes on a harmless request, and in place of a bad chunk the end of the body.
/// `refusal` says which request of the connection that was, so that it gets the response of a refusal.
/// libmicrohttpd by itself would send a page in HTML, in some cases with two heads.
struct WireFilter {
  /// The request that stands for a refused one.
  static let substitute = Array("GET / HTTP/1.1\r\nHost: refused\r\nConnection: close\r\n\r\n".utf8)

  struct Refusal: Equatable {
    /// The number of the request on its connection, from 1.
    let number: Int
    let fault: GuardFault
  }

  private enum Phase {
    case head
    case fixed(left: Int)
    case chunkSize
    case chunk(left: Int)
    case chunkEnd
    case trailer
    case refused
  }

  private var phase = Phase.head
  /// The head, or the line of a chunk or trailer, that is not complete yet.
  private var partial: [UInt8] = []
  /// Bytes of chunk extensions and trailers of the current body.
  private var extra = 0
  /// Empty lines before the current head.
  private var emptyLines = 0
  private var number = 0
  private(set) var refusal: Refusal?
  /// Bytes for libmicrohttpd.
  private(set) var output: [UInt8] = []
  /// The part of `output` that it has read.
  private var read = 0
  /// Bytes dropped after a refusal.
  private(set) var dropped = 0

  var waiting: Int { output.count - read }
  /// False if more bytes from the network have no use.
  var isReading: Bool { dropped < ServerLimits.overrun }

  mutating func take(_ bytes: [UInt8]) { bytes.withUnsafeBytes { take($0) } }

  mutating func take(_ bytes: UnsafeRawBufferPointer) {
    var at = 0
    while at < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[at...])
      switch phase {
      case .refused:
        dropped += rest.count
        return
      case .fixed(let left):
        let count = pass(rest, left)
        phase = count == left ? .head : .fixed(left: left - count)
        at += count
      case .chunk(let left):
        let count = pass(rest, left)
        phase = count == left ? .chunkEnd : .chunk(left: left - count)
        at += count
      case .chunkEnd:
        partial.append(rest[0])
        at += 1
        stepChunkEnd()
      case .head, .chunkSize, .trailer:
        let end = find(0x0A, in: rest)
        let count = end.map { $0 + 1 } ?? rest.count
        partial.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<count]))
        at += count
        takeLine(isComplete: end != nil)
      }
    }
  }

  private mutating func pass(_ bytes: UnsafeRawBufferPointer, _ limit: Int) -> Int {
    let count = min(bytes.count, limit)
    output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    return count
  }

  /// Moves bytes for libmicrohttpd into `buffer` and returns their number.
  mutating func move(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, waiting)
    buffer.copyBytes(from: output[read..<read + count])
    read += count
    if read == output.count {
      output.removeAll(keepingCapacity: output.capacity <= ServerLimits.head)
      read = 0
    }
    return count
  }

  private mutating func stepChunkEnd() {
    if partial == [0x0D, 0x0A] {
      output += partial
      partial.removeAll(keepingCapacity: true)
      phase = .chunkSize
    } else if partial != [0x0D] {
      output += [0x0D, 0x0A]
      refuseBody(.chunkEnd)
    }
  }

  /// A line, or the beginning of one, was appended to `partial`.
  private mutating func takeLine(isComplete: Bool) {
    switch phase {
    case .head where isComplete: takeHeadLine()
    case .head:
      if partial.count > ServerLimits.head {
        refuseHead(partial.contains(0x0A) ? .headTooLarge : .targetTooLong)
      }
    case .chunkSize where isComplete: takeChunkSize()
    case .chunkSize:
      if partial.count > ServerLimits.chunkExtra { refuseBody(.chunkExtension) }
    case .trailer where isComplete: takeTrailer()
    case .trailer:
      if partial.count + extra > ServerLimits.chunkExtra { refuseBody(.trailer) }
    case .chunkEnd, .fixed, .chunk, .refused: break
    }
  }

  private mutating func takeHeadLine() {
    guard partial.count <= ServerLimits.head else {
      return refuseHead(partial.dropLast().contains(0x0A) ? .headTooLarge : .targetTooLong)
    }
    if partial == [0x0D, 0x0A] {
      // RFC 9112, 2.2: an empty line before a request may be the end of a wrong one before.
      partial.removeAll(keepingCapacity: true)
      emptyLines += 1
      if emptyLines > ServerLimits.emptyLines { refuseHead(.lines) }
      return
    }
    let count = partial.count
    guard count >= 2, partial[count - 2] == 0x0D else { return refuseHead(.lines) }
    // A line of CRLF alone ends the head.
    guard count >= 4, partial[count - 3] == 0x0A else { return }
    var head = RequestHeadLines()
    if let fault = partial.withUnsafeBytes({ head.judge($0) }) { return refuseHead(fault) }
    output += partial
    partial.removeAll(keepingCapacity: true)
    emptyLines = 0
    number += 1
    extra = 0
    phase = head.isChunked ? .chunkSize : head.length > 0 ? .fixed(left: head.length) : .head
  }

  private mutating func takeChunkSize() {
    var line = partial[...]
    partial = []
    guard line.dropLast().last == 0x0D else { return refuseBody(.chunkSize) }
    line = line.dropLast(2)
    let digits = line.prefix { hexValue($0) != nil }
    let afterDigits = line.dropFirst(digits.count)
    extra += afterDigits.count
    guard extra <= ServerLimits.chunkExtra else { return refuseBody(.chunkExtension) }
    guard !digits.isEmpty, digits.count <= ServerLimits.chunkDigits else { return refuseBody(.chunkSize) }
    let blanks = afterDigits.prefix { $0 == 0x20 || $0 == 0x09 }
    let ext = afterDigits.dropFirst(blanks.count)
    guard afterDigits.isEmpty || ext.first == UInt8(ascii: ";"),
      ext.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    else { return refuseBody(.chunkSize) }
    let size = digits.reduce(0) { $0 << 4 | (hexValue($1) ?? 0) }
    guard size > 0 else {
      phase = .trailer
      extra = 0
      return
    }
    output += Array((String(size, radix: 16) + "\r\n").utf8)
    phase = .chunk(left: size)
  }

  private mutating func takeTrailer() {
    let line = partial
    partial = []
    extra += line.count
    guard extra <= ServerLimits.chunkExtra else { return refuseBody(.trailer) }
    guard line.count >= 2, line[line.count - 2] == 0x0D else { return refuseBody(.trailer) }
    if line.count == 2 {
      output += Array("0\r\n\r\n".utf8)
      phase = .head
      return
    }
    var fields = HeaderGuard()
    let isField = line.withUnsafeBytes {
      RequestHeadLines.add(UnsafeRawBufferPointer(rebasing: $0.dropLast(2)), to: &fields)
    }
    guard isField, fields.fault == nil else { return refuseBody(.trailer) }
  }

  private mutating func refuseHead(_ fault: GuardFault) {
    number += 1
    output += WireFilter.substitute
    refuse(fault)
  }

  private mutating func refuseBody(_ fault: GuardFault) {
    output += Array("0\r\n\r\n".utf8)
    refuse(fault)
  }

  private mutating func refuse(_ fault: GuardFault) {
    refusal = Refusal(number: number, fault: fault)
    phase = .refused
    partial = []
  }
}

/// The lines of a complete head, with the empty line at its end.
struct RequestHeadLines {
  private(set) var isChunked = false
  private(set) var length = 0

  /// Reads the head; every line ends with CRLF, which the caller has checked. `HeaderGuard` finds any other
  /// CR, and a NUL: each would be the end of a line, or of the text, to another reader.
  mutating func judge(_ bytes: UnsafeRawBufferPointer) -> GuardFault? {
    var lines = HeadLineReader(bytes)
    guard let line = lines.next() else { return .requestLine }
    let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, words.allSatisfy({ !$0.isEmpty }) else { return .requestLine }
    guard words[1].count <= ServerLimits.target else { return .targetTooLong }
    var fields = HeaderGuard()
    while let line = lines.next(), !line.isEmpty {
      guard fields.fields.count < ServerLimits.fields else { return .headTooLarge }
      // A line that begins with a blank continues the one before, in the old way that is obsolete.
      guard line[0] != 0x20, line[0] != 0x09 else { return .lines }
      guard RequestHeadLines.add(line, to: &fields) else { return .fieldName }
    }
    let target = UnsafeRawBufferPointer(rebasing: words[1])
    if find(UInt8(ascii: "?"), in: target) != nil,
      target.count(where: { $0 == UInt8(ascii: "&") }) >= ServerLimits.queryMembers
    {
      return .queryTooLong
    }
    isChunked = fields.isChunked
    length = fields.contentLength ?? 0
    return fields.judge(
      method: String(decoding: words[0], as: UTF8.self), target: String(decoding: target, as: UTF8.self),
      version: String(decoding: words[2], as: UTF8.self))
  }

  /// Adds the field of a line, without the blanks around its value. Returns false for a line without a colon.
  static func add(_ line: UnsafeRawBufferPointer, to fields: inout HeaderGuard) -> Bool {
    guard let colon = find(UInt8(ascii: ":"), in: line) else { return false }
    var first = colon + 1
    var end = line.count
    while first < end, line[first] == 0x20 || line[first] == 0x09 { first += 1 }
    while end > first, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    fields.add(
      name: UnsafeRawBufferPointer(rebasing: line[..<colon]), blanks: 0,
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
private func find(_ byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
  guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
  return UnsafeRawPointer(found) - start
}

private func hexValue(_ byte: UInt8) -> Int? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
  case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 0x61 + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 0x41 + 10
  default: nil
  }
}
