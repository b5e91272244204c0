/// Events of a stream on request: the guarantee behind the best-effort PUB.
///
/// Both replies are packed: the JSON of a `PageHead`, then events as on the XPUB, each header and body behind
/// a u32 length.
package enum StreamReplay {
  /// The maximum number of events in one reply.
  package static let maxEvents = 500
  /// The maximum number of bytes in one reply.
  package static let maxBytes = 2 * 1024 * 1024

  /// A request for events from this sequence number on, all or those of some topic classes.
  package struct Ask: ControlRequest {
    package typealias Reply = PageHead
    package static let subject = "$bus.replay"
    package static let version = "1.2"
    package static let callers = ControlCallers.everyone

    package let from: Int64
    package let classes: [String]?

    package init(from: Int64, classes: [String]? = nil) {
      self.from = from
      self.classes = classes
    }
  }

  /// A request for a page of the state, as events.
  package struct AskSnapshot: ControlRequest {
    package typealias Reply = PageHead
    package static let subject = "$bus.snapshot"
    package static let version = "1.2"
    package static let callers = ControlCallers.everyone

    /// The cursor in the reply with the page before; absent for the first page.
    package let after: String?
    /// The topic classes of the events; all if absent.
    package let classes: [String]?

    package init(after: String?, classes: [String]? = nil) {
      self.after = after
      self.classes = classes
    }

    private enum CodingKeys: String, CodingKey {
      case classes
      case after = "snapshot"
    }
  }

  /// The producer's state, in front of the events of a page.
  package struct PageHead: Codable, Sendable {
    package let epoch: String
    /// The newest sequence number. For every page of a snapshot, the newest one when its first page was read.
    package let head: Int64
    /// A replay has every event of the classes up to this number. Nil for a snapshot.
    package let through: Int64?
    package let retainedFrom: Int64
    /// The number of events that follow. A reply with fewer is invalid.
    package let count: Int
    /// The cursor of a snapshot's next page; nil on the last page, and after a replay.
    package let more: String?
    /// True if an operator began the epoch, with a restored or an empty store, so that consumers of another
    /// one follow. Absent otherwise.
    package let isReplacement: Bool?

    package init(
      epoch: RawUUID, head: Int64, through: Int64?, retainedFrom: Int64, count: Int, more: String?,
      isReplacement: Bool = false
    ) {
      self.epoch = epoch.description
      self.head = head
      self.through = through
      self.retainedFrom = retainedFrom
      self.count = count
      self.more = more
      self.isReplacement = isReplacement ? true : nil
    }
  }
}
