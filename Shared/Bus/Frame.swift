package import Schema

/// The kind of a QB2 message: its fourth byte. README.md lists every byte.
package enum FrameKind: UInt8, Sendable, CaseIterable {
  case request = 0x51  // Q
  case reply = 0x52  // R
  case error = 0x45  // E
  case cancel = 0x43  // C
  case draining = 0x44  // D
  case events = 0x56  // V
  case heartbeat = 0x48  // H

  /// `QB2`, with which every message begins.
  package static let magic: [UInt8] = [0x51, 0x42, 0x32]
}

/// A message, which is one frame: `QB2`, the kind, the length of the header as a u16, the header, the body.
/// Events have their topic class and a NUL behind the kind, because subscribers choose by the first bytes.
package struct WireMessage: Sendable, Equatable {
  package let kind: FrameKind
  /// The class of the events; empty for every other kind.
  package let topicClass: String
  package let header: [UInt8]
  package let body: [UInt8]

  package init(_ kind: FrameKind, of topicClass: String = "", _ header: [UInt8], _ body: [UInt8] = []) {
    self.kind = kind
    self.topicClass = topicClass
    self.header = header
    self.body = body
  }

  /// The number of bytes before the header.
  private var prefixLength: Int { kind == .events ? 7 + topicClass.utf8.count : 6 }

  /// The number of bytes on the wire.
  var count: Int { prefixLength + header.count + body.count }

  /// The whole frame.
  package var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      write(into: UnsafeMutableRawBufferPointer(buffer))
      written = count
    }
  }

  /// Writes the frame into `count` bytes. A header has at most `FrameLimit.header` bytes, so that its length
  /// fits.
  func write(into buffer: UnsafeMutableRawBufferPointer) {
    buffer.copyBytes(from: FrameKind.magic)
    buffer[3] = kind.rawValue
    let start = prefixLength
    if kind == .events {
      UnsafeMutableRawBufferPointer(rebasing: buffer[4...]).copyBytes(from: topicClass.utf8)
      buffer[start - 3] = 0
    }
    buffer[start - 2] = UInt8(truncatingIfNeeded: header.count >> 8)
    buffer[start - 1] = UInt8(truncatingIfNeeded: header.count)
    UnsafeMutableRawBufferPointer(rebasing: buffer[start...]).copyBytes(from: header)
    UnsafeMutableRawBufferPointer(rebasing: buffer[(start + header.count)...]).copyBytes(from: body)
  }

  /// Returns nil for a frame that is no such message.
  package init?(_ frame: [UInt8]) {
    guard let message = frame.withUnsafeBytes({ WireMessage(frame: $0) }) else { return nil }
    self = message
  }

  init?(frame: UnsafeRawBufferPointer) {
    guard frame.count >= 6, frame.prefix(3).elementsEqual(FrameKind.magic),
      let kind = FrameKind(rawValue: frame[3])
    else { return nil }
    var start = 6
    var topicClass = ""
    if kind == .events {
      guard let end = frame[4...].prefix(FrameLimit.subject + 1).firstIndex(of: 0), frame.count >= end + 3,
        let text = String(validating: frame[4..<end], as: UTF8.self)
      else { return nil }
      topicClass = text
      start = end + 3
    }
    let end = start + (Int(frame[start - 2]) << 8 | Int(frame[start - 1]))
    guard frame.count >= end else { return nil }
    self.init(kind, of: topicClass, Array(frame[start..<end]), Array(frame[end...]))
  }
}

/// The limits of one message. Larger ones are rejected before they are read further.
package enum FrameLimit {
  /// Bytes of the header.
  package static let header = 16 * 1024
  /// Bytes of one message's body.
  package static let message = 4 * 1024 * 1024
  /// Bytes of one frame, encrypted, beyond which libzmq ends the connection (ZMQ_MAXMSGSIZE). A body
  /// between the two limits is counted and, if it is a request's, refused.
  package static let frame = 2 * message
  package static let subject = 128
  package static let idempotencyKey = 255
  package static let params = 32
  package static let paramValue = 4096
}

