internal import JSON
package import Schema

extension StreamReplay {
  /// The reply: the producer's state, then events as on the XPUB, each header and body behind a u32 length.
  package struct Reply: Sendable {
    package let epoch: RawUUID
    /// The newest sequence number. For every page of a snapshot, the newest one when its first page was read.
    package let head: Int64
    /// The number up to which a replay has every event of the classes asked for. It may be past the last one.
    package let through: Int64
    package let retainedFrom: Int64
    package let events: [StreamEvent]
    /// The cursor of a snapshot's next page; nil on the last page.
    package let more: String?
    /// True if an operator began the epoch, with a restored or an empty store.
    package let isReplacement: Bool

    package init(
      epoch: RawUUID, head: Int64, through: Int64? = nil, retainedFrom: Int64, events: [StreamEvent],
      more: String? = nil, isReplacement: Bool = false
    ) {
      self.epoch = epoch
      self.head = head
      self.through = through ?? events.last?.sequence ?? 0
      self.retainedFrom = retainedFrom
      self.events = events
      self.more = more
      self.isReplacement = isReplacement
    }

    package func encoded() throws -> [UInt8] {
      var bytes: [UInt8] = []
      Parts.put(
        try JSONCoding.encode(
          PageHead(
            epoch: epoch, head: head, through: through, retainedFrom: retainedFrom, count: events.count,
            more: more, isReplacement: isReplacement)
        ),
        into: &bytes)
      for event in events {
        Parts.put(event.header.encoded(), into: &bytes)
        Parts.put(event.body, into: &bytes)
      }
      return bytes
    }

    /// Returns nil for bytes that are not such a reply.
    package init?(_ bytes: [UInt8]) {
      var rest = bytes[...]
      do {
        guard let first = Parts.take(&rest) else { return nil }
        let prefix = try JSONCoding.decode(PageHead.self, from: first)
        guard let epoch = RawUUID(prefix.epoch) else { return nil }
        var events: [StreamEvent] = []
        while !rest.isEmpty {
          guard let header = Parts.take(&rest), let body = Parts.take(&rest),
            let event = StreamEvent(header: try Header(decoding: header), body: body)
          else { return nil }
          events.append(event)
        }
        guard events.count == prefix.count else { return nil }
        self.init(
          epoch: epoch, head: prefix.head, through: prefix.through, retainedFrom: prefix.retainedFrom,
          events: events, more: prefix.more, isReplacement: prefix.isReplacement ?? false)
      } catch { return nil }
    }
  }
}

/// An event as a consumer sees it.
package struct StreamEvent: Sendable {
  package let header: Header
  package let body: [UInt8]
  /// Its number in the stream. For a row of a snapshot, the newest number when the row was read, 0 before the
  /// stream's first event.
  package let sequence: Int64
  package let epoch: RawUUID

  /// Returns nil for a message without the required fields of an event.
  package init?(header: Header, body: [UInt8]) {
    guard let sequence = header.sequence, let epoch = header.epoch, sequence >= 0 else { return nil }
    self.header = header
    self.body = body
    self.sequence = sequence
    self.epoch = epoch
  }
}
