package import Bus
internal import JSON
package import Schema

/// A producer's state as a consumer has fetched it, page by page, while the producer went on writing.
package struct Snapshot: Sendable {
  package let epoch: RawUUID
  /// The newest sequence number when the first page was read. Every event after it is in the stream.
  package let head: Int64
  /// The rows as events. The number of each says up to which event of the stream its row was read.
  package let rows: [StreamEvent]
  /// The events between the first page and the last that no row contains yet, in order.
  package let later: [StreamEvent]
  /// The number of the last event between the first page and the last, sent or not; `head` if there is none.
  package let end: Int64

  /// - Parameter published: The events after `head`, in order, all up to `end`.
  /// - Parameter end: At least the newest number of a row. Not given, the last event's.
  package init(
    epoch: RawUUID, head: Int64, rows: [StreamEvent], published: [StreamEvent], end: Int64? = nil
  ) {
    self.epoch = epoch
    self.head = head
    self.rows = rows
    self.end = end ?? published.last?.sequence ?? head
    guard !published.isEmpty else {
      later = []
      return
    }
    var read: [RowName: Int64] = [:]
    for row in rows { if let name = Snapshot.name(of: row) { read[name] = row.sequence } }
    later = published.filter { event in
      guard let name = Snapshot.name(of: event), let sequence = read[name] else { return true }
      return event.sequence > sequence
    }
  }

  /// Fetches every page, and then the events that the producer published meanwhile.
  ///
  /// - Parameters:
  ///   - page: requests the page behind a cursor; nil is the first.
  ///   - replay: requests events from a sequence number on.
  /// - Throws: `IncompleteSnapshot` if the stream began anew meanwhile, or no longer has those events; errors
  ///   of the closures.
  nonisolated(nonsending) package static func fetch(
    page: nonisolated(nonsending) (_ after: String?) async throws -> StreamReplay.Reply,
    replay: nonisolated(nonsending) (_ from: Int64) async throws -> StreamReplay.Reply
  ) async throws -> Snapshot {
    var last = try await page(nil)
    let (epoch, head) = (last.epoch, last.head)
    var rows = last.events
    while let next = last.more {
      last = try await page(next)
      guard last.epoch == epoch, last.head == head else { throw IncompleteSnapshot() }
      rows += last.events
    }
    let newest = rows.map(\.sequence).max() ?? head
    var published: [StreamEvent] = []
    var end = head
    while end < newest {
      let answer = try await replay(end + 1)
      guard answer.epoch == epoch, answer.retainedFrom <= end + 1, answer.through > end else {
        throw IncompleteSnapshot()
      }
      published += answer.events
      end = answer.through
    }
    return Snapshot(epoch: epoch, head: head, rows: rows, published: published, end: end)
  }

  private static let rowEvents: [String: any RowEvent.Type] = Dictionary(
    Catalogue.events.compactMap { type in (type as? any RowEvent.Type).map { (type.topic, $0) } },
    uniquingKeysWith: { first, _ in first })

  /// The row that the event is about. Nil for any other event, and for one that cannot be read: whoever
  /// applies it says so.
  private static func name(of event: StreamEvent) -> RowName? {
    guard let type = rowEvents[event.header.subject] else { return nil }
    do { return try JSONCoding.decode(type, from: event.body).row } catch { return nil }
  }
}

/// The pages of a snapshot are of two streams, or events published between them are gone: fetch it again.
struct IncompleteSnapshot: Error {}
