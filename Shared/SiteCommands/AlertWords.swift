import Calendar
package import Schema

/// Alerts and notifications as the command line shows them, in English.
package enum AlertWords {
  private static let wording = Alerts.Wording(.english, TerminalFormat())

  /// The title alone, for a cell of a table.
  package static func title(_ text: Alerts.AlertText) -> String { wording.title(text) }

  /// Title and note on one line.
  package static func text(_ text: Alerts.AlertText) -> String {
    [wording.title(text), wording.note(text)].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The reasons in a few words: `your event, 1 day before`.
  package static func reasons(_ because: [Alerts.AlertReason]) -> String {
    wording.shortReasons(because).joined(separator: ", ")
  }
}

/// Moments on the clocks of this machine; an all-day event has the same date everywhere.
private struct TerminalFormat: AlertFormat {
  func moment(_ instant: Instant, zone: ZoneName?) -> String { Phrases.moment(instant) }
  func date(_ date: CivilDate) -> String { Phrases.date(date) }
  func list(_ items: [String]) -> String { items.joined(separator: ", ") }

  func date(of instant: Instant, zone: ZoneName?) -> String {
    let known: Zone
    do { known = try zone.map { try Zone.named($0) } ?? LocalTime.zone } catch { known = LocalTime.zone }
    return Phrases.date(known.date(at: instant))
  }
}
