import Schema
import SiteCommands
import Terminal

/// `quad quiet`: the quiet hours, in which channels stay silent.
enum QuietCommand: Command {
  static let name = "quiet"
  static let summary = "Show or set your quiet hours"
  static let verbs = [
    Verb.person("", "[FROM-TO [DAYS]|off]", "Show or set your quiet hours", choices: ["off"], run: run)
  ]
  static let notes = """
    FROM-TO is a span such as 22:00-07:00. DAYS, such as mon-fri or sat,sun, are the days on which it begins.
    Times are in the time zone of your profile. During quiet hours, notifications still arrive in your inbox,
    but your channels wait. Emergencies are sent right away.
    """

  @Sendable private static func run(_ visit: Visit) async throws {
    let words = visit.arguments.words
    guard !words.isEmpty else { return try await AlertTimes.show(visit) }
    let quiet: Patch<Notifier.QuietHours> =
      words == ["off"] ? .clear : .set(try AlertTyping.quiet(words))
    try await AlertTimes.set(visit) { Notifier.SetAlertTimes(version: $0, quiet: quiet) }
  }
}

/// `quad digest`: the time at which notifications of low importance are sent together.
enum DigestCommand: Command {
  static let name = "digest"
  static let summary = "Show or set when you get your daily digest"
  static let verbs = [
    Verb.person("", "[TIME|off]", "Show or set when you get your daily digest", choices: ["off"], run: run)
  ]
  static let notes = """
    TIME is a time such as 18:00, in the time zone of your profile. The digest bundles notifications of low
    importance; without it, each one is sent by itself.
    """

  @Sendable private static func run(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    guard let word = visit.arguments.words.first else { return try await AlertTimes.show(visit) }
    let digest: Patch<TimeOfDay> = word == "off" ? .clear : .set(try AlertTyping.time(word))
    try await AlertTimes.set(visit) { Notifier.SetAlertTimes(version: $0, digest: digest) }
  }
}

private enum AlertTimes {
  static func show(_ visit: Visit) async throws {
    let times = try await visit.send(Notifier.GetAlertTimes())
    try await visit.show(times) { say(times) }
  }

  /// Changes one setting and keeps the other: the edit begins from the current version.
  static func set(_ visit: Visit, _ request: (Int64) -> Notifier.SetAlertTimes) async throws {
    try visit.needSession()
    let times = try await visit.send(request(try await visit.send(Notifier.GetAlertTimes()).version))
    try await visit.show(times) { say(times) }
  }

  private static func say(_ times: Notifier.AlertTimes) {
    Output.say(
      Facts([
        ("Quiet hours", times.quiet.map(AlertTyping.words) ?? "none"),
        ("Quiet now", times.quietUntil.map { "until \(Phrases.moment($0))" }),
        ("Digest", times.digest.map(AlertTyping.words) ?? "none"), ("Time zone", times.zone.text),
      ]))
  }
}
