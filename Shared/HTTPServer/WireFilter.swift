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
  /// The requests that were passed on or refused.
  private(set) var number = 0
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

  /// Returns how many of the first bytes can go to libmicrohttpd as they are: whole heads without a fault,
  /// and bodies. `take` gets the rest. Most requests pass here whole, and are not copied.
  mutating func takeInPlace(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard partial.isEmpty, waiting == 0 else { return 0 }
    var at = 0
    while at < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[at...])
      switch phase {
      case .fixed(let left):
        let count = min(rest.count, left)
        phase = count == left ? .head : .fixed(left: left - count)
        at += count
      case .chunk(let left):
        let count = min(rest.count, left)
        phase = count == left ? .chunkEnd : .chunk(left: left - count)
        at += count
      case .head:
        var head = RequestHeadLines()
        guard let end = RequestHeadLines.end(in: rest), end <= ServerLimits.head,
          head.judge(UnsafeRawBufferPointer(rebasing: rest[..<end])) == nil
        else { return at }
        begin(head)
        at += end
      case .chunkSize, .chunkEnd, .trailer, .refused: return at
      }
    }
    return at
  }

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
    begin(head)
  }

  /// A head has passed.
  private mutating func begin(_ head: RequestHeadLines) {
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
    var rules = FieldRules()
    let isField = line.withUnsafeBytes {
      RequestHeadLines.add(UnsafeRawBufferPointer(rebasing: $0.dropLast(2)), to: &rules)
    }
    guard isField, rules.fault == nil else { return refuseBody(.trailer) }
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

private func hexValue(_ byte: UInt8) -> Int? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
  case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 0x61 + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 0x41 + 10
  default: nil
  }
}
