import Calendar
package import Schema

/// Alerts and notifications in English. Their texts arrive as keys with values.
package enum AlertWords {
  /// The title of the event or task, for a cell of a table.
  package static func title(_ text: Alerts.AlertText) -> String {
    let values = AlertValues(text.values)
    switch text.known {
    case .eventReminder, .eventDayReminder, .taskDue, .taskImportant: return values["title"] ?? text.key
    case .boardMessage, .newSignIn, .missed, .digest, .test, nil: return self.text(text)
    }
  }

  /// The whole text of an alert, as one sentence.
  package static func text(_ text: Alerts.AlertText) -> String {
    let values = AlertValues(text.values)
    switch text.known {
    case .eventReminder, .eventDayReminder:
      let parts = [values["title"], start(values, isDay: text.known == .eventDayReminder), values["place"]]
      return parts.compactMap(\.self).joined(separator: ", ")
    case .taskDue:
      return [values["title"], values.moment("due").map { "due \($0)" }].compactMap(\.self)
        .joined(separator: ", ")
    case .taskImportant: return "Important: \(values["title"] ?? "a task")\(by(values))"
    case .boardMessage: return "A new message on your board"
    case .newSignIn:
      let address = values["address"].map { " from \($0)" } ?? ""
      return "A sign-in with your password: \(values["device"] ?? "an unknown device")\(address)"
    case .missed:
      let titles = values.list("titles").joined(separator: ", ")
      return "You missed \(counted(values["count"], "alert"))\(titles.isEmpty ? "" : ": \(titles)")"
    case .test: return "A test of \(values["channel"] ?? "a channel")"
    case .digest, nil: return values.unknown(text.key)
    }
  }

  /// The reasons for an alert: `yours, 1 day before`.
  package static func reasons(_ because: [Alerts.AlertReason]) -> String {
    because.map(reason).joined(separator: ", ")
  }

  private static func reason(_ reason: Alerts.AlertReason) -> String {
    let values = AlertValues(reason.values)
    switch reason.known {
    case .yours: return "yours"
    case .answered: return "you said \(values["answer"] ?? "that you come")"
    case .lead:
      guard let minutes = values["minutes"].flatMap({ Int($0) }) else { return "a reminder" }
      return minutes == 0 ? "at its time" : "\(Phrases.length(minutes: minutes)) before"
    case .taskOfRoom: return "a task of your room"
    case .taskImportant: return "important"
    case .ownSignIn: return "your account"
    case nil: return values.unknown(reason.key)
    }
  }

  /// The start of an event on the clocks of this machine; an all-day event is the same date everywhere.
  private static func start(_ values: AlertValues, isDay: Bool) -> String? {
    guard isDay, let start = values.instant("start") else { return values.moment("start") }
    let zone: Zone
    do {
      zone = try values["zone"].flatMap { ZoneName($0) }.map { try Zone.named($0) } ?? LocalTime.zone
    } catch {
      zone = LocalTime.zone
    }
    return Phrases.date(zone.date(at: start))
  }

  /// An id is left out, because it means nothing to a person.
  private static func by(_ values: AlertValues) -> String {
    guard let by = values["by"], RawUUID(by) == nil else { return "" }
    return ", by \(by)"
  }

  private static func counted(_ count: String?, _ name: String) -> String {
    count.flatMap { Int64($0) }.map { Phrases.counted($0, name) } ?? "\(name)s"
  }
}

/// The values of a text, by name.
private struct AlertValues {
  private let all: [Alerts.AlertValue]

  init(_ all: [Alerts.AlertValue]) { self.all = all }

  subscript(_ name: String) -> String? { all.first { $0.name == name }?.text }

  func instant(_ name: String) -> Instant? { self[name].flatMap { Instant($0) } }

  func moment(_ name: String) -> String? { instant(name).map { Phrases.moment($0) } ?? self[name] }

  /// The lines of one value.
  func list(_ name: String) -> [String] { (self[name] ?? "").split(separator: "\n").map(String.init) }

  /// The text of a key that only a newer site has: the key itself and its values.
  func unknown(_ key: String) -> String {
    ([key] + all.map { "\($0.name) \($0.text)" }).joined(separator: ", ")
  }
}
