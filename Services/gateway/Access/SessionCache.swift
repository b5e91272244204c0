import Bus
import Crypto
import Schema
import ServiceKit
import Synchronization

/// A cache of the people behind tokens, as auth reported at most 60 s ago. An entry is dropped when auth
/// publishes the end of its session. The cache is not used while auth's stream is silent, because it might
/// miss such an event.
final class SessionCache: Sendable {
  struct Resolved: Sendable {
    let person: PersonID
    let session: SessionID
    let assertion: [UInt8]
    /// All bits for a sign-in session; the bits of its scopes for an API token.
    let scopes: UInt32
    let roles: Set<SiteRole>
    let at: ContinuousClock.Instant
  }

  static let lifetime = Duration.seconds(60)
  /// The silence after which the cache is not used. Auth sends a heartbeat every second.
  static let silence = Duration.seconds(3)
  static let maxRemembered = 20_000

  private struct State {
    var resolved: [[UInt8]: Resolved] = [:]
    var lastHeard: ContinuousClock.Instant?
    /// Counts ended sessions, so that a reply that was in flight meanwhile is not cached.
    var revocations = 0
    var hits = 0
    var misses = 0
  }

  /// The number of entries, hits and misses. A miss is a request to auth.
  struct Figures: Sendable {
    let entries: Int
    let hits: Int
    let misses: Int
  }

  var figures: Figures {
    state.withLock { Figures(entries: $0.resolved.count, hits: $0.hits, misses: $0.misses) }
  }

  private let bus: Node
  private let verifier: IdentityVerifier
  private let tracer: Tracer
  private let state = Mutex(State())

  init(bus: Node, verifier: IdentityVerifier, tracer: Tracer) {
    self.tracer = tracer
    self.bus = bus
    self.verifier = verifier
  }

  /// - Parameter hash: the hash of the token.
  func known(_ hash: [UInt8]) -> Resolved? {
    let now = ContinuousClock.now
    return state.withLock { state in
      guard let lastHeard = state.lastHeard, now - lastHeard < SessionCache.silence,
        let resolved = state.resolved[hash], now - resolved.at < SessionCache.lifetime
      else {
        state.misses += 1
        return nil
      }
      state.hits += 1
      return resolved
    }
  }

  /// Asks auth about an unknown token and caches the reply.
  nonisolated(nonsending) func ask(_ hash: [UInt8], _ trace: [UInt8]?) async throws(Fault) -> Resolved {
    let now = ContinuousClock.now
    let revocations = state.withLock { $0.revocations }
    let answer = try await answer(hash, trace)
    guard let assertion = Base64URL.decode(answer.assertion),
      let identity = verifier.verify(assertion, now: SiteClock.system)
    else { throw Fault(.internalError) }
    let resolved = Resolved(
      person: identity.person, session: identity.session, assertion: assertion, scopes: identity.scopes,
      roles: identity.roles, at: now)
    state.withLock { state in
      guard state.revocations == revocations else { return }
      if state.resolved.count >= SessionCache.maxRemembered {
        state.resolved.removeAll(keepingCapacity: true)
      }
      state.resolved[hash] = resolved
    }
    return resolved
  }

  private func answer(_ hash: [UInt8], _ trace: [UInt8]?) async throws(Fault) -> Auth.ResolvedSession {
    let span = tracer.begin(Auth.ResolveSession.subject, .client, in: trace)
    do {
      let answer = try await bus.call(
        Auth.ResolveSession(tokenHash: Base64URL.encode(hash)),
        context: CallContext(trace: span?.context ?? trace))
      span?.end()
      return answer
    } catch {
      span?.end(fault: error.fault.code)
      throw error.fault
    }
  }

  /// Records that auth's stream is alive.
  func heard() {
    let now = ContinuousClock.now
    state.withLock { $0.lastHeard = now }
  }

  func drop(_ session: SessionID) {
    state.withLock { state in
      state.revocations += 1
      state.resolved = state.resolved.filter { $0.value.session != session }
    }
  }

  /// Drops every entry, because events of auth's stream were missed.
  func dropAll() {
    state.withLock { state in
      state.revocations += 1
      state.resolved.removeAll()
    }
  }
}
