import Schema
import SiteCommands
import Terminal

/// `quad channels`: the channels that bring notifications to a person outside of the inbox.
enum ChannelsCommand: Command {
  static let name = "channels"
  static let summary = "Where else your notifications are sent"
  static let verbs = [
    Verb.person("list", "", "List your channels and their last deliveries", run: list),
    .person(
      "add ntfy", "URL", "Send notifications to an ntfy topic, such as https://ntfy.sh/my-topic",
      options: [named],
      run: addNtfy),
    .person(
      "add gotify", "URL", "Send notifications to an app of your Gotify server; asks for its token",
      options: [
        named, .flag("token-stdin", "Read the token from the first line of standard input"),
      ],
      run: addGotify),
    .person(
      "add webhook", "URL", "Send notifications to your own program; its secret is shown once",
      options: [named],
      run: addWebhook),
    .person("add email", "", "Send notifications to your email address", run: addEmail),
    .person("test", "N", "Send a test notification", run: test),
    .person("on", "N …", "Turn channels on", run: { try await turn($0, on: true) }),
    .person("off", "N …", "Turn channels off", run: { try await turn($0, on: false) }),
    .person(
      "least", "N LEVEL", "Send only notifications of this importance or higher: \(levels)", run: setLeast),
    .person("rename", "N NAME…", "Rename a channel", run: rename),
    .person("remove", "N …", "Remove channels", run: remove),
  ]
  static let notes = """
    N is a row number from the list shown last, part of an id, or a name, or its beginning. To get
    notifications in a browser, turn them on in the settings of the web client. Every notification also
    arrives in your inbox.
    """

