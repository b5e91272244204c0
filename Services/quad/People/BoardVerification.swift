import Schema
import SiteCommands
import Terminal

/// `quad board verify`: recomputes the hash chain of the board and compares it with the head seen last time.
/// The chain alone only shows that it is consistent. A head stored elsewhere also shows that the chain was
/// not replaced.
enum BoardVerification {
  /// The maximum number of closed hours that are checked: more than two years with a message in each hour.
  static let maxHours = 20_000
  /// The maximum number of messages whose text is checked, the newest ones.
  static let maxMessages = 50_000

  private struct Verified: Encodable {
    let hours: Int
    let messages: Int
    let head: String?
    /// The hour of the newest stored hash.
    let since: Instant?
  }

  @Sendable static func run(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let room = try await visit.send(Roomhub.GetRoom())
    let (hours, isWhole) = try await visit.all(upTo: maxHours) {
      Roomhub.ListBoardHours(cursor: $0, limit: $1)
    }
    let (messages, areAll) = try await visit.all(upTo: maxMessages) {
      Roomhub.ListMessages(cursor: $0, limit: $1)
    }
    var boards = try visit.home.boards()
    let seen = boards.head(of: room.id, at: visit.site)
    let chain = ListedChain(hours: hours, isWhole: isWhole)
    let findings = chain.findings(messages, areAll: areAll, seen: seen.map { ($0.hour, $0.hash) })
    guard findings.isEmpty else {
      // The stored head stays, so that the next run reports the same.
      for finding in findings.prefix(20) { Output.note(finding) }
      throw Failure("THE HISTORY OF THIS BOARD WAS CHANGED: \(findings.count) findings")
    }
    if let newest = hours.first {
      boards.keep(
        SeenBoards.Head(site: visit.site.text, room: room.id, hour: newest.hour, hash: newest.hash))
      try visit.home.keep(boards)
    }
    let count = hours.reduce(0) { $0 + $1.messages.count }
    let verified = Verified(
      hours: hours.count, messages: count, head: hours.first?.hash, since: seen?.hour)
    try await visit.show(verified) { say(verified) }
  }

  private static func say(_ verified: Verified) {
    guard let head = verified.head else {
      return Output.say("Nothing to check yet: messages are sealed a few minutes after the hour.")
    }
    Output.say("\(verified.messages) messages in \(verified.hours) closed hours are intact")
    if let since = verified.since {
      Output.say(
        "nothing was changed or removed up to \(ShownTime.hour(since)), when it was last checked")
    } else {
      Output.say("this is the first check of this board; the next one compares against it")
    }
    Output.say(StyledText("head \(head)", .dim))
  }
}
