/// The position of a program in its own stream and in those of others, as its control replies tell.
package protocol StreamStanding {
  /// The newest event of its own stream.
  var streamHead: Int64? { get }
  /// The newest event of each topic class of its own stream. The empty name stands for every other class.
  var heads: [String: Int64]? { get }
  /// The last event read of each stream it subscribes to. Events of other classes count when the producer's
  /// next heartbeat has passed them, within a second.
  var cursors: [String: Int64] { get }
  /// The topic classes that it subscribes to, by stream.
  var classes: [String: [String]]? { get }
}

extension StreamStanding {
  /// The numbers of the stream by which the cursor is behind the newest event of its classes. Cursor and
  /// heads are read at different moments, so a cursor may be ahead. Nil if the program does not follow it.
  package func lag(in producer: String, at other: some StreamStanding) -> Int64? {
    guard let cursor = cursors[producer], let head = other.streamHead else { return nil }
    guard let heads = other.heads, let classes = classes?[producer] else { return max(head - cursor, 0) }
    let newest = classes.map { heads[$0] ?? heads[""] ?? head }.max() ?? 0
    return max(newest - cursor, 0)
  }
}

extension Control.Due: StreamStanding {
  package var streamHead: Int64? { head }
}

extension Control.Stats: StreamStanding {
  package var streamHead: Int64? { head }
}

extension Control.Overview: StreamStanding {
  package var streamHead: Int64? { head }
}
