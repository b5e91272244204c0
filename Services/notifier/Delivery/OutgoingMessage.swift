import Schema

/// A delivery in words, for whichever channel.
struct OutgoingMessage: Sendable, Equatable {
  /// The same at each try, so that a receiver sees that two are one: the notice's id, of a digest or a test
  /// the delivery's.
  let id: RawUUID
  let words: AlertWords
  let language: AlertLanguage
  let importance: Alerts.AlertImportance
  /// The alert's text by its key, for receivers with words of their own.
  let text: Alerts.AlertText
  /// When it came to the inbox.
  let at: Instant
  /// Where a press on it leads.
  let link: String

  /// Titles that a digest names.
  static let maxTitles = 10

  init(_ leased: LeasedDelivery, _ settings: ChannelSettings, now: Instant) {
    language = settings.language
    switch leased.content {
    case .notice(let notice):
      id = notice.id.raw
      text = notice.body.text
      importance = notice.importance
      at = notice.at
      link = settings.origin + OutgoingMessage.page(of: notice)
      words = AlertWords(
        text, in: language, home: leased.home, site: settings.siteName, isLate: notice.kind == .late)
    case .digest(let notices):
      id = leased.delivery.id.raw
      let titles = notices.prefix(OutgoingMessage.maxTitles).map { notice in
        AlertWords(notice.body.text, in: settings.language, home: leased.home, site: settings.siteName).title
      }
      text = Alerts.AlertText(
        key: "digest",
        values: [
          Alerts.AlertValue(name: "count", text: "\(notices.count)"),
          Alerts.AlertValue(name: "titles", text: titles.joined(separator: "\n")),
        ])
      importance = .low
      at = leased.delivery.digestAt ?? now
      link = settings.origin + "/inbox"
      words = AlertWords(text, in: language, home: leased.home, site: settings.siteName)
    case .test(let channel):
      id = leased.delivery.id.raw
      text = Alerts.AlertText(key: "test", values: [Alerts.AlertValue(name: "channel", text: channel)])
      importance = .normal
      at = leased.delivery.planned
      link = settings.origin + "/inbox"
      words = AlertWords(text, in: language, site: settings.siteName)
    }
  }

  /// The page of what a notice is about; the inbox where there is none.
  private static func page(of notice: NoticeRow) -> String {
    let kind = notice.body.text.key.prefix { $0 != "." }
    return switch (kind, notice.object) {
    case ("event", let object?): "/events/\(object)"
    case ("task", let object?): "/tasks/\(object)"
    case ("board", _): "/board"
    case ("signin", _): "/settings/devices"
    default: "/inbox"
    }
  }
}
