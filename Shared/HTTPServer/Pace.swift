/// The pace that a client has to keep. Who is slower loses the connection, because an open one costs the site
/// more than the client.
package struct ClientPace: Sendable {
  /// The time for a complete head, from the start of the connection (with TLS from before its handshake) or
  /// from the request line of a later request.
  package var head = Duration.seconds(10)
  /// The time after which the rate of a body, and that of a response, is measured.
  package var grace = Duration.seconds(10)
  /// The lowest average rate of a body that is sent and of a response that is read.
  package var bytesPerSecond = 1024

  package init() {}
}

/// The event that a connection is waiting for.
enum LinkPhase: Sendable {
  /// The rest of a head, and before it the handshake.
  case head
  /// The next request.
  case idle
  /// The rest of a body.
  case body
  /// A handler. The client has done its part.
  case handling
  /// The client, which reads a response.
  case sending
  /// Events. Only the feed's own limits apply.
  case stream

  /// True while the client, and not the site, decides how long it takes.
  var isUnfinished: Bool {
    switch self {
    case .head, .idle, .body, .sending: true
    case .handling, .stream: false
    }
  }
}

extension ClientPace {
  /// The time between two checks of all connections.
  var interval: Duration { min(.seconds(1), min(head, grace) / 4) }

  /// - Parameters:
  ///   - elapsed: since the phase began.
  ///   - bytes: read of a body, or acknowledged of a response, since then; nil if not known.
  ///   - idle: the time for which a connection may wait for its next request.
  func isTooSlow(_ phase: LinkPhase, elapsed: Duration, bytes: Int?, idle: Duration) -> Bool {
    switch phase {
    case .handling, .stream: return false
    case .head: return elapsed > head
    // libmicrohttpd closes a silent connection after `idle`. One that lives longer sends its next head byte
    // by byte.
    case .idle: return elapsed > idle + head
    case .body, .sending:
      guard elapsed > grace, let bytes else { return false }
      let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
      return Double(bytes) < seconds * Double(bytesPerSecond)
    }
  }
}
