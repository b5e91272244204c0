import Bus
import Schema
import ServiceKit
import Synchronization

/// The kept replies of the running gateway.
final class ReplyKeeper: Sendable {
  /// The slot of a reply: a person's request.
  struct Slot: Sendable {
    let person: PersonID
    let key: KeptReplies.Key
    let program: ProgramName
    let seen: [SeenMark]
    /// The time before the program is asked.
    let asked = ContinuousClock.now

    /// Nil if this reply is not kept: the request is not declared so, or an API token may see less.
    init?(_ route: Route, _ params: [Header.Param], _ who: SessionCache.Resolved?, seen: String?) {
      let request = route.request
      guard request.changedBy != nil, let who, who.scopes == TokenScope.everything else { return nil }
      person = who.person
      key = KeptReplies.Key(subject: request.subject, params: params, roles: who.roles)
      program = route.program
      self.seen = seen.map { SeenMark.all(in: $0) } ?? []
    }
  }

  /// A hit is a reply without a request to its program. Evicted people made room for others.
  struct Figures: Sendable {
    let entries: Int
    let bytes: Int
    let hits: Int
    let misses: Int
    let evicted: Int
  }

  private struct State {
    var replies = KeptReplies()
    var hits = 0
    var misses = 0
  }

  private let state = Mutex(State())

  func reply(_ slot: Slot) -> KeptReplies.Kept? {
    state.withLock { state in
      let kept = state.replies.reply(to: slot.person, slot.key, seen: slot.seen, at: slot.asked)
      if kept == nil { state.misses += 1 } else { state.hits += 1 }
      return kept
    }
  }

  /// Notes any reply of a program before anybody gets to see it.
  func note(_ reply: Reply, of program: ProgramName) {
    guard reply.standing != nil || !reply.beside.isEmpty else { return }
    let now = ContinuousClock.now
    state.withLock { state in
      if let standing = reply.standing { state.replies.note(standing, of: program, at: now) }
      for part in reply.beside { state.replies.note(part.standing, of: part.program, at: now) }
    }
  }

  /// Keeps a reply that was noted.
  func keep(_ reply: Reply, tag: String, _ slot: Slot) {
    guard let standing = reply.standing else { return }
    let kept = KeptReplies.Kept(body: reply.body, tag: tag)
    let now = ContinuousClock.now
    let own = Beside(program: slot.program, standing: standing, people: [slot.person])
    state.withLock { state in
      state.replies.keep(
        kept, for: slot.person, slot.key, [own] + reply.beside, asked: slot.asked, at: now)
    }
  }

  func apply(_ topic: String, _ audience: Audience, sequence: Int64, of producer: ProgramName) {
    state.withLock { $0.replies.apply(topic, audience, sequence: sequence, of: producer) }
  }

  func heard(_ producer: ProgramName, at position: StreamPosition) {
    let now = ContinuousClock.now
    state.withLock { $0.replies.heard(producer, at: position, now) }
  }

  func started(_ producer: ProgramName) { state.withLock { $0.replies.started(producer) } }

  var figures: Figures {
    state.withLock { state in
      Figures(
        entries: state.replies.count, bytes: state.replies.bytes, hits: state.hits, misses: state.misses,
        evicted: state.replies.evicted)
    }
  }
}
