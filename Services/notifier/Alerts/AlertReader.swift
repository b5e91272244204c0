import Calendar
import Schema

/// The language and the zone in which a person reads alerts.
struct AlertReader: Sendable {
  let language: Alerts.Language
  /// The zone of the profile. A time in another zone names that zone.
  let home: ZoneName?

  func rendered(
    _ text: Alerts.AlertText, because: [Alerts.AlertReason], isLate: Bool = false
  ) -> Alerts.RenderedAlert {
    let wording = Alerts.Wording(language, ReaderFormat(language: language, home: Zone.known(home)))
    return Alerts.RenderedAlert(
      language: language,
      title: AlertReader.clip(wording.title(text), to: Alerts.RenderedAlert.maxTitleLength),
      body: AlertReader.clip(wording.note(text, isLate: isLate), to: Alerts.RenderedAlert.maxBodyLength),
      reasons: wording.reasons(because, of: text))
  }

  /// Cuts text to `count` scalars on one line, because a line break in a title would end a header.
  private static func clip(_ text: String, to count: Int) -> String {
    let line = text.unicodeScalars.map { $0.isBreak ? " " : $0 }
    let kept = line.count <= count ? line : line.prefix(count - 1) + ["…"]
    return String(String.UnicodeScalarView(kept))
  }
}

extension Unicode.Scalar {
  fileprivate var isBreak: Bool {
    properties.generalCategory == .control || value == 0x2028 || value == 0x2029
  }
}

/// Dates and times in full, for a message that is read anywhere: `Tuesday, September 1 at 19:00`.
private struct ReaderFormat: AlertFormat {
  let language: Alerts.Language
  let home: Zone

  func moment(_ instant: Instant, zone: ZoneName?) -> String {
    let zone = known(zone)
    let wall = zone.wallTime(at: instant)
    let time = wall.time.description.prefix(5)
    let at = language == .english ? "at" : "um"
    return "\(date(wall.date)) \(at) \(time)" + (zone.name == home.name ? "" : " (\(zone.name))")
  }

  func date(of instant: Instant, zone: ZoneName?) -> String { date(known(zone).date(at: instant)) }

  func date(_ date: CivilDate) -> String {
    let (day, month) = (date.weekday.rawValue - 1, Int(date.month) - 1)
    return switch language {
    case .english: "\(ReaderFormat.englishDays[day]), \(ReaderFormat.englishMonths[month]) \(date.day)"
    case .german: "\(ReaderFormat.germanDays[day]), \(date.day). \(ReaderFormat.germanMonths[month])"
    }
  }

  func list(_ items: [String]) -> String { items.joined(separator: " · ") }

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
