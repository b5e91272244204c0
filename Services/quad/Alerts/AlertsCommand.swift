import Schema

/// `quad alerts`: the upcoming alerts, and which of them hold one of the 64 slots.
enum AlertsCommand: Command {
  static let name = "alerts"
  static let summary = "your alerts to come: which are armed, which wait, and why"
  static let verbs = [
    Verb.person(
      "list", "", "alerts to come: those that are armed, then those that wait",
      options: [
        .flag("armed", "only those that hold one of the slots"),
        .flag("waiting", "only those that wait for a slot"),
      ] + Paging.options, run: list),
    .person("pin", "N …", "keep a slot for alerts, whatever comes sooner", run: pin),
    .person("unpin", "N …", "let alerts stand where their time puts them", run: unpin),
    .person("drop", "N …", "cancel alerts; what they are about stays", run: drop),
    .person("counts", "", "what became of every alert that was ever planned for you", run: counts),
  ]
  static let notes = """
    The 64 soonest alerts are armed, among them up to 16 that you have pinned; the others wait in their order
    and are armed as slots get free. N is a row's number in the list that was shown last, or at least 4
    characters of the beginning or the end of an id.
    """

  static let kind = "alert"

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let (armed, waiting) = (visit.arguments.has("armed"), visit.arguments.has("waiting"))
    guard !armed || !waiting else { throw UsageError("--armed and --waiting: without both it shows all") }
    let state: Notifier.PlannedState? = armed ? .armed : waiting ? .queued : nil
    try await visit.list(
      { Notifier.ListAlerts(state: state, cursor: $0, limit: $1) }, rows: { ($0.items, $0.next) }
    ) { (alerts: [Notifier.PlannedAlert], page) in
      Output.say(StyledText(AlertRows.slots(page.slots), .bold))
      guard !alerts.isEmpty else { return Output.say("Nothing \(waiting ? "waits" : "is to come").") }
      Output.say(AlertRows.table(alerts, now: LocalTime.now))
      visit.number(kind, alerts.map { $0.id.description })
    }
  }

  @Sendable private static func pin(_ visit: Visit) async throws {
    for id in try ids(visit) {
      let alert = try await visit.send(Notifier.PinAlert(id: id))
      try await visit.show(alert) { Output.say("pinned: \(AlertRows.line(alert))") }
    }
  }

  @Sendable private static func unpin(_ visit: Visit) async throws {
    for id in try ids(visit) {
      let alert = try await visit.send(Notifier.UnpinAlert(id: id))
      try await visit.show(alert) {
        Output.say("\(alert.state == .armed ? "not pinned" : "waits again"): \(AlertRows.line(alert))")
      }
    }
  }

  @Sendable private static func drop(_ visit: Visit) async throws {
    for id in try ids(visit) {
      let reply = try await visit.send(Notifier.DropAlert(id: id))
      try await visit.show(reply) { Output.say("dropped; what it is about stays") }
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

  private static func ids(_ visit: Visit) throws -> [AlertID] {
    guard !visit.arguments.words.isEmpty else { throw UsageError("N is missing: which alert?") }
    return try visit.arguments.words.map { try visit.id($0, of: kind) }
  }
}

/// Alerts as rows of a table.
enum AlertRows {
  static let countTitles = ["PLANNED", "QUEUED", "ARMED", "FIRED", "CANCELLED", "MISSED"]

  static func cells(_ counts: Notifier.AlertCounts) -> [StyledText] {
    [counts.planned, counts.queued, counts.armed, counts.fired, counts.cancelled, counts.missed].map {
      StyledText(EventWords.grouped($0))
    }
  }

  /// The use of the slots: `64/64 armed, 12 waiting, 2 of 16 pinned`.
  static func slots(_ slots: Notifier.Slots) -> String {
    let pinned = slots.pinned > 0 ? ", \(slots.pinned) of \(slots.maxPinned) pinned" : ""
    return "\(slots.armed)/\(slots.maxArmed) armed, \(slots.queued) waiting\(pinned)"
  }

  static func table(_ alerts: [Notifier.PlannedAlert], now: Instant) -> Table {
    var table = Table([
      .right("#"), .left("STANDS"), .left("WHEN"), .right("IN"), .text("WHAT"), .text("WHY"), .left(""),
    ])
    for (index, alert) in alerts.enumerated() {
      table.add([
        "\(index + 1)", StyledText(place(alert), alert.state == .armed ? .green : .dim),
        StyledText(EventWords.moment(alert.at)), StyledText(EventWords.away(alert.at, now: now)),
        StyledText(AlertWords.title(alert.text), .bold), StyledText(AlertWords.reasons(alert.because), .dim),
        StyledText(marks(alert)),
      ])
    }
    return table
  }

  /// The state and the position: `armed 3`, `waits 1`.
  static func place(_ alert: Notifier.PlannedAlert) -> String {
    "\(alert.state == .armed ? "armed" : "waits") \(alert.position)"
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
    "\(Plain.line(AlertWords.title(alert.text))), \(EventWords.moment(alert.at)), \(place(alert))"
  }
}
