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
  /// More people than a large campus has at work within a minute; 16 MB if all of them come.
  static let maxRemembered = 32_768

  private struct State {
    var resolved = LRUCache<[UInt8], Resolved>(limit: SessionCache.maxRemembered)
    var lastHeard: ContinuousClock.Instant?
    /// Counts ended sessions, so that a reply that was in flight meanwhile is not cached.
    var revocations = 0
    var hits = 0
    var misses = 0
  }

  /// The number of entries, hits and misses. A miss is a request to auth. Evicted entries made room for
  /// others.
  struct Figures: Sendable {
    let entries: Int
    let hits: Int
    let misses: Int
    let evicted: Int
  }

  var figures: Figures {
    state.withLock { state in
      Figures(
        entries: state.resolved.count, hits: state.hits, misses: state.misses, evicted: state.resolved.evicted
      )
    }
  }

  private let bus: Node
  private let tracer: Tracer
  private let state = Mutex(State())

  init(bus: Node, tracer: Tracer) {
    self.tracer = tracer
    self.bus = bus
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
      let identity = Identity(unverified: assertion), identity.expires > SiteClock.system
    else { throw Fault(.internalError) }
    let resolved = Resolved(
      person: identity.person, session: identity.session, assertion: assertion, scopes: identity.scopes,
      roles: identity.roles, at: now)
    state.withLock { state in
      guard state.revocations == revocations else { return }
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

  /// Records that auth's stream is alive, and lets go of the people who have not asked for a while.
  func heard() {
    let now = ContinuousClock.now
    state.withLock { state in
      state.lastHeard = now
      state.resolved.removeOldest { now - $0.at >= SessionCache.lifetime }
    }
  }

  func drop(_ session: SessionID) {
    state.withLock { state in
      state.revocations += 1
      state.resolved.removeAll { $0.session == session }
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
