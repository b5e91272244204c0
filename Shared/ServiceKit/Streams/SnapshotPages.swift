package import Schema
package import Store

/// One table of a program's public state, read in pages by key. Together the tables rebuild the state: each
/// row is told as events, as if published now.
package struct SnapshotTable: Sendable {
  /// Reads rows behind a key, in the order of keys; nil is before the first. The limit is on rows.
  package typealias Read =
    @Sendable (borrowing Database, _ after: SnapshotKey?, _ limit: Int) throws -> SnapshotRows

  let read: Read

  package init(_ read: @escaping Read) { self.read = read }
}

/// The key of a row: its columns as text.
package typealias SnapshotKey = [String]

extension SnapshotKey {
  /// The id in this part of the key.
  /// - Throws: `cursor_bad` if there is none, because the key came with a request.
  package func raw(_ part: Int) throws(Fault) -> RawUUID {
    guard indices.contains(part), let id = RawUUID(self[part]) else { throw Fault(.cursorBad) }
    return id
  }

  package func id<Object>(_ part: Int) throws(Fault) -> ID<Object> { ID(try raw(part)) }
}

/// A row of a snapshot, and the events that rebuild it: few, since they are never sent in parts.
package struct SnapshotRow: Sendable {
  package let key: SnapshotKey
  package let events: [OutboxEvent]

  package init(key: SnapshotKey, _ events: [OutboxEvent]) {
    self.key = key
    self.events = events
  }
}

/// Rows of a table, and the key behind which it goes on; nil at its end.
package struct SnapshotRows: Sendable {
  package let rows: [SnapshotRow]
  package let next: SnapshotKey?

  package init(_ rows: [SnapshotRow], next: SnapshotKey?) {
    self.rows = rows
    self.next = next
  }

  /// The rows of a read that returns fewer than `limit` only at the end of the table.
  package init(_ rows: [SnapshotRow], limit: Int) {
    self.init(rows, next: rows.count < limit ? nil : rows.last?.key)
  }
}

/// A page of a snapshot. Pages are stateless: each is a read of its own, which says by `head` how far it has
/// come.
struct SnapshotPage: Sendable {
  let events: [OutboxEvent]
  /// The newest sequence number of the stream when this page was read.
  let head: Int64
  /// The newest sequence number when the first page was read: consumers go on from there.
  let firstHead: Int64
  /// The text from which the next page follows; nil on the last page.
  let next: String?

  /// The number of rows after which a page ends, even if few of them have events of the classes.
  static let maxScanned = 10_000

  /// The limits of a page. A row larger than that is a page of its own.
  struct Limits: Sendable {
    var events = StreamReplay.maxEvents
    var bytes = StreamReplay.maxBytes
  }

  /// Reads the page behind `text`, or the first.
  /// - Parameter classes: The topic classes of the events; all if nil.
  /// - Throws: `cursor_bad` for text that is not a cursor of this stream.
  init(
    after text: String?, of tables: [SnapshotTable], classes: [String]? = nil, epoch: RawUUID,
    _ db: borrowing Database, _ limits: Limits = Limits()
  ) throws {
    head = try db.streamHead()
    var cursor = SnapshotCursor(epoch: epoch, head: head, table: 0, key: nil)
    if let text {
      guard let asked = SnapshotCursor(text), asked.epoch == epoch, asked.head <= head,
        tables.indices.contains(asked.table)
      else { throw Fault(.cursorBad) }
      cursor = asked
    }
    firstHead = cursor.head
    let classes = classes.map { Set($0) }
    var events: [OutboxEvent] = []
    var (bytes, scanned) = (0, 0)
    while cursor.table < tables.count {
      let found = try tables[cursor.table].read(db, cursor.key, max(limits.events - events.count, 1))
      for row in found.rows {
        let wanted = row.events.filter { classes?.contains(TopicClass.of($0.type)) ?? true }
        let size = wanted.reduce(0) { $0 + $1.body.count + 128 }
        let isFull = events.count + wanted.count > limits.events || bytes + size > limits.bytes
        if isFull, !events.isEmpty {
          self.events = events
          next = cursor.text
          return
        }
        events += wanted
        scanned += 1
        bytes += size
        cursor.key = row.key
      }
      cursor.key = found.next
      if found.next == nil { cursor.table += 1 }
      let isFull = events.count >= limits.events || scanned >= SnapshotPage.maxScanned
      if isFull || found.rows.isEmpty && found.next != nil { break }
    }
    self.events = events
    next = cursor.table < tables.count ? cursor.text : nil
  }
}

/// The way to the next page: the stream it is of, the head of its first page, and the last row that was sent.
private struct SnapshotCursor {
  let epoch: RawUUID
  let head: Int64
  var table: Int
  /// Nil before the first row.
  var key: SnapshotKey?

  var text: String {
    Cursor(texts: [epoch.description, String(head), String(table)] + (key ?? [])).text
  }

  init(epoch: RawUUID, head: Int64, table: Int, key: SnapshotKey?) {
    self.epoch = epoch
    self.head = head
    self.table = table
    self.key = key
  }

  /// Returns nil for text that is not a cursor.
  init?(_ text: String) {
    let parts = Cursor(text).texts
    guard parts.count >= 3, let epoch = RawUUID(parts[0]), let head = Int64(parts[1]), head >= 0,
      let table = Int(parts[2])
    else { return nil }
    self.init(epoch: epoch, head: head, table: table, key: parts.count > 3 ? Array(parts[3...]) : nil)
  }
}
