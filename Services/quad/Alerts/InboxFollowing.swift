import GatewayClient
import Schema
import SiteCommands
import Terminal

/// `quad inbox --follow`: prints the inbox, then a line for each notification as it comes.
final class InboxFollowing {
  private let visit: Visit
  private let unread: Bool?
  /// The ids of notifications already shown, the latest last; nil until the inbox is read for the first time.
  private var seen: [NoticeID]?

  /// The maximum number of ids kept, many more than one read of the inbox returns.
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

  /// Prints the notifications since the last read. An event has only their ids; the inbox has their text.
  nonisolated(nonsending) private func look() async throws {
    do {
      guard let known = seen else { return try await begin() }
      let new = try await unseen(Set(known))
      for notice in new.reversed() {
        try await visit.show(notice) { Output.say(NoticeRows.line(notice)) }
      }
      seen = Array((known + new.map(\.id)).suffix(InboxFollowing.maxSeen))
    } catch ClientError.interrupted, ClientError.unreachable {
      // The stream breaks, too. The inbox is read again once the stream is back.
    }
  }

  nonisolated(nonsending) private func begin() async throws {
    let inbox = try await visit.send(Notifier.ListInbox(limit: Paging.standard))
    seen = inbox.items.map(\.id)
    guard !visit.wantsJSON else { return }
    let shown = unread == true ? inbox.items.filter { $0.read == nil } : inbox.items
    InboxCommand.say(shown, unread: inbox.unread, visit)
  }

  /// The unseen notifications, newest first, from the first page down to the first page with one already
  /// seen. Raised notifications are sorted in among the others of the same hour.
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
