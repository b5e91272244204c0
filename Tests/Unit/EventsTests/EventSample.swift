import Schema

@testable import events

/// Events as the rules make them, around a fixed now: Thursday, 2026-10-15, 12:00 UTC.
enum EventSample {
  static let owner = PersonID(RawUUID(high: 1, low: 1))
  static let now = instant("2026-10-15T12:00:00Z")
  static let newYork = ZoneName(checked: "America/New_York")
  static let berlin = ZoneName(checked: "Europe/Berlin")

  static func instant(_ text: String) -> Instant { Instant(text) ?? Instant(milliseconds: 0) }

  static func time(_ text: String, _ zone: ZoneName = newYork) -> EventTime {
    let parts = text.split(separator: "T")
    return EventTime(
      date: CivilDate(String(parts[0])) ?? .sample,
      time: parts.count > 1 ? TimeOfDay(String(parts[1])) : nil, zone: zone)
  }

  static func row(
    _ when: EventTime, title: String = "Dinner", minutes: Int? = nil, rule: String? = nil,
    leads: [Int]? = nil, zone: ZoneName? = nil, now: Instant = now
  ) throws -> EventRow {
    try EventRow(
      Events.AddEvent(
        title: EventTitle(checked: title), when: when, minutes: minutes.flatMap { EventMinutes($0) },
        recurrence: rule.map { RecurrenceText(checked: $0) },
        leads: leads.map { Self.leads($0) } ?? .keep),
      by: owner, ownZone: zone, circle: nil, now: now)
  }

  /// No minutes at all are no reminder.
  private static func leads(_ minutes: [Int]) -> Patch<LeadTimes> {
    minutes.isEmpty ? .clear : .set(LeadTimes(checked: minutes.compactMap { LeadTime(minutes: $0) }))
  }

  static func code(_ body: () throws -> Void) -> String? {
    do { try body() } catch let fault as Fault { return fault.code } catch { return "\(error)" }
    return nil
  }
}
