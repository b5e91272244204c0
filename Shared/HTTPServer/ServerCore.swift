internal import Dispatch
internal import Glibc
internal import Schema
internal import Synchronization

/// The state shared by libmicrohttpd's callbacks and the handlers' tasks.
final class ServerCore: Sendable {
  let options: HTTPServerOptions
  let handler: @Sendable (HTTPRequest) async -> HTTPResponse
  let counters = Counters()
  let links: LinkTable
  /// Requests in progress. The drain waits until there are none.
  private let exchanges = Mutex<[ObjectIdentifier: Exchange]>([:])
  private let isDrainingFlag = Atomic(false)
  private let isRefusingFlag = Atomic(false)
  private let resumptions = Atomic(0)
  private let idle = DispatchSemaphore(value: 0)

  init(options: HTTPServerOptions, handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) {
    self.options = options
    self.handler = handler
    links = LinkTable(options, counters)
  }

  /// True while responses carry `Connection: close` and feeds end.
  var isDraining: Bool { isDrainingFlag.load(ordering: .sequentiallyConsistent) }
  /// True once handlers are no longer awaited.
  var isRefusing: Bool { isRefusingFlag.load(ordering: .sequentiallyConsistent) }

  var stats: HTTPServerStats { counters.snapshot(inFlight: exchanges.withLock { $0.count }) }

  func register(_ exchange: Exchange) {
    counters.requestsTotal.add(1)
    exchanges.withLock { $0[ObjectIdentifier(exchange)] = exchange }
  }

  func unregister(_ exchange: Exchange) {
    let isLast = exchanges.withLock { exchanges in
      exchanges.removeValue(forKey: ObjectIdentifier(exchange)) != nil && exchanges.isEmpty
    }
    if isLast && isDraining { idle.signal() }
  }

  func resumptionBegins() { resumptions.wrappingAdd(1, ordering: .sequentiallyConsistent) }
  func resumptionEnds() { resumptions.wrappingSubtract(1, ordering: .sequentiallyConsistent) }

  /// Ends the feeds and waits for requests in progress. Afterwards nothing is suspended and the daemon can
  /// stop. Blocks the calling thread for at most `limit` and the grace of the last responses.
  func settle(within limit: Duration) {
    isDrainingFlag.store(true, ordering: .sequentiallyConsistent)
    for exchange in under { exchange.state.withLock { $0.feed }?.finish() }
    waitUntilIdle(limit)
    isRefusingFlag.store(true, ordering: .sequentiallyConsistent)
    let left = under
    for exchange in left { abandon(exchange) }
    if !left.isEmpty { waitUntilIdle(.milliseconds(250)) }
    while resumptions.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
  }

  /// Replies for a handler that is no longer awaited.
  func abandon(_ exchange: Exchange) {
    let rejection = HTTPRejection(
      status: 503, code: "http.stopping", message: "The server is stopping; try again.")
    if exchange.answer(options.onReject(rejection).with("Retry-After", "1")) { counters.abandoned.add(1) }
    exchange.state.withLock { $0.feed }?.finish()
  }

  private var under: [Exchange] { exchanges.withLock { Array($0.values) } }

  private func waitUntilIdle(_ limit: Duration) {
    let deadline = DispatchTime.now() + .milliseconds(Int(clamping: limit.milliseconds))
    while !exchanges.withLock({ $0.isEmpty }) {
      if idle.wait(timeout: deadline) == .timedOut { return }
    }
  }
}

extension HTTPResponse {
  func with(_ name: String, _ value: String) -> HTTPResponse {
    var copy = self
    copy.headers.append((name, value))
    return copy
  }
}
