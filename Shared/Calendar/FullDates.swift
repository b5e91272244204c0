package import Schema

/// Dates and times in full, for a message that is read anywhere: `Tuesday, September 1 at 19:00`.
package struct FullDates: AlertFormat {
  private let language: Alerts.Language
  private let home: Zone

  /// - Parameter home: the reader's zone. A time in another one names that one's place.
  package init(language: Alerts.Language, home: Zone) {
    self.language = language
    self.home = home
  }

  package func moment(_ instant: Instant, zone: ZoneName?) -> String {
    let zone = known(zone)
    let wall = zone.wallTime(at: instant)
    let time = wall.time.description.prefix(5)
    let at = language == .english ? "at" : "um"
    return "\(date(wall.date)) \(at) \(time)" + (zone.name == home.name ? "" : " (\(zone.place))")
  }

  package func date(of instant: Instant, zone: ZoneName?) -> String { date(known(zone).date(at: instant)) }

  package func date(_ date: CivilDate) -> String {
    let (day, month) = (date.weekday.rawValue - 1, Int(date.month) - 1)
    return switch language {
    case .english: "\(FullDates.englishDays[day]), \(FullDates.englishMonths[month]) \(date.day)"
    case .german: "\(FullDates.germanDays[day]), \(date.day). \(FullDates.germanMonths[month])"
    }
  }

  package func list(_ items: [String]) -> String { items.joined(separator: " · ") }

  private func known(_ zone: ZoneName?) -> Zone {
    do { return try zone.map { try Zone.named($0) } ?? home } catch { return home }
  }

  private static let englishDays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let germanDays = [
    "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag",
  ]
  private static let englishMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]
  private static let germanMonths = [
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
    "November", "Dezember",
  ]
}
