import Schema
import Terminal

/// Crisis alerts: who sent them, where to, and who comes.
enum AdminCrises {
  @Sendable package static func list(_ visit: any SiteVisit) async throws {
    try visit.arguments.refuseMore(than: 0)
    try await visit.list({ Guide.ListAllCrises(cursor: $0, limit: $1) }) { crises in
      guard !crises.isEmpty else { return Output.say("No crisis alerts.") }
      let now = LocalTime.now
      var table = Table([
        .left("SENT"), .text("PLACE"), .text("BY"), .right("ALERTED"), .right("COMING"), .left("STATE"),
      ])
      for crisis in crises {
        table.add([
          StyledText(ShownTime.text(crisis.raised, now: now)), StyledText(crisis.place.text),
          StyledText(crisis.name ?? "deleted account"),
          crisis.people == 0 ? StyledText("0", .red) : "\(crisis.people)", "\(crisis.coming)", state(crisis),
        ])
      }
      Output.say(table)
    }
  }

  private static func state(_ crisis: Guide.Crisis) -> StyledText {
    let off = crisis.calledOff.map { "called off \(ShownTime.clock($0))" }
    return StyledText([crisis.isDrill ? "drill" : nil, off].compactMap(\.self).joined(separator: ", "))
  }
}
