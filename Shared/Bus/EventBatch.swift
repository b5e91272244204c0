internal import Schema

/// Events that were committed together, as one message: frame 2 holds header and body of each, every part
/// behind a u32 length. Each frame is encrypted by itself for each subscriber, so a hundred events in three
/// frames cost little more than one.
package enum EventBatch {
  /// Bytes beyond which no further event is put into a message: for a subscriber that stands still a thousand
  /// messages are kept.
  static let maxBytes = 16 * 1024
  /// Events of one message, also of one that is read.
  package static let maxEvents = 500

  /// Frames 0 to 2, and how many events they hold.
  struct Message {
    let frames: [[UInt8]]
    let count: Int
  }

  /// The messages for these publications, in their order. One event alone goes as `V`.
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

  /// The events of frame 2.
  /// - Throws: for bytes that are no such frame; then none of its events is taken.
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

/// Parts of bytes one after the other, each behind its length as a u32.
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
