internal import Schema

/// Events committed together, as one message. Frame 2 holds header and body of each, every part behind a u32
/// length. Each frame is encrypted separately for each subscriber, so a hundred events in three frames cost
/// little more than one.
package enum EventBatch {
  /// The size in bytes at which a message is full. Up to a thousand messages are kept for a stalled
  /// subscriber.
  static let maxBytes = 16 * 1024
  /// The maximum number of events in one message, sent or received.
  package static let maxEvents = 500

  /// Frames 0 to 2, and the number of events in them.
  struct Message {
    let frames: [[UInt8]]
    let count: Int
  }

  /// Returns the messages for these publications, in order. A single event is sent as `V`.
  static func messages(of publications: [Publication], _ welcome: Welcome) -> [Message] {
    var messages: [Message] = []
    var rest = publications[...]
    while let first = rest.first {
      var end = rest.startIndex
      var size = 0
      while end < rest.endIndex, size < maxBytes, end - rest.startIndex < maxEvents {
        size += rest[end].header.count + rest[end].body.count + 8
        end += 1
      }
      let together = rest[..<end]
      rest = rest[end...]
      if together.count == 1 {
        messages.append(Message(frames: [FrameKind.event.frame, first.header, first.body], count: 1))
      } else {
        let frames = [FrameKind.events.frame, header(welcome).encoded(), body(together, size)]
        messages.append(Message(frames: frames, count: together.count))
      }
    }
    return messages
  }

  private static func header(_ welcome: Welcome) -> Header {
    var header = Header(id: .random())
    header.stream = welcome.stream
    header.epoch = welcome.epoch
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

  /// Decodes the events of frame 2.
  /// - Throws: `FrameError` for malformed bytes; then none of the events is used.
  package static func signals(_ body: [UInt8]) throws(FrameError) -> [StreamSignal] {
    var rest = body[...]
    var signals: [StreamSignal] = []
    while !rest.isEmpty {
      guard signals.count < maxEvents else { throw .tooLarge }
      guard let header = Parts.take(&rest), let body = Parts.take(&rest) else { throw .truncated }
      signals.append(.event(try Header(decoding: header), body))
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