/// The header of every message except the welcome: a fixed part, then TLVs. Unknown TLVs are skipped.
package struct Header: Hashable, Sendable {
  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The request may be sent again without a second effect.
    package static let repeatable = Flags(rawValue: 1)
    /// The event comes from a replay.
    package static let replayed = Flags(rawValue: 2)
    /// The event was published by the seed loader: it is stored, and nothing is sent to people.
    package static let seeded = Flags(rawValue: 4)
  }

  package struct Param: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package var flags: Flags = []
  /// 0 for the first attempt.
  package var attempt: UInt8 = 0
  package var id: RawUUID
  /// Milliseconds until the caller's deadline when it sent this; 0 in replies and events.
  package var remainingMs: UInt32 = 0
  /// The request's subject, or the event's topic.
  package var subject = ""
  /// `roomhub.task.add@1.0`.
  package var schema = ""
  package var idempotencyKey: String?
  /// W3C trace context, packed: version, 16 B trace id, 8 B span id, flags.
  package var trace: [UInt8]?
  /// The caller's signed assertion, opaque to the bus.
  package var assertion: [UInt8]?
  package var params: [Param] = []
  /// The time at which a seeded request is said to have happened.
  package var asOf: Instant?
  /// An HTTP status that overrides the declared one.
  package var status: UInt16?
  /// The token for the session cookie, set by the gateway; empty to clear it.
  package var sessionToken: String?
  /// The token for the device cookie, set by the gateway.
  package var deviceToken: String?
  // Of events, heartbeats and replies.
  package var stream: String?
  package var epoch: RawUUID?
  package var sequence: Int64?
  package var retainedFrom: Int64?
  package var audience: [UInt8]?
  package var at: Instant?
  /// The newest number of each topic class, as `StreamHeads` encodes it.
  package var heads: [UInt8]?
  /// A reply shows every event of its program up to this number.
  package var shown: Int64?
  /// A reply is outdated so many milliseconds after it was asked for, if no event outdates it before.
  package var validMs: Int64?
  /// The parts of a reply that show other programs, each as `Beside` encodes it.
  package var beside: [[UInt8]] = []

  package init(id: RawUUID) {
    self.id = id
  }
}

/// The reason why bytes are not a QB2 message.
package enum FrameError: Error, Hashable {
  case truncated
  case tooLarge
  case version(UInt8)
  case notText(tag: UInt8)
  case length(tag: UInt8)
}

private enum Tag: UInt8 {
  case subject = 1
  case schema = 2
  case idempotencyKey = 3
  case trace = 4
  case assertion = 5
  case param = 6
  case asOf = 7
  case status = 8
  case sessionToken = 9
  case deviceToken = 10
  case stream = 16
  case epoch = 17
  case sequence = 18
  case retainedFrom = 19
  case audience = 20
  case at = 21
  case heads = 22
  case shown = 23
  case valid = 24
  case beside = 25
}

extension Header {
  /// Writes the parts that change with each attempt into encoded bytes.
  static func stamp(_ bytes: inout [UInt8], attempt: UInt8, remainingMs: UInt32) {
    bytes[2] = attempt
    for (index, shift) in [UInt32(24), 16, 8, 0].enumerated() {
      bytes[20 + index] = UInt8(truncatingIfNeeded: remainingMs >> shift)
    }
  }

  package static let formatVersion: UInt8 = 1
  private static let fixedLength = 24

  package func encoded() -> [UInt8] {
    var writer = TLVWriter()
    writer.put([Header.formatVersion, flags.rawValue, attempt, 0])
    writer.put(id)
    writer.put(remainingMs)
    if !subject.isEmpty { writer.put(Tag.subject.rawValue, subject) }
    if !schema.isEmpty { writer.put(Tag.schema.rawValue, schema) }
    if let idempotencyKey { writer.put(Tag.idempotencyKey.rawValue, idempotencyKey) }
    if let trace { writer.put(Tag.trace.rawValue, trace) }
    if let assertion { writer.put(Tag.assertion.rawValue, assertion) }
    for param in params {
      let name = Array(param.name.utf8.prefix(255))
      writer.put(Tag.param.rawValue, [UInt8(name.count)] + name + Array(param.value.utf8))
    }
    if let asOf { writer.put(Tag.asOf.rawValue, asOf.milliseconds) }
    if let status { writer.put(Tag.status.rawValue, [UInt8(status >> 8), UInt8(status & 255)]) }
    if let sessionToken { writer.put(Tag.sessionToken.rawValue, sessionToken) }
    if let deviceToken { writer.put(Tag.deviceToken.rawValue, deviceToken) }
    if let stream { writer.put(Tag.stream.rawValue, stream) }
    if let epoch { writer.put(Tag.epoch.rawValue, epoch) }
    if let sequence { writer.put(Tag.sequence.rawValue, sequence) }
    if let retainedFrom { writer.put(Tag.retainedFrom.rawValue, retainedFrom) }
    if let audience { writer.put(Tag.audience.rawValue, audience) }
    if let at { writer.put(Tag.at.rawValue, at.milliseconds) }
    if let heads { writer.put(Tag.heads.rawValue, heads) }
    if let shown { writer.put(Tag.shown.rawValue, shown) }
    if let validMs { writer.put(Tag.valid.rawValue, validMs) }
    for other in beside { writer.put(Tag.beside.rawValue, other) }
    return writer.bytes
  }

  package init(decoding bytes: [UInt8]) throws(FrameError) {
    guard bytes.count <= FrameLimit.header else { throw .tooLarge }
    guard bytes.count >= Header.fixedLength else { throw .truncated }
    guard bytes[0] == Header.formatVersion else { throw .version(bytes[0]) }
    guard let id = RawUUID(bytes: bytes[4..<20]) else { throw .truncated }
    self.init(id: id)
    flags = Flags(rawValue: bytes[1])
    attempt = bytes[2]
    remainingMs = bytes[20..<24].reduce(0) { $0 << 8 | UInt32($1) }
    var position = Header.fixedLength
    while position < bytes.count {
      guard position + 3 <= bytes.count else { throw .truncated }
      let tag = bytes[position]
      let length = Int(bytes[position + 1]) << 8 | Int(bytes[position + 2])
      let end = position + 3 + length
      guard end <= bytes.count else { throw .truncated }
      try take(tag, bytes[(position + 3)..<end])
      position = end
    }
  }

