internal import CCurl
internal import Synchronization
internal import Threads

/// An HTTP client over libcurl, on a thread of its own. It ignores the environment: no proxy, no .netrc, no
/// cookies.
package final class FetchClient: Sendable {
  private let mailbox: FetchMailbox
  private let caFile: String?
  private let nextID = Atomic<UInt64>(1)

  private init(mailbox: FetchMailbox, caFile: String?) {
    self.mailbox = mailbox
    self.caFile = caFile
  }

  /// - Parameters:
  ///   - caFile: A PEM file of the certificates to trust; nil uses the system's.
  ///   - limit: The maximum number of concurrent requests; others fail with `unavailable`.
  package static func start(
    caFile: String? = nil, limit: Int = 256
  ) throws(FetchError) -> FetchClient {
    guard isCurlReady else { throw .unavailable }
    let mailbox = FetchMailbox(limit: limit)
    do { try WorkThread.start("fetch") { FetchLoop.run(mailbox) } } catch { throw .unavailable }
    return FetchClient(mailbox: mailbox, caFile: caFile)
  }

  /// Stops the client. Requests in progress and later ones fail with `unavailable`. The thread ends by
  /// itself.
  package func stop() { mailbox.post(.stop) }

  deinit { mailbox.post(.stop) }

  /// Sends the request and returns the whole response, whatever its status.
  package func send(
    _ request: FetchRequest, policy: FetchPolicy
  ) async throws(FetchError) -> FetchResponse {
    try check(request)
    let deadline = ContinuousClock.now + request.timeout
    var request = request
    var target = try TargetURL(request.url, policy)
    var isMoved = true
    var movedTo: String?
    for _ in 0...policy.maxRedirects {
      let left = deadline - ContinuousClock.now
      guard left > .zero else { throw .timedOut }
      var response = try await transfer(request, to: target, policy, within: left, lines: nil)
      guard policy.maxRedirects > 0, request.method == "GET" || request.method == "HEAD",
        [301, 302, 303, 307, 308].contains(response.status), let location = response.header("Location")
      else {
        response.movedTo = movedTo
        return response
      }
      let next = try target.redirect(to: location, policy)
      if next.host != target.host || next.scheme != target.scheme || next.port != target.port {
        request.headers.removeAll { ["authorization", "cookie"].contains($0.0.lowercased()) }
      }
      // A permanent redirect behind a temporary one says nothing of the first URL.
      isMoved = isMoved && [301, 308].contains(response.status)
      if isMoved { movedTo = next.text }
      target = next
    }
    throw .refused(.tooManyRedirects)
  }

  /// Sends the request and calls `onLine` for each line of a 2xx response, without its line end. A response
  /// with another status is collected instead. Returns when the response has ended, or `onLine` has returned
  /// false. A slow reader slows the sender down. Redirects are returned as responses.
  nonisolated(nonsending) package func lines(
    _ request: FetchRequest, policy: FetchPolicy, onLine: nonisolated(nonsending) (String) async -> Bool
  ) async throws(FetchError) -> FetchResponse {
    try check(request)
    let target = try TargetURL(request.url, policy)
    let buffer = LineBuffer(limit: request.maxBody)
    let id = newID
    let outcome = Mutex<Result<FetchResponse, FetchError>>(.failure(.unavailable))
    let order = TransferOrder(
      id: id, request: request, target: target, policy: policy, timeout: request.timeout, lines: buffer,
      caFile: caFile
    ) { result in
      outcome.withLock { $0 = result }
      buffer.end()
    }
    await withTaskCancellationHandler {
      guard mailbox.start(order) else { return }
      if Task.isCancelled { mailbox.post(.cancel(id)) }
      var isEnough = false
      while true {
        let (lines, wasPaused) = await buffer.next()
        if lines.isEmpty { return }
        for line in lines where !isEnough {
          isEnough = await !onLine(line)
          if isEnough { mailbox.post(.conclude(id)) }
        }
        if wasPaused && !isEnough { mailbox.post(.goOn(id)) }
      }
    } onCancel: {
      mailbox.post(.cancel(id))
    }
    return try outcome.withLock { $0 }.get()
  }

  private func transfer(
    _ request: FetchRequest, to target: TargetURL, _ policy: FetchPolicy, within timeout: Duration,
    lines: LineBuffer?
  ) async throws(FetchError) -> FetchResponse {
    let id = newID
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<FetchResponse, FetchError>, Never>) in
        let order = TransferOrder(
          id: id, request: request, target: target, policy: policy, timeout: timeout, lines: lines,
          caFile: caFile
        ) { continuation.resume(returning: $0) }
        if !mailbox.start(order) { continuation.resume(returning: .failure(.unavailable)) }
        // A cancellation before the order had nothing to cancel.
        if Task.isCancelled { mailbox.post(.cancel(id)) }
      }
    } onCancel: {
      mailbox.post(.cancel(id))
    }
    return try result.get()
  }

  private var newID: UInt64 { nextID.wrappingAdd(1, ordering: .relaxed).oldValue }

  /// Rejects values that would break the framing, because libcurl sends header lines unchanged.
  private func check(_ request: FetchRequest) throws(FetchError) {
    let isMethod = !request.method.isEmpty && request.method.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    let areHeaders = request.headers.allSatisfy { name, value in
      !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3A && $0 != 0x3B }
        && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        && !["content-length", "transfer-encoding", "host"].contains(name.lowercased())
    }
    guard isMethod, areHeaders else { throw .refused(.request) }
  }
}

/// Called once per program, before any handle exists.
let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
