internal import Synchronization

/// One request and its response, from the request line to the last byte sent. libmicrohttpd's thread and the
/// handler's task both hold it; while the handler runs the connection is suspended, so they never meet but
/// here.
final class Exchange: Sendable {
  enum Phase {
    /// The request line was read.
    case fresh
    /// The head passed the guard; the body is read.
    case reading
    /// The head is refused, or the body was too large: what follows is dropped, then this is answered.
    case refused(HTTPRejection)
    /// The handler runs and the connection is suspended.
    case handling(Suspension)
    case answered(HTTPResponse)
    /// libmicrohttpd has the response, or the request is over.
    case passedOn
  }

  struct State {
    var phase = Phase.fresh
    var head: RequestHead?
    var body: [UInt8] = []
    /// Bytes read beyond the limit and dropped.
    var overrun = 0
    var feed: EventFeed?
    var isRegistered = false
  }

  /// As sent, with the query.
  let target: String
  let state = Mutex(State())

  init(target: String) { self.target = target }

  /// Takes the handler's answer. The second one to come, after a drain gave up waiting, is dropped.
  func answer(_ response: HTTPResponse) -> Bool {
    let suspension = state.withLock { state -> Suspension? in
      guard case .handling(let suspension) = state.phase else { return nil }
      state.phase = .answered(response)
      suspension.announce()
      return suspension
    }
    guard let suspension else {
      response.body.discard()
      return false
    }
    suspension.resume()
    return true
  }

  /// The response, once, when the handler has answered.
  func takeAnswer() -> HTTPResponse? {
    state.withLock { state in
      guard case .answered(let response) = state.phase else { return nil }
      state.phase = .passedOn
      return response
    }
  }

  /// The request is over; answers how many bytes of body it held.
  func end() -> Int {
    let (unsent, held) = state.withLock { state -> (HTTPResponse?, Int) in
      let unsent: HTTPResponse? = if case .answered(let response) = state.phase { response } else { nil }
      state.phase = .passedOn
      state.feed = nil
      return (unsent, state.body.count)
    }
    unsent?.body.discard()
    return held
  }
}

/// The part of a request that is known before its body.
struct RequestHead {
  let method: String
  let path: String
  let query: [(name: String, value: String)]
  let headers: [(name: String, value: String)]
  let peer: String
  let limit: Int

  func request(body: [UInt8], isSecure: Bool) -> HTTPRequest {
    HTTPRequest(
      method: method, path: path, query: query, headers: headers, body: body, peer: peer, isSecure: isSecure)
  }
}
