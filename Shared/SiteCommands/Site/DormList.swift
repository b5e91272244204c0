import Schema
import Terminal

/// The dorms of the campus, as anybody sees them.
package enum DormList {
  @Sendable package static func show(_ visit: any SiteVisit) async throws {
    try visit.arguments.refuseMore(than: 0)
    try await visit.list({ Roomhub.ListDorms(cursor: $0, limit: $1) }) { dorms in
      guard !dorms.isEmpty else { return Output.say("No dorms yet.") }
      var table = Table([.left("DORM"), .text("NAME"), .right("PEOPLE PER ROOM")])
      for dorm in dorms {
        table.add([StyledText(dorm.id.text), StyledText(dorm.name), "\(dorm.roomCapacity)"])
      }
      Output.say(table)
    }
  }
}
