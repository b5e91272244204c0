package import Schema

/// Dates and times in full, for a message that is read anywhere: `Tuesday, September 1 at 19:00`.
package struct FullDates: AlertFormat {
  private let words: DateWords
  private let home: Zone

  /// - Parameter home: the reader's zone. A time in another one names that one's place.
  package init(language: Alerts.Language, home: Zone) {
    words = .of(language)
    self.home = home
  }

  package func moment(_ instant: Instant, zone: ZoneName?) -> String {
    let zone = known(zone)
    let wall = zone.wallTime(at: instant)
    let time = wall.time.description.prefix(5)
    return "\(date(wall.date)) \(words.at) \(time)" + (zone.name == home.name ? "" : " (\(zone.place))")
  }

  package func date(of instant: Instant, zone: ZoneName?) -> String { date(known(zone).date(at: instant)) }

  package func date(_ date: CivilDate) -> String {
    words.date(words.days[date.weekday.rawValue - 1], date.day, words.months[Int(date.month) - 1])
  }

  package func list(_ items: [String]) -> String { items.joined(separator: " · ") }

  private func known(_ zone: ZoneName?) -> Zone {
    do { return try zone.map { try Zone.named($0) } ?? home } catch { return home }
  }
}
