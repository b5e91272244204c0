package import Schema

/// The kind of a QB1 message: the fourth byte of its first frame. README.md lists every byte.
package enum FrameKind: UInt8, Sendable, CaseIterable {
  case request = 0x51  // Q
  case reply = 0x52  // R
  case error = 0x45  // E
  case cancel = 0x43  // C
  case draining = 0x44  // D
  case event = 0x56  // V
  case events = 0x42  // B
  case heartbeat = 0x48  // H

  /// `QB1` and the kind.
  package var frame: [UInt8] { FrameKind.frames[Int(rawValue)] }
  /// The first frames by letter. Every message needs one, so they are created once.
  private static let frames = (UInt8.min...UInt8.max).map { magic + [$0] }

  package static let magic: [UInt8] = [0x51, 0x42, 0x31]

  package init?(frame: [UInt8]) {
    guard frame.count == 4, frame[0] == 0x51, frame[1] == 0x42, frame[2] == 0x31 else { return nil }
    self.init(rawValue: frame[3])
  }
}

/// The limits of one message. Larger ones are rejected before they are read further.
package enum FrameLimit {
  /// Bytes of the header frame.
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

/// The second frame of every message except the welcome: a fixed part, then TLVs. Unknown TLVs are skipped.
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
  // Of events and heartbeats.
  package var stream: String?
  package var epoch: RawUUID?
  package var sequence: Int64?
  package var retainedFrom: Int64?
  package var audience: [UInt8]?
  package var at: Instant?

  package init(id: RawUUID) {
    self.id = id
  }
}

/// The reason why bytes are not a QB1 message.
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
    writer.put(id.bytes)
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
    if let epoch { writer.put(Tag.epoch.rawValue, epoch.bytes) }
    if let sequence { writer.put(Tag.sequence.rawValue, sequence) }
    if let retainedFrom { writer.put(Tag.retainedFrom.rawValue, retainedFrom) }
    if let audience { writer.put(Tag.audience.rawValue, audience) }
    if let at { writer.put(Tag.at.rawValue, at.milliseconds) }
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
    guard let text = String(validating: value, as: UTF8.self) else { throw .notText(tag: tag) }
    return text
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

  mutating func put(_ number: UInt32) {
    for shift in stride(from: 24, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
    }
  }

  mutating func put(_ tag: UInt8, _ text: String) { put(tag, text.utf8) }

  mutating func put(_ tag: UInt8, _ number: Int64) {
    let bits = UInt64(bitPattern: number)
    put(tag, stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) })
  }

  /// Appends a value. A value over 65,535 bytes does not fit the length field, so it is omitted; callers
  /// check their limits.
  mutating func put(_ tag: UInt8, _ value: some Collection<UInt8>) {
    guard value.count <= 0xFFFF else { return }
    bytes.append(tag)
    bytes.append(UInt8(value.count >> 8))
    bytes.append(UInt8(value.count & 255))
    bytes.append(contentsOf: value)
  }
}

/// The greeting that an XPUB sends to a new subscriber, and the only message with a single frame.
package struct Welcome: Hashable, Sendable {
  package let stream: String
  package let epoch: RawUUID
  /// The newest sequence number.
  package let head: Int64

  package init(stream: String, epoch: RawUUID, head: Int64) {
    self.stream = stream
    self.epoch = epoch
    self.head = head
  }

  /// `QB1W`, stream, NUL, epoch, head.
  package var frame: [UInt8] {
    let bits = UInt64(bitPattern: head)
    return FrameKind.magic + [0x57] + Array(stream.utf8) + [0] + epoch.bytes
      + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) }
  }

  package init?(frame: [UInt8]) {
    guard frame.count > 29, frame.count <= 29 + FrameLimit.subject,
      frame.prefix(4) == [0x51, 0x42, 0x31, 0x57],
      let end = frame.firstIndex(of: 0), frame.count == end + 25,
      let stream = String(validating: frame[4..<end], as: UTF8.self),
      let epoch = RawUUID(bytes: frame[(end + 1)..<(end + 17)])
    else { return nil }
    self.init(
      stream: stream, epoch: epoch,
      head: Int64(bitPattern: frame[(end + 17)...].reduce(0) { $0 << 8 | UInt64($1) }))
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
