import Schema
import SiteCommands
import Terminal

/// `quad alerts`: the upcoming alerts, and which of them hold one of the 64 slots.
enum AlertsCommand: Command {
  static let name = "alerts"
  static let summary = "Upcoming alerts, and why you get them"
  static let verbs = [
    Verb.person(
      "list", "", "List upcoming alerts: scheduled ones first, then those waiting",
      options: [
        .flag("armed", "Show only scheduled alerts"),
        .flag("waiting", "Show only alerts waiting for a slot"),
      ] + Paging.options, run: list),
    .person("pin", "N …", "Pin alerts: they stay scheduled even if others come sooner", run: pin),
    .person("unpin", "N …", "Unpin alerts", run: unpin),
    .person("drop", "N …", "Delete alerts, but keep their events and tasks", run: drop),
    .person("counts", "", "Count your alerts by state", run: counts),
  ]
  static let notes = """
    Your next 64 alerts are scheduled, up to 16 of them pinned by you. Later ones wait for a slot. N is a row
    number from the list shown last, part of an id, or the title of an alert, or its beginning.
    """

  static let kind = "alert"

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let (armed, waiting) = (visit.arguments.has("armed"), visit.arguments.has("waiting"))
    guard !armed || !waiting else { throw UsageError("use either --armed or --waiting") }
    let state: Notifier.PlannedState? = armed ? .armed : waiting ? .queued : nil
    try await visit.list(
      { Notifier.ListAlerts(state: state, cursor: $0, limit: $1) }, rows: { ($0.items, $0.next) }
    ) { (alerts: [Notifier.PlannedAlert], page) in
      Output.say(StyledText(AlertRows.slots(page.slots), .bold))
      guard !alerts.isEmpty else {
        return Output.say(waiting ? "No alerts are waiting." : "No upcoming alerts.")
      }
      Output.say(AlertRows.table(alerts, now: LocalTime.now))
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
      var table = Table(AlertRows.countTitles.map { .right($0) })
      table.add(AlertRows.cells(counts))
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

/// The table of upcoming alerts.
extension AlertRows {
  static func table(_ alerts: [Notifier.PlannedAlert], now: Instant) -> Table {
    var table = Table([
      .right("#"), .left("STATUS"), .left("WHEN"), .right("IN"), .text("WHAT"), .text("WHY"), .left(""),
    ])
    for (index, alert) in alerts.enumerated() {
      table.add([
        "\(index + 1)", StyledText(state(alert), alert.state == .armed ? .green : .dim),
        StyledText(Phrases.moment(alert.at)), StyledText(EventWords.away(alert.at, now: now)),
        StyledText(AlertWords.title(alert.text), .bold), StyledText(AlertWords.reasons(alert.because), .dim),
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
    "\(Plain.line(AlertWords.title(alert.text))), \(Phrases.moment(alert.at)), \(state(alert))"
  }
}
