import Schema
import ServiceKit

/// The message of a delivery, for any channel.
struct OutgoingMessage: Sendable, Equatable {
  /// The same id in each attempt, so that a receiver recognizes a duplicate: the notice's id, or the
  /// delivery's id for a digest or a test.
  let id: RawUUID
  let words: Alerts.RenderedAlert
  let importance: Alerts.AlertImportance
  /// The alert's text by its key, for receivers with texts of their own.
  let text: Alerts.AlertText
  /// The time at which it came to the inbox.
  let at: Instant
  /// The page that opens when the message is clicked.
  let link: String
  /// The picture of the event that it is about, for those who see the event: its address asks who does.
  let picture: String?
  /// The site's name.
  let site: String

  /// The limit on titles in a digest.
  static let maxTitles = 10

  init(_ leased: LeasedDelivery, _ settings: ChannelSettings, now: Instant) {
    site = leased.site.name ?? settings.siteName
    let reader = AlertReader(language: leased.site.language ?? settings.language, home: leased.home)
    switch leased.content {
    case .notice(let notice):
      id = notice.id.raw
      text = notice.body.text
      importance = notice.importance
      at = notice.at
      link = settings.origin + OutgoingMessage.page(of: notice)
      picture = OutgoingMessage.picture(of: notice).map { settings.origin + $0 }
      words = reader.rendered(text, because: notice.body.because, isLate: notice.kind == .late)
    case .digest(let notices):
      id = leased.delivery.id.raw
      let titles = notices.prefix(OutgoingMessage.maxTitles).map { notice in
        reader.rendered(notice.body.text, because: []).title
      }
      text = Alerts.AlertText(
        .digest,
        [
          Alerts.AlertValue(name: "count", text: "\(notices.count)"),
          Alerts.AlertValue(name: "titles", text: titles.joined(separator: "\n")),
        ])
      importance = .low
      at = leased.delivery.digestAt ?? now
      link = settings.origin + "/inbox"
      picture = nil
      words = reader.rendered(text, because: [])
    case .test(let channel):
      id = leased.delivery.id.raw
      text = Alerts.AlertText(.test, [Alerts.AlertValue(name: "channel", text: channel)])
      importance = .normal
      at = leased.delivery.planned
      link = settings.origin + "/inbox"
      picture = nil
      words = reader.rendered(text, because: [])
    }
  }

  /// The address of the picture of a notice's event; nil if there is none.
  private static func picture(of notice: NoticeRow) -> String? {
    let text = notice.body.text
    guard text.key.hasPrefix("event."), text.values.contains(where: { $0.name == "hasPicture" }) else {
      return nil
    }
    return notice.object.map { "/v1/events/\($0)/picture/\(PictureVariant.medium.rawValue)" }
  }

  /// The page of a notice's object; the inbox if there is none.
  private static func page(of notice: NoticeRow) -> String {
    let kind = notice.body.text.key.prefix { $0 != "." }
    return switch (kind, notice.object) {
    case ("event", let object?): "/events/\(object)"
    case ("task", let object?): "/tasks/\(object)"
    case ("checkin", let object?): "/checkin/\(object)"
    case ("excuse", let object?): "/courses/\(object)"
    case ("mark", _), ("course", _): "/school/attendance"
    case ("class", _), ("day", _), ("news", _), ("announcement", _): "/school"
    case ("training", _): "/aid"
    case ("crisis", let object?): "/aid/help/\(object)"
    case ("board", _): "/board"
    case ("signin", _): "/settings/devices"
    default: "/inbox"
    }
  }
}
