import GatewayClient
import Schema

/// `quad inbox --follow`: the inbox as it is, then a line for each notice as it comes.
final class InboxFollowing {
  private let visit: Visit
  private let unread: Bool?
  /// What was seen, the latest last; nil until the inbox was read for the first time.
  private var seen: [NoticeID]?

  /// Ids that are remembered: many more than a look reads.
  private static let maxSeen = 5000
  private static let topics: Set<String> = [
    Notifier.AlertsFired.topic, Notifier.NoticeRaised.topic, LiveEvent.reset,
  ]

  init(_ visit: Visit, unread: Bool?) {
    self.visit = visit
    self.unread = unread
  }

  nonisolated(nonsending) func run() async throws {
    try visit.needSession()
    try await Following(visit).run { _ in
      try await self.look()
    } onEvent: { event in
      if InboxFollowing.topics.contains(event.type) { try await self.look() }
    }
  }

  /// Says what has come since the last look. An event names notices, the inbox has them.
  nonisolated(nonsending) private func look() async throws {
    do {
      guard let known = seen else { return try await begin() }
      let new = try await unseen(Set(known))
      for notice in new.reversed() {
        try await visit.show(notice) { Output.say(NoticeRows.line(notice)) }
      }
      seen = Array((known + new.map(\.id)).suffix(InboxFollowing.maxSeen))
    } catch ClientError.interrupted, ClientError.unreachable {
      // The stream breaks too; once it stands again the inbox is read again.
    }
  }

  nonisolated(nonsending) private func begin() async throws {
    let inbox = try await visit.send(Notifier.ListInbox(limit: Paging.standard))
    seen = inbox.items.map(\.id)
    guard !visit.wantsJSON else { return }
    let shown = unread == true ? inbox.items.filter { $0.read == nil } : inbox.items
    InboxCommand.say(shown, unread: inbox.unread, visit)
  }

  /// Newest first, from the pages down to the first that holds something known: what was raised stands among
  /// what came in the same hour.
  nonisolated(nonsending) private func unseen(_ known: Set<NoticeID>) async throws -> [Notifier.Notice] {
    var new: [Notifier.Notice] = []
    var cursor: Cursor?
    repeat {
      let inbox = try await visit.send(Notifier.ListInbox(cursor: cursor, limit: Paging.standard))
      new += inbox.items.filter { !known.contains($0.id) }
      cursor = inbox.items.contains { known.contains($0.id) } ? nil : inbox.next
    } while cursor != nil && new.count < ShownLists.maxRows
    return new
  }
}
