internal import Synchronization

/// One request and its response, from the request line to the last byte sent.
///
/// It is the executor of its handler: the handler runs on the thread that serves the connection. While the
/// handler awaits something, the connection is suspended. The awaited result enqueues the rest of the handler
/// here and resumes the connection, whose thread then continues. A pool of threads in between would be woken
/// twice per request, which costs more than most handlers.
final class Exchange: Sendable {
  enum Phase {
    /// The request line was read.
    case fresh
    /// The head passed the guard; the body is being read.
    case reading
    /// The head was rejected, or the body was too large. The rest is dropped, then this response is sent.
    case refused(HTTPRejection)
    /// The connection's thread runs the handler, or will soon.
    case handling
    /// The handler waits and the connection is suspended.
    case waiting(Suspension)
    case answered(HTTPResponse)
    /// libmicrohttpd has the response, or the request is over.
    case passedOn
  }

  struct State {
    var phase = Phase.fresh
    var head: RequestHead?
    var body: [UInt8] = []
    /// The file that takes the body in place of `body`.
    var file: BodyFile?
    /// Bytes read beyond the limit and dropped.
    var overrun = 0
    var feed: EventFeed?
    /// The handler's next jobs: more than one if it has child tasks.
    var jobs: [UnownedJob] = []
  }

  /// The next step of the connection's thread.
  enum Turn {
    /// A step of the request itself: its head, its body, its end.
    case request
    case run([UnownedJob])
    case answer(HTTPResponse)
    /// The handler waits for something.
    case idle
  }

  /// As sent, with the query.
  let target: String
  /// The number of the request on its connection, from 1.
  let number: Int
  let state = Mutex(State())

  init(target: String, number: Int) {
    self.target = target
    self.number = number
  }

  /// Stores the handler's response. A second one, after a drain stopped waiting, is dropped.
  func answer(_ response: HTTPResponse) -> Bool {
    let (isTaken, suspension) = state.withLock { state -> (Bool, Suspension?) in
      switch state.phase {
      case .handling:
        state.phase = .answered(response)
        return (true, nil)
      case .waiting(let suspension):
        state.phase = .answered(response)
        suspension.announce()
        return (true, suspension)
      case .fresh, .reading, .refused, .answered, .passedOn: return (false, nil)
      }
    }
    if !isTaken { response.body.discard() }
    suspension?.resume()
    return isTaken
  }

  /// Returns the next step of the connection's thread. The response is returned only once.
  func nextTurn() -> Turn {
    let (turn, left) = state.withLock { state -> (Turn, [UnownedJob]) in
      switch state.phase {
      case .handling where state.jobs.isEmpty: return (.idle, [])
      case .handling: return (.run(state.takeJobs()), [])
      case .answered(let response):
        state.phase = .passedOn
        return (.answer(response), state.takeJobs())
      case .fresh, .reading, .refused, .waiting, .passedOn: return (.request, [])
      }
    }
    Exchange.runElsewhere(left)
    return turn
  }

  /// Returns false if the handler got a job, or has replied, since the last turn: then the connection must
  /// not sleep.
  func sleeps(_ suspension: Suspension) -> Bool {
    state.withLock { state in
      guard case .handling = state.phase, state.jobs.isEmpty else { return false }
      state.phase = .waiting(suspension)
      return true
    }
  }

  /// Ends the request.
  /// - Returns: The number of bytes in memory and of files that its body took.
  func end() -> (bytes: Int, files: Int) {
    let (unsent, left, held) = state.withLock {
      state -> (HTTPResponse?, [UnownedJob], (bytes: Int, files: Int)) in
      let unsent: HTTPResponse? = if case .answered(let response) = state.phase { response } else { nil }
      state.phase = .passedOn
      state.feed = nil
      let files = state.file == nil ? 0 : 1
      state.file = nil
      return (unsent, state.takeJobs(), (state.body.count, files))
    }
    unsent?.body.discard()
    Exchange.runElsewhere(left)
    return held
  }
}

extension Exchange: TaskExecutor {
  /// Adds a job of the handler. Called on any thread.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (isTaken, suspension) = state.withLock { state -> (Bool, Suspension?) in
      switch state.phase {
      case .handling:
        state.jobs.append(job)
        return (true, nil)
      case .waiting(let suspension):
        state.jobs.append(job)
        state.phase = .handling
        suspension.announce()
        return (true, suspension)
      case .fresh, .reading, .refused, .answered, .passedOn: return (false, nil)
      }
    }
    suspension?.resume()
    if !isTaken { Exchange.runElsewhere([job]) }
  }

  func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }

  /// Runs a handler's jobs after its request was answered: no connection's thread waits for it.
  private static func runElsewhere(_ jobs: [UnownedJob]) {
    for job in jobs { globalConcurrentExecutor.enqueue(job) }
  }
}

extension Exchange.State {
  fileprivate mutating func takeJobs() -> [UnownedJob] {
    guard !jobs.isEmpty else { return [] }
    defer { jobs = [] }
    return jobs
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

  func request(body: [UInt8], file: BodyFile?, isSecure: Bool) -> HTTPRequest {
    HTTPRequest(
      method: method, path: path, query: query, headers: headers, body: body, bodyFile: file, peer: peer,
      isSecure: isSecure)
  }
}
