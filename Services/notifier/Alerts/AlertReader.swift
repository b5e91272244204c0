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
    let wording = Alerts.Wording(language, FullDates(language: language, home: Zone.known(home)))
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
