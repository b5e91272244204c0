import Schema

/// `quad room`: the own room and who lives in it.
enum RoomCommand: Command {
  static let name = "room"
  static let summary = "your room and your room-mates"
  static let verbs = [
    Verb.person("show", "", "your room, with the code that lets others in", run: show),
    Verb.person(
      "join", "DORM NUMBER", "open a room, enter it with its code, or ask its members to let you in",
      options: [.value("code", "CODE", is: "the room's join code; a room-mate sees it in quad room")],
      run: join),
    Verb.person("mates", "", "the other members, by first name", run: mates),
  ]

  @Sendable private static func show(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let room = try await visit.send(Roomhub.GetRoom())
    try await visit.show(room) {
      Output.say(
        Facts([
          ("Room", "\(room.dormName) \(room.number)"), ("Members", "\(room.members) of \(room.capacity)"),
          ("Join code", room.joinCode.text),
        ]))
    }
  }

  @Sendable private static func join(_ visit: Visit) async throws {
    let room = try Visit.room(try visit.arguments.exactly("DORM", "NUMBER"))
    let code: JoinCode? = try visit.arguments.value("code").map { text throws(Fault) in
      try Visit.value(text, "code")
    }
    let joined = try await visit.send(
      Roomhub.JoinRoom(dorm: room.dorm, number: room.number, code: code))
    try await visit.show(joined) {
      switch joined.state {
      case .joined: Output.say("you are in \(room)")
      case .pending: Output.say("asked the members of \(room) to let you in")
      }
    }
  }

  @Sendable private static func mates(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let page = try await visit.send(Roomhub.ListRoommates())
    try await visit.show(page) {
      guard !page.items.isEmpty else { return Output.say("You live alone so far.") }
      var table = Table([
        .text("NAME"), .text("PRONOUNS"), .text("CONCENTRATION"), .text("HOMETOWN"), .left("HERE SINCE"),
      ])
      for mate in page.items {
        let profile = mate.profile
        table.add([
          StyledText("\(profile.firstName) \(profile.lastName)"), StyledText(profile.pronouns ?? ""),
          StyledText(profile.concentration ?? ""), StyledText(profile.hometown ?? ""),
          StyledText(ShownTime.text(mate.joined)),
        ])
      }
      Output.say(table)
    }
  }
}
