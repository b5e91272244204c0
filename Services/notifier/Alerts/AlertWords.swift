import Calendar
import Schema

/// A language for messages to channels.
enum AlertLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
}

/// The text of a notice: a title and a line below it. The web pages and `quad` have texts of their own; these
/// are for the channels, which show text as they receive it.
struct AlertWords: Sendable, Equatable {
  let title: String
  let body: String

  /// The limits on title and body, in Unicode scalars, because a push has to stay below 3000 bytes.
  static let maxTitleLength = 120
  static let maxBodyLength = 400

  /// - Parameters:
  ///   - home: the person's zone. A time in another zone names that zone.
  ///   - site: the site's name, used if there is no better title.
  init(
    _ text: Alerts.AlertText, in language: AlertLanguage, home: ZoneName? = nil, site: String,
    isLate: Bool = false
  ) {
    let values = Values(text.values)
    let words: (String, String)
    switch language {
    case .english: words = AlertWords.english(text.known, values, home, site)
    case .german: words = AlertWords.german(text.known, values, home, site)
    }
    let late = language == .english ? "Late: " : "Verspätet: "
    title = AlertWords.clip(words.0, to: AlertWords.maxTitleLength)
    body = AlertWords.clip(isLate ? late + words.1 : words.1, to: AlertWords.maxBodyLength)
  }

  /// Values by name; a missing value is empty.
  struct Values {
    private let texts: [String: String]

    init(_ values: [Alerts.AlertValue]) {
      texts = Dictionary(values.map { ($0.name, $0.text) }) { first, _ in first }
    }

    subscript(_ name: String) -> String { texts[name] ?? "" }
  }

  private static func english(
    _ key: Alerts.TextKey?, _ values: Values, _ home: ZoneName?, _ site: String
  ) -> (String, String) {
    func when(_ name: String) -> AlertTime { AlertTime(values[name], zone: values["zone"], home: home) }
    switch key {
    case .eventReminder: return (values["title"], listed([when("start").english, values["place"]]))
    case .eventDayReminder:
      return (values["title"], listed([when("start").englishDate + ", all day", values["place"]]))
    case .taskDue: return (values["title"], "Due \(when("due").english)")
    case .taskImportant:
      return (values["title"], listed(["An important task", named("from ", values["by"])]))
    case .boardMessage: return ("The board", "Somebody wrote on your room’s board.")
    case .newSignIn:
      let device = listed([values["device"], values["address"]])
      return ("New sign-in", "\(device). If it was not you, sign that device out and change your password.")
    case .missed:
      return ("Missed while \(site) was not running: \(values["count"])", lines(values["titles"]))
    case .digest: return ("\(site), in short: \(values["count"])", lines(values["titles"]))
    case .test: return ("A test from \(site)", "Notices reach you here\(named(": ", values["channel"])).")
    case nil:
      return (values["title"].isEmpty ? site : values["title"], "There is something new in your inbox.")
    }
  }

  private static func german(
    _ key: Alerts.TextKey?, _ values: Values, _ home: ZoneName?, _ site: String
  ) -> (String, String) {
    func when(_ name: String) -> AlertTime { AlertTime(values[name], zone: values["zone"], home: home) }
    switch key {
    case .eventReminder: return (values["title"], listed([when("start").german, values["place"]]))
    case .eventDayReminder:
      return (values["title"], listed([when("start").germanDate + ", ganztägig", values["place"]]))
    case .taskDue: return (values["title"], "Fällig \(when("due").german)")
    case .taskImportant:
      return (values["title"], listed(["Eine wichtige Aufgabe", named("von ", values["by"])]))
    case .boardMessage: return ("Das Brett", "Jemand hat an das Brett deines Zimmers geschrieben.")
    case .newSignIn:
      let device = listed([values["device"], values["address"]])
      return ("Neue Anmeldung", "\(device). Warst du das nicht, melde das Gerät ab und ändere dein Passwort.")
    case .missed:
      return ("Verpasst, während \(site) nicht lief: \(values["count"])", lines(values["titles"]))
    case .digest: return ("\(site) in Kürze: \(values["count"])", lines(values["titles"]))
    case .test:
      return ("Ein Test von \(site)", "Mitteilungen kommen hier an\(named(": ", values["channel"])).")
    case nil:
      return (values["title"].isEmpty ? site : values["title"], "In deinem Eingang ist etwas Neues.")
    }
  }

  private static func listed(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private static func lines(_ titles: String) -> String {
    listed(titles.split(separator: "\n").map(String.init))
  }

  private static func named(_ prefix: String, _ name: String) -> String { name.isEmpty ? "" : prefix + name }

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

/// A time or a date in an alert's text, formatted for people.
struct AlertTime: Sendable {
  private let text: String
  private let date: CivilDate?
  private let time: TimeOfDay?
  /// The zone's name if it is not the reader's.
  private let foreignZone: String?

  init(_ text: String, zone: String, home: ZoneName?) {
    self.text = text
    if let instant = Instant(text) {
      let home = Zone.known(home)
      let zone = zone.isEmpty ? home : AlertTime.zone(zone) ?? home
      let wall = zone.wallTime(at: instant)
      date = wall.date
      time = wall.time
      foreignZone = home.name == zone.name ? nil : zone.name
    } else {
      date = CivilDate(text)
      time = nil
      foreignZone = nil
    }
  }

  private static func zone(_ name: String) -> Zone? {
    do { return try Zone.named(name) } catch { return nil }
  }

  var english: String { joined(englishDate, " at ") }
  var german: String { joined(germanDate, " um ") }

  var englishDate: String {
    guard let date else { return text }
    let month = AlertTime.months[Int(date.month) - 1].english
    return "\(AlertTime.day(date).english) \(date.day) \(month)"
  }

  var germanDate: String {
    guard let date else { return text }
    let month = AlertTime.months[Int(date.month) - 1].german
    return "\(AlertTime.day(date).german), \(date.day). \(month)"
  }

  private func joined(_ date: String, _ between: String) -> String {
    guard let time else { return date }
    let minute = time.minute < 10 ? "0\(time.minute)" : "\(time.minute)"
    return "\(date)\(between)\(time.hour):\(minute)" + (foreignZone.map { " (\($0))" } ?? "")
  }

  private static func day(_ date: CivilDate) -> (english: String, german: String) {
    // 1970-01-01 was a Thursday.
    let (rest, count) = (date.daysSince1970 % 7, Int64(days.count))
    return days[Int((rest + count) % count)]
  }

  private static let days = [
    ("Thursday", "Donnerstag"), ("Friday", "Freitag"), ("Saturday", "Samstag"), ("Sunday", "Sonntag"),
    ("Monday", "Montag"), ("Tuesday", "Dienstag"), ("Wednesday", "Mittwoch"),
  ].map { (english: $0.0, german: $0.1) }

  private static let months = [
    ("January", "Januar"), ("February", "Februar"), ("March", "März"), ("April", "April"), ("May", "Mai"),
    ("June", "Juni"), ("July", "Juli"), ("August", "August"), ("September", "September"),
    ("October", "Oktober"), ("November", "November"), ("December", "Dezember"),
  ].map { (english: $0.0, german: $0.1) }
}
