internal import Bus
package import Schema
internal import Store
internal import Synchronization

/// Says what the replies to a request show of the program's stream, for the gateway, which keeps some.
struct StandingRule: Sendable {
  /// The topic classes of the events that change kept replies.
  private let classes: [String]
  /// True if this request's replies may be kept.
  private let isKept: Bool

  /// Nil in a program whose events change no kept reply. A reply that must not be linked to a person names
  /// the newest event too, as every other reply of that moment does.
  init?<R: Request>(_ request: R.Type) {
    classes = Catalogue.changingClasses(of: R.program)
    isKept = R.changedBy != nil
    if classes.isEmpty { return nil }
  }

  /// - Parameter head: the newest committed event before the handler began: everything up to it was visible.
  /// - Parameter call: the context in which the reply was made.
  func standing(
    in store: ProgramStore, since head: Int64, _ validity: ReplyValidity, _ call: Call
  ) -> ReplyStanding {
    var (shown, valid): (Int64?, Duration?) = (isKept ? head : nil, nil)
    switch validity {
    case .untilChanged: break
    // A clock that is moved by hand shows the end of a time to nobody.
    case .until where call.isTestTime: shown = nil
    case .until(let end): valid = min(max(end.since(call.now), .zero), StandingRule.maxValid)
    case .now: shown = nil
    }
    if !call.programs.areKept { shown = nil }
    return ReplyStanding(
      epoch: store.epoch, newest: store.heads.newest(of: classes), shown: shown, valid: valid)
  }

  /// The limit for replies that depend on the time: a system clock may be set.
  static let maxValid = Duration.seconds(60)
}

/// The time for which a reply is as good as a new one.
package enum ReplyValidity: Sendable {
  /// Until an event changes it, as its request declares.
  case untilChanged
  /// At most until this time.
  case until(Instant)
  /// No longer than now: something without an event may change it.
  case now
}

/// The programs that were asked for parts of one reply, and what their replies show of their streams.
final class AskedPrograms: Sendable {
  private struct State {
    var parts: [Beside] = []
    var areKept = true
  }

  private let state = Mutex(State())

  /// The parts of the reply that show other programs.
  var parts: [Beside] { state.withLock { $0.parts } }

  /// True if all parts are replies that may be kept.
  var areKept: Bool { state.withLock { $0.areKept } }

  func note(_ reply: Reply, to request: some Request) {
    let people = (request as? any PeopleRequest)?.people
    state.withLock { state in
      state.parts += reply.beside
      if reply.beside.contains(where: { $0.standing.shown == nil }) { state.areKept = false }
      guard let standing = reply.standing else { return state.areKept = false }
      if standing.shown == nil || standing.valid != nil || (people?.count ?? .max) > Beside.maxPeople {
        state.areKept = false
      }
      state.parts.append(Beside(program: type(of: request).program, standing: standing, people: people ?? []))
    }
  }

  /// Notes that a program did not answer: the reply lacks its part.
  func noteFailure() { state.withLock { $0.areKept = false } }
}
