import Schema
import SiteCommands
import Terminal

/// `quad alerts`: the upcoming notifications; with `--details` also which of them hold one of the 64 slots.
enum AlertsCommand: Command {
  static let name = "alerts"
  static let summary = "Upcoming notifications, and why you get them"
  static let verbs = [
    Verb.person(
      "list", "", "List upcoming notifications, the next one first",
      options: [
        details,
        .flag("armed", "Show only scheduled ones, with details"),
        .flag("waiting", "Show only waiting ones, with details"),
      ] + Paging.options, run: list),
    .person("pin", "N …", "Pin notifications: they are sent even if many others come first", run: pin),
    .person("unpin", "N …", "Unpin notifications", run: unpin),
    .person("drop", "N …", "Delete notifications, but keep their events and tasks", run: drop),
    .person("counts", "", "Count your notifications by outcome", options: [details], run: counts),
  ]
  static let notes = """
    N is a row number from the list shown last, part of an id, or the title of a notification, or its
    beginning. Details: your next 64 notifications are scheduled, up to 16 of them pinned by you. Later ones
    wait until one of those was sent.
    """
  private static let details = Option.flag("details", "Show which are scheduled and which wait")

  static let kind = "alert"

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let (armed, waiting) = (visit.arguments.has("armed"), visit.arguments.has("waiting"))
    guard !armed || !waiting else { throw UsageError("use either --armed or --waiting") }
    let isDetailed = armed || waiting || visit.arguments.has("details")
    let state: Notifier.PlannedState? = armed ? .armed : waiting ? .queued : nil
    try await visit.list(
      { Notifier.ListAlerts(state: state, cursor: $0, limit: $1) }, rows: { ($0.items, $0.next) }
    ) { (alerts: [Notifier.PlannedAlert], page) in
      if isDetailed { Output.say(StyledText(AlertRows.slots(page.slots), .bold)) }
      guard !alerts.isEmpty else {
        return Output.say(waiting ? "No notifications are waiting." : "No upcoming notifications.")
      }
      if !isDetailed { Output.say(StyledText(AlertRows.upcoming(page.slots), .bold)) }
      Output.say(AlertRows.table(alerts, isDetailed: isDetailed, now: LocalTime.now))
      visit.number(kind, alerts.map { $0.id.description })
    }
  }

  @Sendable private static func pin(_ visit: Visit) async throws {
    for id in try await ids(visit) {
      let alert = try await visit.send(Notifier.PinAlert(id: id))
      try await visit.show(alert) { Output.say("pinned: \(AlertRows.line(alert))") }
    }
  }

  @Sendable private static func unpin(_ visit: Visit) async throws {
    for id in try await ids(visit) {
      let alert = try await visit.send(Notifier.UnpinAlert(id: id))
      try await visit.show(alert) {
        Output.say("unpinned: \(AlertRows.line(alert))")
      }
    }
  }

  @Sendable private static func drop(_ visit: Visit) async throws {
    for id in try await ids(visit) {
      let reply = try await visit.send(Notifier.DropAlert(id: id))
      try await visit.show(reply) { Output.say("deleted; the event or task stays") }
    }
  }

  @Sendable private static func counts(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let counts = try await visit.send(Notifier.CountAlerts())
    try await visit.show(counts) {
      let isDetailed = visit.arguments.has("details")
      var table = Table((isDetailed ? AlertRows.countTitles : AlertRows.plainTitles).map { .right($0) })
      table.add(isDetailed ? AlertRows.cells(counts) : AlertRows.plainCells(counts))
      Output.say(table)
    }
  }

  private static func ids(_ visit: Visit) async throws -> [AlertID] {
    guard !visit.arguments.words.isEmpty else { throw UsageError("missing N") }
    return try await visit.ids(
      visit.arguments.words, of: kind,
      visit.titles(
        { Notifier.ListAlerts(cursor: $0, limit: $1) }, rows: { ($0.items, $0.next) },
        { (alert: Notifier.PlannedAlert) in TitledObject(alert.id, AlertWords.title(alert.text)) }))
  }
}

/// The table of upcoming notifications, with their states if it is detailed.
extension AlertRows {
  static let plainTitles = ["UPCOMING", "SENT", "CANCELED", "MISSED"]

  static func plainCells(_ counts: Notifier.AlertCounts) -> [StyledText] {
    [counts.queued + counts.armed, counts.fired, counts.cancelled, counts.missed].map {
      StyledText(Phrases.grouped($0))
    }
  }

  static func upcoming(_ slots: Notifier.Slots) -> String {
    let pinned = slots.pinned > 0 ? ", \(slots.pinned) of \(slots.maxPinned) pinned" : ""
    return "\(slots.armed + slots.queued) upcoming\(pinned)"
  }

  static func table(_ alerts: [Notifier.PlannedAlert], isDetailed: Bool, now: Instant) -> Table {
    let status: [Table.Column] = isDetailed ? [.left("STATUS")] : []
    var table = Table(
      [.right("#")] + status
        + [.left("WHEN"), .right("IN"), .text("WHAT"), .text("WHY"), .left("")])
    for (index, alert) in alerts.enumerated() {
      let status = isDetailed ? [StyledText(state(alert), alert.state == .armed ? .green : .dim)] : []
      table.add(
        ["\(index + 1)"] + status + [
          StyledText(Phrases.moment(alert.at)), StyledText(EventWords.away(alert.at, now: now)),
          StyledText(AlertWords.title(alert.text), .bold),
          StyledText(AlertWords.reasons(alert.because), .dim),
          StyledText(marks(alert)),
        ])
    }
    return table
  }

  private static func marks(_ alert: Notifier.PlannedAlert) -> String {
    let marks = [
      alert.isPinned ? "pinned" : nil, alert.isSnoozed ? "snoozed" : nil,
      alert.recurrence == nil ? nil : "repeats",
      alert.importance == .normal ? nil : alert.importance.rawValue,
    ]
    return marks.compactMap(\.self).joined(separator: ", ")
  }

  static func line(_ alert: Notifier.PlannedAlert) -> String {
    "\(Plain.line(AlertWords.title(alert.text))), \(Phrases.moment(alert.at))"
  }
}
