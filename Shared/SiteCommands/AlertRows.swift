package import Schema
package import Terminal

/// Rows and cells about alerts.
package enum AlertRows {
  package static let countTitles = ["TOTAL", "WAITING", "SCHEDULED", "SENT", "CANCELED", "MISSED"]

  package static func cells(_ counts: Notifier.AlertCounts) -> [StyledText] {
    [counts.planned, counts.queued, counts.armed, counts.fired, counts.cancelled, counts.missed].map {
      StyledText(Phrases.grouped($0))
    }
  }

  /// The use of the slots: `64/64 scheduled, 12 waiting, 2 of 16 pinned`.
  package static func slots(_ slots: Notifier.Slots) -> String {
    let pinned = slots.pinned > 0 ? ", \(slots.pinned) of \(slots.maxPinned) pinned" : ""
    return "\(slots.armed)/\(slots.maxArmed) scheduled, \(slots.queued) waiting\(pinned)"
  }

  package static func state(_ alert: Notifier.PlannedAlert) -> String {
    alert.state == .armed ? "scheduled" : "waiting"
  }
}
