import Schema
import SiteCommands
import Terminal

/// `quad aeds`: the AEDs of the campus.
enum AEDsCommand: Command {
  static let name = "aeds"
  static let summary = "List the AEDs on campus; no account needed"
  static let verbs = [
    Verb.person(
      "", "", summary,
      options: [
        .value(
          "near", "LAT,LON", is: "Your position in degrees, such as 40.8075,-73.9626: the nearest AED first")
      ], run: run)
  ]
  static let notes = "In an emergency, call first and send somebody else for the AED."

  @Sendable private static func run(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let here = try visit.arguments.value("near").map(position)
    let list = try await visit.send(Guide.GetAEDs())
    try await visit.show(list) {
      guard let items = list.items, !items.isEmpty else { return Output.say("No AEDs yet.") }
      Output.say(table(of: ordered(items, from: here), here).filled)
    }
  }

  /// The nearest first, and those without a position last; in the site's order without a place to start from.
  static func ordered(_ items: [Guide.AED], from here: Guide.AEDPosition?) -> [Guide.AED] {
    guard let here else { return items }
    return items.enumerated().sorted { left, right in
      let pair = (meters(left.element, here) ?? .infinity, meters(right.element, here) ?? .infinity)
      return pair.0 == pair.1 ? left.offset < right.offset : pair.0 < pair.1
    }.map(\.element)
  }

  /// A position as two numbers with a comma between them.
  static func position(_ text: String) throws -> Guide.AEDPosition {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double(Text.trim(String($0)))
    }
    guard parts.count == 2, let latitude = parts[0].flatMap({ Latitude($0) }),
      let longitude = parts[1].flatMap({ Longitude($0) })
    else { throw UsageError("\(text): enter latitude and longitude, such as 40.8075,-73.9626") }
    return Guide.AEDPosition(latitude: latitude, longitude: longitude)
  }

  private static func meters(_ aed: Guide.AED, _ here: Guide.AEDPosition) -> Double? {
    aed.position?.distance(to: here)
  }

  private static func table(of items: [Guide.AED], _ here: Guide.AEDPosition?) -> Table {
    var table = Table([
      .right("AWAY"), .text("BUILDING"), .left("FLOOR"), .text("WHERE"), .text("HOURS"), .left("CHECKED"),
    ])
    for aed in items {
      let away = here.flatMap { meters(aed, $0) }.map(distance) ?? ""
      table.add([
        StyledText(away), StyledText(aed.building?.text ?? ""), StyledText(aed.floor?.text ?? ""),
        StyledText(aed.words?.text ?? ""), StyledText(aed.hours?.text ?? ""),
        StyledText(aed.checked.map { "\($0)" } ?? "never", .dim),
      ])
    }
    return table
  }

  /// Meters to the next ten, from a kilometer on kilometers with one decimal.
  static func distance(_ meters: Double) -> String {
    let tens = Int((meters / 10).rounded()) * 10
    guard tens >= 1000 else { return "\(tens) m" }
    let hundreds = Int((meters / 100).rounded())
    return "\(hundreds / 10).\(hundreds % 10) km"
  }
}
