package import Schema

/// The greeting that an XPUB sends to a new subscriber, and the only message without a header.
package struct Welcome: Hashable, Sendable {
  package let stream: String
  package let epoch: RawUUID
  /// The newest sequence number.
  package let head: Int64
  package let heads: StreamHeads

  /// - Parameter heads: the newest number of each class; not given, `head` stands for each.
  package init(stream: String, epoch: RawUUID, head: Int64, heads: StreamHeads? = nil) {
    self.stream = stream
    self.epoch = epoch
    self.head = head
    self.heads = heads ?? StreamHeads(others: head)
  }

  /// The bytes with which it begins.
  static let prefix: [UInt8] = FrameKind.magic + [0x57]

  /// `QB2W`, stream, NUL, epoch, head, heads.
  package var frame: [UInt8] {
    Welcome.prefix + Array(stream.utf8) + [0] + epoch.bytes + StreamHeads.bigEndian(head) + heads.bytes
  }

  package init?(frame: [UInt8]) {
    guard frame.starts(with: Welcome.prefix),
      let end = frame.dropFirst(4).prefix(FrameLimit.subject + 1).firstIndex(of: 0), end > 4,
      frame.count >= end + 25,
      let stream = String(validating: frame[4..<end], as: UTF8.self),
      let epoch = RawUUID(bytes: frame[(end + 1)..<(end + 17)]),
      let heads = StreamHeads(Array(frame[(end + 25)...]))
    else { return nil }
    self.init(
      stream: stream, epoch: epoch, head: StreamHeads.number(frame[(end + 17)..<(end + 25)]), heads: heads)
  }
}
