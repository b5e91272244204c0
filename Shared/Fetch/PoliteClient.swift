internal import Synchronization
package import Schema

/// A client that leaves hosts time: it keeps to the limits per host, and to what they ask for in 429 and 503.
package final class PoliteClient: Sendable {
  private let client: FetchClient
  private let pace: Mutex<HostPace>
  private let now: @Sendable () -> Instant

  /// - Parameter now: The wall clock, for dates in `Retry-After`.
  package init(
    _ client: FetchClient, _ limits: HostLimits = .usual, now: @escaping @Sendable () -> Instant
  ) {
    self.client = client
    self.now = now
    pace = Mutex(HostPace(limits))
  }

  /// Sends the request when its host has a turn. The request's own time starts then. A redirect counts for
  /// the host that sent it.
  /// - Parameter patience: The longest wait for the turn.
  nonisolated(nonsending) package func send(
    _ request: FetchRequest, policy: FetchPolicy, patience: Duration = .seconds(5)
  ) async throws(PoliteError) -> FetchResponse {
    let host: String
    do { host = try TargetURL(request.url, policy).origin } catch { throw .fetch(error) }
    try await wait(for: host, patience)
    let result: Result<FetchResponse, FetchError>
    do { result = .success(try await client.send(request, policy: policy)) } catch {
      result = .failure(error)
    }
    var silence: Duration?
    if case .success(let response) = result { silence = HostPace.silence(after: response, at: now()) }
    pace.withLock { $0.end(host, silence: silence, at: .now) }
    switch result {
    case .success(let response): return response
    case .failure(let error): throw .fetch(error)
    }
  }

  nonisolated(nonsending) private func wait(
    for host: String, _ patience: Duration
  ) async throws(PoliteError) {
    let deadline = ContinuousClock.now + patience
    while true {
      let now = ContinuousClock.now
      guard case .wait(let time) = pace.withLock({ $0.begin(host, at: now) }) else { return }
      guard now + time <= deadline else { throw .later(time) }
      do { try await Task.sleep(for: time) } catch { throw .fetch(.cancelled) }
    }
  }
}

/// The error of a request without a response.
package enum PoliteError: Error, Equatable {
  /// Nothing was sent. The host has no turn left within the caller's patience, but after this time.
  case later(Duration)
  case fetch(FetchError)
}

extension TargetURL {
  /// The same text for all spellings of a host name and its port.
  fileprivate var origin: String {
    let name = host.lowercased()
    return "\(name.hasSuffix(".") ? String(name.dropLast()) : name):\(port)"
  }
}
