import Schema
import Terminal

/// Messages that members have reported. Neither the author nor the members who reported are shown.
enum AdminReports {
  private static let kind = "report"

  @Sendable package static func list(_ visit: any SiteVisit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let state: Roomhub.ReportState? = try visit.choice("state")
    try await visit.list({ Roomhub.ListReports(state: state, cursor: $0, limit: $1) }) { reports in
      guard !reports.isEmpty else { return Output.say("No reports.") }
      for (index, report) in reports.enumerated() { say(report, row: index + 1) }
      visit.number(kind, reports.map { $0.id.description })
    }
  }

  private static func say(_ report: Roomhub.ReportedMessage, row: Int) {
    let times = report.reports == 1 ? "1 report" : "\(report.reports) reports"
    Output.say(
      StyledText(
        "\(row)  \(report.dorm):\(Plain.line(report.number)), \(ShownTime.hour(report.hour)), \(times), "
          + report.state.rawValue, .dim))
    for line in Plain.text(report.text).split(separator: "\n", omittingEmptySubsequences: false) {
      Output.say("   \(line)")
    }
    for reason in report.reasons { Output.say(StyledText("   reason: \(Plain.line(reason))", .dim)) }
  }

  @Sendable package static func hide(_ visit: any SiteVisit) async throws {
    try await decide(visit, "hidden") { Roomhub.HideMessage(id: $0) }
  }

  @Sendable package static func show(_ visit: any SiteVisit) async throws {
    try await decide(visit, "shown again") { Roomhub.ShowMessage(id: $0) }
  }

  @Sendable package static func dismiss(_ visit: any SiteVisit) async throws {
    try await decide(visit, "dismissed") { Roomhub.DismissReports(id: $0) }
  }

  private static func decide<R: Request>(
    _ visit: any SiteVisit, _ done: String, _ request: (MessageID) -> R
  ) async throws where R.Reply == Roomhub.ReportedMessage {
    let id: MessageID = try await visit.id(
      visit.arguments.exactly("N")[0], of: kind,
      visit.titles({ Roomhub.ListReports(cursor: $0, limit: $1) }) { report in
        TitledObject(report.id, report.text)
      })
    let report = try await visit.send(request(id))
    try await visit.show(report) { Output.say(done) }
  }
}
