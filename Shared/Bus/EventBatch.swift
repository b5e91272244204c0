internal import Schema

/// Events of one topic class that were committed in a row, as one message. Its body holds header and body of
/// each, every part behind a u32 length. A message is encrypted separately for each subscriber, so a hundred
/// events in one cost little more than a single event.
package enum EventBatch {
  /// The size in bytes at which a message is full. Up to a thousand messages are kept for a stalled
  /// subscriber.
  static let maxBytes = 16 * 1024
  /// The maximum number of events in one message, sent or received.
  package static let maxEvents = 500

  /// A message, and the number of events in it.
  struct Message {
    let wire: WireMessage
    let count: Int
  }

  /// Returns the messages for these publications, in order.
  /// - Parameter heads: the numbers before them; afterwards those after them. Each message carries the
  ///   numbers before its own events, of every class, so that whoever hears it knows what should have come
  ///   before.
  static func messages(
    of publications: [Publication], _ stream: Welcome, _ heads: inout StreamHeads
  ) -> [Message] {
    var messages: [Message] = []
    var rest = publications[...]
    while let first = rest.first {
      var end = rest.startIndex
      var size = 0
      while end < rest.endIndex, rest[end].topicClass == first.topicClass, size < maxBytes,
        end - rest.startIndex < maxEvents
      {
        size += rest[end].header.count + rest[end].body.count + 8
        end += 1
      }
      let together = rest[..<end]
      rest = rest[end...]
      let wire = WireMessage(
        .events, of: first.topicClass, header(stream, heads).encoded(), body(together, size))
      messages.append(Message(wire: wire, count: together.count))
      if let last = together.last { heads.set(last.topicClass, to: last.sequence) }
    }
    return messages
  }

  private static func header(_ stream: Welcome, _ heads: StreamHeads) -> Header {
    var header = Header(id: .passing())
    header.stream = stream.stream
    header.epoch = stream.epoch
    header.heads = heads.bytes
    return header
  }

  package static func body(_ publications: ArraySlice<Publication>, _ size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for publication in publications {
      Parts.put(publication.header, into: &bytes)
      Parts.put(publication.body, into: &bytes)
    }
    return bytes
  }

  /// Decodes the events of a message's body.
  /// - Parameter newest: the number of the event before the first; nil if the subscription is to the whole
  ///   stream, where that is the number below.
  /// - Throws: `FrameError` for malformed bytes; then none of the events is used.
  package static func signals(_ body: [UInt8], after newest: Int64?) throws(FrameError) -> [StreamSignal] {
    var rest = body[...]
    var signals: [StreamSignal] = []
    var newest = newest
    while !rest.isEmpty {
      guard signals.count < maxEvents else { throw .tooLarge }
      guard let part = Parts.take(&rest), let body = Parts.take(&rest) else { throw .truncated }
      let header = try Header(decoding: part)
      let sequence = header.sequence ?? 0
      signals.append(.event(header, body, after: newest ?? (sequence &- 1)))
      if newest != nil { newest = sequence }
    }
    return signals
  }
}

/// A sequence of byte strings, each behind its length as a u32.
enum Parts {
  static func put(_ part: [UInt8], into bytes: inout [UInt8]) {
    let length = UInt32(part.count)
    for shift in stride(from: 24, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: length >> UInt32(shift)))
    }
    bytes.append(contentsOf: part)
  }

  static func take(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard rest.count >= 4 else { return nil }
    let length = Int(rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    rest = rest.dropFirst(4)
    guard rest.count >= length else { return nil }
    let part = Array(rest.prefix(length))
    rest = rest.dropFirst(length)
    return part
  }
}
