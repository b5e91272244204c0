import HTTPServer
import Schema
import ServiceKit
import Synchronization

/// The replies that name a picture's file, as a program gave them at most 60 s ago, by person and address.
/// All are dropped when something happens that may change who sees a picture, or which one. They are not
/// used while a program's stream is silent, because such an event might be missed.
final class PictureReplies: Sendable {
  static let lifetime = Duration.seconds(60)
  static let maxEntries = 20_000

  /// The person, or nobody for a public link, and the address.
  struct Key: Hashable, Sendable {
    let person: PersonID?
    let path: String
  }

  private struct Entry: Sendable {
    let reply: any FileReply
    let at: ContinuousClock.Instant
  }

  private struct State {
    var entries = LRUCache<Key, Entry>(limit: PictureReplies.maxEntries)
    var heard: [ProgramName: ContinuousClock.Instant] = [:]
    /// Counts the events, so that a reply that was in flight meanwhile is not kept.
    var changes = 0
  }

  /// The programs whose events are followed.
  private let followed: [ProgramName]
  private let sent: SentPictures
  private let state = Mutex(State())

  init(_ programs: [ProgramName], _ sent: SentPictures) {
    self.sent = sent
    followed = programs.filter { PictureReplies.deciders.contains($0) }
  }

  /// The programs that say who is where, and who sees what.
  static let deciders: Set<ProgramName> = [.auth, .roomhub, .attendance, .events]
  /// Events and requests that change nothing about pictures and are frequent.
  private static let passedOver = ["roomhub.task.", "roomhub.message.", "roomhub.board."]

  /// True for pictures of events, whose program publishes whatever changes who sees one. A portrait also
  /// depends on blocks and deletions, which auth does not publish, and a share card on the minute.
  static func keeps(
    _ program: ProgramName, _ file: any FileReply.Type, _ who: SessionCache.Resolved?
  ) -> Bool {
    program == .events && file == PictureFile.self && (who.map { $0.scopes == TokenScope.everything } ?? true)
  }

  /// The number of events so far. `keep` wants the one from before the request.
  var changes: Int { state.withLock { $0.changes } }

  func reply(_ key: Key) -> (any FileReply)? {
    let now = ContinuousClock.now
    return state.withLock { state in
      guard let entry = state.entries[key], now - entry.at < PictureReplies.lifetime,
        followed.allSatisfy({ state.heard[$0].map { now - $0 < SessionCache.silence } ?? false })
      else { return nil }
      return entry.reply
    }
  }

  func keep(_ reply: any FileReply, _ key: Key, since changes: Int) {
    let now = ContinuousClock.now
    state.withLock { state in
      guard state.changes == changes else { return }
      state.entries[key] = Entry(reply: reply, at: now)
    }
  }

  /// Records that a program's stream is alive.
  func heard(_ producer: ProgramName) {
    guard followed.contains(producer) else { return }
    let now = ContinuousClock.now
    state.withLock { $0.heard[producer] = now }
  }

  /// - Parameter topic: of an event, or the subject of a write whose event is on its way.
  func apply(_ topic: String, of producer: ProgramName) {
    guard followed.contains(producer), !PictureReplies.passedOver.contains(where: topic.hasPrefix) else {
      return
    }
    dropAll()
  }

  func dropAll() {
    state.withLock { state in
      state.changes += 1
      state.entries.removeAll()
    }
    sent.dropAll()
  }
}
