import Calendar
import Schema

/// The title, time and place in the preview of a public link. Messengers and search engines read them from
/// the page's head, as they run no scripts. The properties are those of the Open Graph protocol (ogp.me).
struct SharedEventHead: Sendable {
  let title: String
  /// `Saturday, December 12 at 19:00 (Berlin) · Old gym`.
  let description: String

  /// - Parameter next: the start that the page counts down to.
  init(_ event: EventRow, next: Instant, _ language: Alerts.Language) {
    // No reader's zone is known, so the text names the event's.
    let dates = FullDates(language: language, home: .utc)
    let time =
      event.when.isAllDay
      ? dates.date(of: next, zone: event.when.zone) : dates.moment(next, zone: event.when.zone)
    title = event.title
    description = [time, event.place].compactMap(\.self).joined(separator: " · ")
  }

  /// The elements, one a line. The address of the page is a secret that people pass on, so no search engine
  /// keeps it.
  var html: String {
    """
    <title>\(title.htmlEscaped) · Quad</title>
    <meta name="description" content="\(description.htmlEscaped)">
    <meta name="robots" content="noindex">
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="Quad">
    <meta property="og:title" content="\(title.htmlEscaped)">
    <meta property="og:description" content="\(description.htmlEscaped)">
    """
  }
}
