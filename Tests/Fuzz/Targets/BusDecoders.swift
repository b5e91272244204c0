import Bus
import Schema
import ServiceKit

/// What arrives on the bus.
extension Decoder {
  static let frame = Decoder(name: "frame", seeds: { [message(.request), message(.events), [0x51]] }) {
    bytes in
    guard let message = WireMessage(bytes) else { return nil }
    guard message.bytes == bytes else { return "the message is another after writing: \(message)" }
    guard let header = decoded(message.header) else { return nil }
    guard decoded(header.encoded()) == header else { return "the header is another after writing: \(header)" }
    if let audience = header.audience.flatMap({ Audience(encoded: $0) }), audience.encoded != header.audience
    {
      return "the audience is another after writing: \(audience)"
    }
    return nil
  }

  static let welcome = Decoder(
    name: "welcome", seeds: { [Welcome(stream: "roomhub", epoch: epoch, head: 7, heads: heads).frame] }
  ) { bytes in
    guard let welcome = Welcome(frame: bytes) else { return nil }
    return welcome.frame == bytes ? nil : "the welcome is another after writing: \(welcome)"
  }

  static let fault = Decoder(
    name: "fault",
    seeds: {
      var fault = Fault(.fieldMissing, field: "title")
      fault.retryAfterMs = 1000
      return [FaultCoding.encode(fault), FaultCoding.encode(Fault(.notFound))]
    }
  ) { bytes in
    guard let fault = FaultCoding.decode(bytes) else { return nil }
    return FaultCoding.decode(FaultCoding.encode(fault)) == fault
      ? nil : "the fault is another after writing: \(fault)"
  }

  static let replay = Decoder(
    name: "replay",
    seeds: {
      let events = (1...3).compactMap { number in
        StreamEvent(header: event(Int64(number)), body: Array(#"{"a":1}"#.utf8))
      }
      return try [nil, "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"].map { more in
        try StreamReplay.Reply(epoch: epoch, head: 3, retainedFrom: 1, events: events, more: more).encoded()
      }
    }
  ) { bytes in
    guard let answer = StreamReplay.Reply(bytes) else { return nil }
    do {
      guard let again = StreamReplay.Reply(try answer.encoded()), again.head == answer.head,
        again.events.map(\.header) == answer.events.map(\.header),
        again.events.map(\.body) == answer.events.map(\.body)
      else { return "the answer is another after writing" }
      return nil
    } catch { return "the answer cannot be written: \(error)" }
  }

  static let batch = Decoder(
    name: "batch",
    seeds: {
      [[], [1], [1, 2, 3]].map { numbers in
        let publications = numbers.map {
          Publication(event(Int64($0)), body: Array(#"{"a":1}"#.utf8))
        }
        return EventBatch.body(publications[...], 0)
      }
    }
  ) { bytes in
    do {
      let signals = try EventBatch.signals(bytes, after: nil)
      let publications = signals.compactMap { signal -> Publication? in
        guard case .event(let header, let body, _) = signal else { return nil }
        return Publication(header, body: body)
      }
      guard publications.count == signals.count, signals.count <= EventBatch.maxEvents else {
        return "\(signals.count) signals, \(publications.count) of them events"
      }
      let again = try EventBatch.signals(EventBatch.body(publications[...], bytes.count), after: nil)
      for case (.event(let one, let body, _), .event(let other, let same, _)) in zip(signals, again)
      where one != other || body != same { return "an event is another after writing: \(one)" }
      return again.count == signals.count ? nil : "\(again.count) events after writing"
    } catch { return nil }
  }

  /// Numbers that a producer says of itself, whatever they are.
  static let position = Decoder(
    name: "position",
    seeds: {
      [Int64(1), 2, .max, .max - 1, -1].map { number in
        [0, 1, 2, 3, 8, 9, 11].flatMap { kind in [kind] + bigEndian(number) + bigEndian(1) + bigEndian(0) }
      }
    }
  ) { bytes in
    var input = Input(bytes)
    var position = StreamPosition()
    while !input.isEmpty {
      let kind = input.byte()
      let other = kind & 4 != 0 ? RawUUID(high: 7, low: 7) : epoch
      let (number, retained, newest) = (input.number(), input.number(), input.number())
      let step =
        kind & 1 == 0
        ? position.sees(event: number, after: newest, epoch: other)
        : position.sees(
          head: number, newest: newest, epoch: other, retainedFrom: kind & 2 == 0 ? nil : retained)
      if case .apply = step {
        guard number > position.sequence else { return "an event is applied again" }
        position.applied(number, epoch: other)
      } else if kind & 8 != 0 {
        position.applied(number, epoch: other)
      }
    }
    return nil
  }

  private static let epoch = RawUUID(high: 1, low: 2)
  private static var heads: StreamHeads {
    var heads = StreamHeads(others: 1)
    heads.set("roomhub.task", to: 7)
    return heads
  }

  private static func decoded(_ bytes: [UInt8]) -> Header? {
    do { return try Header(decoding: bytes) } catch { return nil }
  }

  private static func bigEndian(_ number: Int64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> Int64($0)) }
  }

  private static func event(_ sequence: Int64) -> Header {
    var header = Header(id: RawUUID(high: 3, low: 4))
    header.subject = "roomhub.task.added"
    header.schema = "roomhub.task.added@1.0"
    header.stream = "roomhub"
    header.epoch = epoch
    header.sequence = sequence
    header.retainedFrom = 1
    header.audience = Audience.people([PersonID(RawUUID(high: 5, low: 6))]).encoded
    header.at = Instant(milliseconds: 1_788_256_800_000)
    return header
  }

  private static func message(_ kind: FrameKind) -> [UInt8] {
    var header = event(1)
    header.idempotencyKey = "key"
    header.trace = [UInt8](repeating: 1, count: 26)
    header.assertion = [UInt8](repeating: 2, count: 118)
    header.params = [Header.Param(name: "limit", value: "20")]
    header.asOf = Instant(milliseconds: 0)
    header.status = 202
    header.sessionToken = "token"
    header.deviceToken = "token"
    header.heads = heads.bytes
    let topicClass = kind == .events ? "roomhub.task" : ""
    return WireMessage(kind, of: topicClass, header.encoded(), Array(#"{"a":1}"#.utf8)).bytes
  }
}
