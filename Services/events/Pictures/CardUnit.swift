import Schema

/// The words below a number of a share card: for one and for several, before and after the event.
struct CardUnit: Sendable {
  private let one: String
  private let several: String
  private let onePast: String
  private let severalPast: String

  func label(isOne: Bool, isPast: Bool) -> String {
    if isPast { return isOne ? onePast : severalPast }
    return isOne ? one : several
  }

  /// Days, hours and minutes.
  static func words(in language: Alerts.Language) -> [CardUnit] {
    switch language {
    case .english:
      [unit("day", "days", "ago"), unit("hour", "hours", "ago"), unit("minute", "minutes", "ago")]
    case .german:
      [unit("Tag", "Tage", "her"), unit("Stunde", "Stunden", "her"), unit("Minute", "Minuten", "her")]
    case .french:
      [
        CardUnit(one: "jour", several: "jours", onePast: "jour passé", severalPast: "jours passés"),
        CardUnit(one: "heure", several: "heures", onePast: "heure passée", severalPast: "heures passées"),
        CardUnit(one: "minute", several: "minutes", onePast: "minute passée", severalPast: "minutes passées"),
      ]
    }
  }

  private static func unit(_ one: String, _ several: String, _ past: String) -> CardUnit {
    CardUnit(one: one, several: several, onePast: "\(one) \(past)", severalPast: "\(several) \(past)")
  }
}
