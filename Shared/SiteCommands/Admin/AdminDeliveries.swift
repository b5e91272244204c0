import Schema
import Terminal

/// Dead deliveries: notifications that no channel could deliver.
enum AdminDeliveries {
  @Sendable package static func listDead(_ visit: any SiteVisit) async throws {
    try visit.arguments.refuseMore(than: 0)
    try await visit.list({ Notifier.ListDeadDeliveries(cursor: $0, limit: $1) }) { deliveries in
      guard !deliveries.isEmpty else { return Output.say("No undelivered notifications.") }
      var directory = Directory(visit)
      let now = LocalTime.now
      var table = Table([
        .left("GIVEN UP"), .text("PERSON"), .left("BY"), .text("HOST"), .right("TRIES"), .text("REASON"),
      ])
      for delivery in deliveries {
        table.add([
          StyledText(ShownTime.text(delivery.died, now: now)),
          StyledText(try await directory.email(delivery.person)), StyledText(delivery.kind.rawValue),
          StyledText(delivery.host), "\(delivery.attempts)", StyledText(delivery.reason, .red),
        ])
      }
      Output.say(table)
    }
  }
}
