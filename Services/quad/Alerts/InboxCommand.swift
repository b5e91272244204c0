import Schema
import SiteCommands
import Terminal

/// `quad inbox`: the notifications of a person.
enum InboxCommand: Command {
  static let name = "inbox"
  static let summary = "Your notifications"
  static let verbs = [
    Verb.person(
      "list", "", "List notifications, newest first; unread ones are marked",
      options: [
        .flag("unread", "Show only unread notifications"),
        .flag("follow", "Keep showing new notifications, until Ctrl-C; with --json, one per line"),
      ] + Paging.options, run: list),
    .person(
      "read", "[N …|all]", "Mark notifications as read on all your devices", run: read),
    .person("unread", "N …", "Mark notifications as unread", run: unread),
    .person("snooze", "N MINUTES", "Get a notification again later: 10, 90m, 2h, or 1d", run: snooze),
    .person("clear", "", "Empty your inbox; restore undoes it for a minute", run: clear),
    .person("restore", "", "Undo clear", run: restore),
  ]
  static let notes = """
    N is a row number from the list shown last, part of an id, or the title of a notification, or its
    beginning.
    """

  static let kind = "notice"

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let unread: Bool? = visit.arguments.has("unread") ? true : nil
    if visit.arguments.has("follow") { return try await InboxFollowing(visit, unread: unread).run() }
    try await visit.list(
      { Notifier.ListInbox(unread: unread, cursor: $0, limit: $1) }, rows: { ($0.items, $0.next) }
    ) { (notices: [Notifier.Notice], page) in
      guard !notices.isEmpty else {
        return Output.say(unread == nil ? "Your inbox is empty." : "No unread notifications.")
      }
      say(notices, unread: page.unread, visit)
    }
  }

  static func say(_ notices: [Notifier.Notice], unread: Int, _ visit: Visit) {
    Output.say(StyledText("\(unread) unread", .bold))
    Output.say(NoticeRows.table(notices, now: LocalTime.now))
    visit.number(kind, notices.map { $0.id.description })
  }

  @Sendable private static func read(_ visit: Visit) async throws {
    let words = visit.arguments.words
    guard !words.isEmpty, words != ["all"] else {
      let state = try await visit.send(Notifier.ReadInbox())
      return try await visit.show(state) { note(state) }
    }
    for id in try await ids(visit) {
      let state = try await visit.send(Notifier.ReadNotice(id: id))
      try await visit.show(state) { note(state) }
    }
  }

  @Sendable private static func unread(_ visit: Visit) async throws {
    for id in try await ids(visit) {
      let state = try await visit.send(Notifier.UnreadNotice(id: id))
      try await visit.show(state) { note(state) }
    }
  }

  @Sendable private static func snooze(_ visit: Visit) async throws {
    let words = try visit.arguments.exactly("N", "MINUTES")
    let id: NoticeID = try await visit.id(words[0], of: kind, titles(visit))
    guard let count = AlertTyping.minutes(words[1]) else {
      throw UsageError("\(words[1]): enter minutes, or a length like \(EventTyping.lengthForms)")
    }
    guard let minutes = Notifier.SnoozeMinutes(count) else { throw Fault(.snoozeBad, field: "minutes") }
    let alert = try await visit.send(Notifier.SnoozeNotice(id: id, minutes: minutes))
    try await visit.show(alert) { Output.say("snoozed: \(AlertRows.line(alert))") }
  }

  @Sendable private static func clear(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let cleared = try await visit.send(Notifier.ClearInbox())
    try await visit.show(cleared) {
      let count = Phrases.counted(Int64(cleared.cleared), "notification")
      Output.say("cleared \(count); to undo until \(ShownTime.clock(cleared.until)), run: quad inbox restore")
    }
  }

  @Sendable private static func restore(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let state = try await visit.send(Notifier.RestoreInbox())
    try await visit.show(state) { note(state) }
  }

  private static func note(_ state: Notifier.InboxState) { Output.say("\(state.unread) unread") }

  private static func ids(_ visit: Visit) async throws -> [NoticeID] {
    guard !visit.arguments.words.isEmpty else { throw UsageError("missing N") }
    return try await visit.ids(visit.arguments.words, of: kind, titles(visit))
  }

  private static func titles(_ visit: Visit) -> Titles {
    visit.titles(
      { Notifier.ListInbox(cursor: $0, limit: $1) }, rows: { ($0.items, $0.next) },
      { (notice: Notifier.Notice) in TitledObject(notice.id, AlertWords.title(notice.text)) })
  }
}

/// Notifications as rows of a table.
enum NoticeRows {
  static func table(_ notices: [Notifier.Notice], now: Instant) -> Table {
    var table = Table([.right("#"), .left(""), .left("RECEIVED"), .text("WHAT"), .text("WHY"), .left("")])
    for (index, notice) in notices.enumerated() {
      let isUnread = notice.read == nil
      table.add([
        "\(index + 1)", StyledText(isUnread ? "●" : "", .green),
        StyledText(ShownTime.text(notice.at, now: now)),
        StyledText(AlertWords.text(notice.text), isUnread ? .bold : .plain),
        StyledText(AlertWords.reasons(notice.because), .dim), StyledText(marks(notice)),
      ])
    }
    return table
  }

  /// One line for a notification that has just come.
  static func line(_ notice: Notifier.Notice) -> StyledText {
    let why = AlertWords.reasons(notice.because)
    let marks = [why, marks(notice)].filter { !$0.isEmpty }.joined(separator: "; ")
    return StyledText("\(Phrases.moment(notice.at))  ", .dim)
      + StyledText(Plain.line(AlertWords.text(notice.text)), .bold)
      + StyledText(marks.isEmpty ? "" : "  (\(Plain.line(marks)))", .dim)
  }

  private static func marks(_ notice: Notifier.Notice) -> String {
    let marks = [
      notice.kind == .late ? "late" : nil,
      notice.snoozedUntil.map { "snoozed until \(Phrases.moment($0))" },
      notice.importance == .normal ? nil : notice.importance.rawValue,
    ]
    return marks.compactMap(\.self).joined(separator: ", ")
  }
}