  private mutating func take(_ tag: UInt8, _ value: ArraySlice<UInt8>) throws(FrameError) {
    switch Tag(rawValue: tag) {
    case .subject: subject = try Header.text(tag, value, atMost: FrameLimit.subject)
    case .schema: schema = try Header.text(tag, value, atMost: FrameLimit.subject)
    case .idempotencyKey: idempotencyKey = try Header.text(tag, value, atMost: FrameLimit.idempotencyKey)
    case .trace:
      guard value.count == 26 else { throw .length(tag: tag) }
      trace = Array(value)
    case .assertion: assertion = Array(value)
    case .param: try takeParam(tag, value)
    case .asOf: asOf = Instant(milliseconds: try Header.number(tag, value))
    case .status:
      guard value.count == 2 else { throw .length(tag: tag) }
      status = value.reduce(0) { $0 << 8 | UInt16($1) }
    case .sessionToken: sessionToken = try Header.text(tag, value, atMost: FrameLimit.idempotencyKey)
    case .deviceToken: deviceToken = try Header.text(tag, value, atMost: FrameLimit.idempotencyKey)
    case .stream: stream = try Header.text(tag, value, atMost: FrameLimit.subject)
    case .epoch:
      guard let id = RawUUID(bytes: value) else { throw .length(tag: tag) }
      epoch = id
    case .sequence: sequence = try Header.number(tag, value)
    case .retainedFrom: retainedFrom = try Header.number(tag, value)
    case .audience: audience = Array(value)
    case .at: at = Instant(milliseconds: try Header.number(tag, value))
    case .heads: heads = Array(value)
    case .shown: shown = try Header.number(tag, value)
    case .valid: validMs = try Header.number(tag, value)
    case .beside: beside.append(Array(value))
    case nil: break
    }
  }

  private mutating func takeParam(_ tag: UInt8, _ value: ArraySlice<UInt8>) throws(FrameError) {
    guard let first = value.first, value.count > Int(first), params.count < FrameLimit.params else {
      throw .length(tag: tag)
    }
    let split = value.startIndex + 1 + Int(first)
    params.append(
      Param(
        name: try Header.text(tag, value[(value.startIndex + 1)..<split], atMost: 255),
        value: try Header.text(tag, value[split...], atMost: FrameLimit.paramValue)))
  }

  private static func text(_ tag: UInt8, _ value: ArraySlice<UInt8>, atMost limit: Int) throws(FrameError)
    -> String
  {
    guard value.count <= limit else { throw .length(tag: tag) }
    // Half the time of `String(validating:as:)`.
    do { return String(copying: try UTF8Span(validating: value.span)) } catch { throw .notText(tag: tag) }
  }

  private static func number(_ tag: UInt8, _ value: ArraySlice<UInt8>) throws(FrameError) -> Int64 {
    guard value.count == 8 else { throw .length(tag: tag) }
    return Int64(bitPattern: value.reduce(0) { $0 << 8 | UInt64($1) })
  }
}

/// Big-endian numbers, then tag u8, length u16 and value.
private struct TLVWriter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(320) }

  mutating func put(_ raw: [UInt8]) { bytes.append(contentsOf: raw) }

  mutating func put(_ id: RawUUID) {
    put(id.high)
    put(id.low)
  }

  mutating func put(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ tag: UInt8, _ text: String) { put(tag, text.utf8) }

  mutating func put(_ tag: UInt8, _ number: Int64) {
    begin(tag, 8)
    put(number)
  }

  mutating func put(_ tag: UInt8, _ id: RawUUID) {
    begin(tag, 16)
    put(id)
  }

  private mutating func begin(_ tag: UInt8, _ length: Int) {
    bytes.append(tag)
    put(UInt16(truncatingIfNeeded: length))
  }

  /// Appends a value. A value over 65,535 bytes does not fit the length field, so it is omitted; callers
  /// check their limits.
  mutating func put(_ tag: UInt8, _ value: some Collection<UInt8>) {
    guard value.count <= 0xFFFF else { return }
    begin(tag, value.count)
    bytes.append(contentsOf: value)
  }
}

/// The audience of an event as header bytes: the kind, then 16 bytes for each person.
extension Audience {
  package var encoded: [UInt8] {
    switch self {
    case .programs: [0]
    case .everyone: [1]
    case .people(let people): people.reduce(into: [2]) { $0.append(contentsOf: $1.raw.bytes) }
    }
  }

  package init?(encoded bytes: [UInt8]) {
    switch bytes.first {
    case 0 where bytes.count == 1: self = .programs
    case 1 where bytes.count == 1: self = .everyone
    case 2 where bytes.count % 16 == 1:
      var people: [PersonID] = []
      for start in stride(from: 1, to: bytes.count, by: 16) {
        guard let id = RawUUID(bytes: bytes[start..<(start + 16)]) else { return nil }
        people.append(PersonID(id))
      }
      self = .people(people)
    default: return nil
    }
  }
}