  static let kind = "channel"
  private static let levels = Alerts.AlertImportance.allCases.map(\.rawValue).joined(separator: ", ")
  private static let named = Option.value("name", "NAME", is: "Name of the channel")

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let channels = try await visit.send(Notifier.ListChannels())
    try await visit.show(channels) {
      let kinds = channels.kinds.map(\.rawValue).joined(separator: ", ")
      guard !channels.items.isEmpty else {
        return Output.say(
          "No channels yet: notifications go only to your inbox. "
            + (kinds.isEmpty ? "This site offers no channels." : "You can add: \(kinds)."))
      }
      say(channels.items, now: LocalTime.now)
      visit.number(kind, channels.items.map { $0.id.description })
    }
  }

  static func say(_ channels: [Notifier.Channel], now: Instant) {
    var table = Table([
      .right("#"), .left("KIND"), .text("NAME"), .text("TO"), .left("ON"), .left("IMPORTANCE"),
      .left("LAST DELIVERED"), .right("WAITING"), .text("FAILURE"),
    ])
    for (index, channel) in channels.enumerated() {
      let failure = channel.lastFailure.map { "\($0.reason), \(ShownTime.text($0.at, now: now))" }
      table.add([
        "\(index + 1)", StyledText(channel.kind.rawValue), StyledText(channel.name, .bold),
        StyledText(channel.target), StyledText(channel.isOn ? "on" : "off", channel.isOn ? .green : .dim),
        StyledText(channel.least == .low ? "" : channel.least.rawValue),
        StyledText(channel.lastDelivered.map { ShownTime.text($0, now: now) } ?? "never"),
        StyledText(channel.waiting > 0 ? "\(channel.waiting)" : ""), StyledText(failure ?? "", .red),
      ])
    }
    Output.say(table.filled)
  }

  // MARK: - New channels

  @Sendable private static func addNtfy(_ visit: Visit) async throws {
    let url: Notifier.ChannelURL = try url(visit)
    let channel = try await visit.send(Notifier.AddNtfyChannel(url: url, name: try visit.option("name")))
    try await visit.show(channel) { note(added: channel, visit) }
  }

  @Sendable private static func addGotify(_ visit: Visit) async throws {
    let url: Notifier.ChannelURL = try url(visit)
    // Other users of the machine can read a command's arguments.
    let text =
      visit.arguments.has("token-stdin") ? try Prompt.standardInputLine() : try Prompt.password("App token: ")
    let token: Notifier.GotifyToken = try Typed.value(text, "token")
    let channel = try await visit.send(
      Notifier.AddGotifyChannel(url: url, token: token, name: try visit.option("name")))
    try await visit.show(channel) { note(added: channel, visit) }
  }

  @Sendable private static func addWebhook(_ visit: Visit) async throws {
    let url: Notifier.ChannelURL = try url(visit)
    let added = try await visit.send(Notifier.AddWebhookChannel(url: url, name: try visit.option("name")))
    try await visit.show(added) {
      visit.number(kind, [added.channel.id.description])
      Output.say(added.secret)
      Output.note(
        "This secret is shown once. It signs every message (X-Quad-Signature). To test row 1, run: quad "
          + "channels test 1")
    }
  }

  @Sendable private static func addEmail(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let channel = try await visit.send(Notifier.AddEmailChannel())
    try await visit.show(channel) { note(added: channel, visit) }
  }

  private static func note(added channel: Notifier.Channel, _ visit: Visit) {
    visit.number(kind, [channel.id.description])
    Output.say(
      "added as row 1: \(channel.kind.rawValue) to \(Plain.line(channel.target)). To test it, run: quad "
        + "channels test 1")
  }

  private static func url(_ visit: Visit) throws -> Notifier.ChannelURL {
    try Typed.value(try visit.arguments.exactly("URL")[0], "url")
  }

  // MARK: - Existing channels

  @Sendable private static func test(_ visit: Visit) async throws {
    let id: ChannelID = try await visit.id(visit.arguments.exactly("N")[0], of: kind, titles(visit))
    let reply = try await visit.send(Notifier.TestChannel(id: id))
    try await visit.show(reply) { Output.say("sending a test; to see the result, run: quad channels") }
  }

  private static func turn(_ visit: Visit, on isOn: Bool) async throws {
    for id in try await ids(visit) {
      let channel = try await visit.send(Notifier.EditChannel(id: id, isOn: isOn))
      try await visit.show(channel) { Output.say("\(Plain.line(channel.name)) is \(isOn ? "on" : "off")") }
    }
  }

  @Sendable private static func setLeast(_ visit: Visit) async throws {
    let words = try visit.arguments.exactly("N", "LEVEL")
    guard let least = Alerts.AlertImportance(rawValue: words[1].lowercased()) else {
      throw UsageError("\"\(words[1])\" is not one of \(levels)")
    }
    let channel = try await visit.send(
      Notifier.EditChannel(id: try await visit.id(words[0], of: kind, titles(visit)), least: least))
    try await visit.show(channel) {
      let least =
        channel.least == .low ? "all notifications" : "importance \(channel.least.rawValue) or higher"
      Output.say("\(Plain.line(channel.name)): \(least)")
    }
  }

  @Sendable private static func rename(_ visit: Visit) async throws {
    let words = visit.arguments.words
    guard words.count >= 2 else { throw UsageError("missing N or NAME") }
    let name: Notifier.ChannelName = try Typed.value(words.dropFirst().joined(separator: " "), "name")
    let channel = try await visit.send(
      Notifier.EditChannel(id: try await visit.id(words[0], of: kind, titles(visit)), name: .set(name)))
    try await visit.show(channel) { Output.say("renamed to \(Plain.line(channel.name))") }
  }

  @Sendable private static func remove(_ visit: Visit) async throws {
    for id in try await ids(visit) {
      let reply = try await visit.send(Notifier.RemoveChannel(id: id))
      try await visit.show(reply) { Output.say("removed") }
    }
  }

  private static func ids(_ visit: Visit) async throws -> [ChannelID] {
    guard !visit.arguments.words.isEmpty else { throw UsageError("missing N") }
    return try await visit.ids(visit.arguments.words, of: kind, titles(visit))
  }

  private static func titles(_ visit: Visit) -> Titles {
    {
      let channels = try await visit.send(Notifier.ListChannels())
      return TitledList(channels.items.map { TitledObject($0.id, $0.name) })
    }
  }
}
