import Schema

/// `quad quiet`: the quiet hours, in which channels stay silent.
enum QuietCommand: Command {
  static let name = "quiet"
  static let summary = "your quiet hours: alerts reach the inbox, channels wait for their end"
  static let verbs = [
    Verb.person("", "[FROM-TO [DAYS]|off]", "show your quiet hours, or set them", choices: ["off"], run: run)
  ]
  static let notes = """
    FROM-TO is 22:00-07:00, over midnight too; DAYS is mon-fri or sat,sun, the days on which they begin. Times
    are meant in the zone of your profile. What is a crisis comes at once.
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
  static let summary = "the time at which what is of low importance comes, all in one"
  static let verbs = [
    Verb.person("", "[TIME|off]", "show the time of your digest, or set it", choices: ["off"], run: run)
  ]
  static let notes =
    "TIME is 18:00, in the zone of your profile. Without a digest each notice comes by itself."

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
        ("Silent", times.quietUntil.map { "until \(EventWords.moment($0))" }),
        ("Digest", times.digest.map(AlertTyping.words) ?? "none"), ("Zone", times.zone.text),
      ]))
  }
}
