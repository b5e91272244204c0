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

  mutating func take(_ bytes: some Collection<UInt8>) {
    var rest = bytes[...]
    while let byte = rest.first {
      switch phase {
      case .refused:
        dropped += rest.count
        return
      case .fixed(let left):
        let part = rest.prefix(left)
        output += part
        rest = rest.dropFirst(part.count)
        phase = part.count == left ? .head : .fixed(left: left - part.count)
      case .chunk(let left):
        let part = rest.prefix(left)
        output += part
        rest = rest.dropFirst(part.count)
        phase = part.count == left ? .chunkEnd : .chunk(left: left - part.count)
      case .chunkEnd:
        partial.append(byte)
        rest = rest.dropFirst()
        stepChunkEnd()
      case .head, .chunkSize, .trailer:
        let end = rest.firstIndex(of: 0x0A)
        let part = end.map { rest[...$0] } ?? rest
        partial += part
        rest = rest.dropFirst(part.count)
        takeLine(isComplete: end != nil)
      }
    }
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
    guard partial.count >= 2, partial[partial.count - 2] == 0x0D else { return refuseHead(.lines) }
    guard partial.suffix(4) == [0x0D, 0x0A, 0x0D, 0x0A] else { return }
    var head = RequestHeadLines(partial)
    if let fault = head.judge() { return refuseHead(fault) }
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
    guard RequestHeadLines.field(line.dropLast(2)) != nil,
      line.dropLast(2).allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    else { return refuseBody(.trailer) }
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
  private let bytes: [UInt8]
  private(set) var isChunked = false
  private(set) var length = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the head; every line ends with CRLF, which the caller has checked.
  mutating func judge() -> GuardFault? {
    let lines = bytes.dropLast(4).split(separator: 0x0A, omittingEmptySubsequences: false).map {
      $0.last == 0x0D ? $0.dropLast() : $0
    }
    // A CR or NUL within a line would be an end of the line, or of the text, to another reader.
    guard lines.allSatisfy({ !$0.contains(where: { $0 == 0x0D || $0 == 0 }) }) else { return .lines }
    let words = lines[0].split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, words.allSatisfy({ !$0.isEmpty }) else { return .requestLine }
    guard words[1].count <= ServerLimits.target else { return .targetTooLong }
    guard lines.count - 1 <= ServerLimits.fields else { return .headTooLarge }
    var fields = HeaderGuard()
    for line in lines.dropFirst() {
      // A line that begins with a blank continues the one before, in the old way that is obsolete.
      guard line.first != 0x20, line.first != 0x09 else { return .lines }
      guard let field = RequestHeadLines.field(line) else { return .fieldName }
      fields.add(name: field.name, blanks: 0, value: field.value)
    }
    let members = words[1].split(separator: UInt8(ascii: "?"), maxSplits: 1).dropFirst().first ?? []
    guard members.count(where: { $0 == UInt8(ascii: "&") }) < ServerLimits.queryMembers else {
      return .queryTooLong
    }
    let fault = fields.judge(
      method: String(decoding: words[0], as: UTF8.self), target: String(decoding: words[1], as: UTF8.self),
      version: String(decoding: words[2], as: UTF8.self))
    isChunked = fields.isChunked
    length = fields.contentLength ?? 0
    return fault
  }

  /// The name and the value of a field, without the blanks around it; nil for a line without a colon or with
  /// a name that is not a token.
  static func field(_ line: ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = line[..<colon]
    guard !name.isEmpty, name.allSatisfy(isTokenByte) else { return nil }
    var value = line[line.index(after: colon)...].drop { $0 == 0x20 || $0 == 0x09 }
    while value.last == 0x20 || value.last == 0x09 { value = value.dropLast() }
    return (name, value)
  }
}

private func hexValue(_ byte: UInt8) -> Int? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
  case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 0x61 + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 0x41 + 10
  default: nil
  }
}
