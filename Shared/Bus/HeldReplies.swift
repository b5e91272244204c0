/// Replies that found the queue of their caller's connection full, because the caller does not read. They
/// wait here, in order, so that each request gets its one reply. Until they are sent, the caller's further
/// requests are shed (`busy`), which costs the program nothing but this memory. It has limits too: beyond
/// them replies are dropped and counted.
struct HeldReplies {
  struct Reply {
    let message: WireMessage

    var bytes: Int { message.header.count + message.body.count }
  }

  /// The outcome of sending one reply.
  enum Sent {
    case done, isFull, callerIsGone
  }

  /// The maximum number and bytes of replies for one connection, and for all together.
  static let maxOfCaller = 16_384
  static let maxBytesOfCaller = 8 * 1024 * 1024
  static let maxOfAll = 65_536
  static let maxBytesOfAll = 32 * 1024 * 1024

  private struct Line {
    var replies: [Reply] = []
    /// The number of replies that were sent from the beginning.
    var sent = 0
    var bytes = 0
    var count: Int { replies.count - sent }
  }

  private var lines: [[UInt8]: Line] = [:]
  private(set) var count = 0
  private(set) var bytes = 0

  var isEmpty: Bool { lines.isEmpty }

  /// True if replies to this connection wait, so that new ones have to wait behind them.
  func holds(_ routing: [UInt8]) -> Bool { !lines.isEmpty && lines[routing] != nil }

  /// Returns false if there is no room: the reply is lost.
  mutating func add(_ reply: Reply, to routing: [UInt8]) -> Bool {
    var line = lines[routing] ?? Line()
    let size = reply.bytes
    guard line.count < HeldReplies.maxOfCaller, line.bytes + size <= HeldReplies.maxBytesOfCaller,
      count < HeldReplies.maxOfAll, bytes + size <= HeldReplies.maxBytesOfAll
    else { return false }
    lines[routing] = nil  // so that appending copies nothing
    line.replies.append(reply)
    line.bytes += size
    lines[routing] = line
    count += 1
    bytes += size
    return true
  }

  /// Sends what the connections take now.
  /// - Returns: The number of replies whose caller is gone.
  mutating func flush(_ send: (Reply, [UInt8]) -> Sent) -> Int {
    var lost = 0
    for routing in Array(lines.keys) {
      guard var line = lines.removeValue(forKey: routing) else { continue }
      count -= line.count
      bytes -= line.bytes
      sending: while line.count > 0 {
        let reply = line.replies[line.sent]
        switch send(reply, routing) {
        case .done:
          line.sent += 1
          line.bytes -= reply.bytes
        case .isFull: break sending
        case .callerIsGone:
          lost += line.count
          line = Line()
        }
      }
      guard line.count > 0 else { continue }
      if line.sent * 2 > line.replies.count {
        line.replies.removeFirst(line.sent)
        line.sent = 0
      }
      count += line.count
      bytes += line.bytes
      lines[routing] = line
    }
    return lost
  }
}
