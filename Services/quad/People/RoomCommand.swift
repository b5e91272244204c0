import Schema
import SiteCommands
import Terminal

/// `quad room`: the person's own room and the people who live in it.
enum RoomCommand: Command {
  static let name = "room"
  static let summary = "Your room and your roommates"
  static let verbs = [
    Verb.person("show", "", "Show your room and its join code", run: show),
    Verb.person(
      "join", "[DORM NUMBER]", "Join a room with a code, ask its members, or open an empty room",
      options: [
        .value("code", "CODE", is: "Join code, from a roommate; DORM and NUMBER are then optional")
      ],
      run: join),
    Verb.person("mates", "", "List your roommates", run: mates),
    Verb.person(
      "code", "", "Show the join code, its link, and its QR code",
      options: [.flag("new", "Create a new code; the old one stops working")], run: code),
    Verb.person("requests", "", "List requests to join your room", run: requests),
    Verb.person("approve", "N", "Approve a request to join", run: approve),
    Verb.person("decline", "N", "Decline a request to join", run: decline),
    Verb.person("withdraw", "", "Withdraw your request to join a room", run: withdraw),
    Verb.person(
      "leave", "", "Leave your room", options: [.flag("yes", "Leave without confirmation")], run: leave),
  ]
  static let notes = "N is a row number from quad room requests, part of an id, or a name, or its beginning."

  private static let kind = "request"

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
    let code: JoinCode? = try visit.arguments.value("code").map { text throws(Fault) in
      try Typed.value(text, "code")
    }
    var room: RoomAddress?
    if code == nil || !visit.arguments.words.isEmpty {
      room = try Typed.room(try visit.arguments.exactly("DORM", "NUMBER"))
    }
    let joined = try await visit.send(Roomhub.JoinRoom(dorm: room?.dorm, number: room?.number, code: code))
    try await visit.show(joined) {
      let name = room?.description ?? "that room"
      switch joined.state {
      case .joined: Output.say("you are in \(name)")
      case .pending: Output.say("asked to join \(name); its members have to approve you")
      }
    }
  }

  @Sendable private static func mates(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let page = try await visit.send(Roomhub.ListRoommates())
    try await visit.show(page) {
      guard !page.items.isEmpty else { return Output.say("You have no roommates yet.") }
      visit.number(AdminPeople.kind, page.items.map { $0.profile.id.description })
      // Scripts get a table and terminals get a list of people, because few terminals are wide enough for
      // nine columns.
      guard !Output.isTerminal else { return page.items.enumerated().forEach(say) }
      // Columns without any value are left out.
      var table = Table([
        .right("#"), .text("NAME"), .text("PRONOUNS"), .text("CONCENTRATION"), .text("HOMETOWN"),
        .text("PHONE"),
        .text("LANGUAGES"), .text("ALLERGIES"), .left("HERE SINCE"),
      ])
      for (index, mate) in page.items.enumerated() {
        let profile = mate.profile
        table.add([
          "\(index + 1)", StyledText("\(profile.firstName) \(profile.lastName)"),
          StyledText(profile.pronouns ?? ""), StyledText(profile.concentration ?? ""),
          StyledText(profile.hometown ?? ""), StyledText(profile.phone ?? ""),
          StyledText(profile.languages?.all.map(\.text).joined(separator: ", ") ?? ""),
          StyledText(profile.allergies ?? "", .red), StyledText(ShownTime.text(mate.joined)),
        ])
      }
      Output.say(table)
    }
  }

  /// Prints a roommate on a few lines.
  private static func say(_ index: Int, _ mate: Roomhub.Roommate) {
    let profile = mate.profile
    let number = "\(index + 1)  "
    let margin = String(repeating: " ", count: number.count)
    func line(_ text: String?, _ style: StyledText.Style = .plain) {
      if let text { Output.say(StyledText(margin) + StyledText(Plain.line(text), style)) }
    }
    let pronouns = profile.pronouns.map { StyledText(" (\(Plain.line($0)))", .dim) } ?? ""
    let name = StyledText(Plain.line("\(profile.firstName) \(profile.lastName)"), .bold)
    Output.say(StyledText(number) + name + pronouns)
    let from = [profile.concentration, profile.hometown].compactMap(\.self)
    line(from.isEmpty ? nil : from.joined(separator: ", from "))
    line(profile.languages.map { "speaks \($0.all.map(\.text).joined(separator: ", "))" })
    line(profile.phone)
    line(profile.allergies.map { "allergies: \($0)" }, .red)
    line("here since \(ShownTime.text(mate.joined))", .dim)
  }

  @Sendable private static func code(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let isNew = visit.arguments.has("new")
    let code =
      isNew
      ? try await visit.send(Roomhub.ChangeJoinCode()) : try await visit.send(Roomhub.GetJoinCode())
    try await visit.show(code) {
      // The QR code is drawn on a terminal only, where a phone can scan it.
      if let columns = Output.columns,
        let drawing = QRDrawing(modules: code.qr.rows, inColour: Output.isInColour),
        drawing.width <= columns
      {
        for line in drawing.lines { Output.say(line) }
      }
      Output.say(Facts([("Join code", code.code.text), ("Link", code.link)]))
      if isNew { Output.note("The old code no longer works.") }
    }
  }

  @Sendable private static func requests(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let page = try await visit.send(Roomhub.ListJoinRequests())
    try await visit.show(page) {
      guard !page.items.isEmpty else { return Output.say("No requests to join.") }
      var table = Table([.right("#"), .text("NAME"), .text("CONCENTRATION"), .left("ASKED")])
      for (index, request) in page.items.enumerated() {
        table.add([
          "\(index + 1)", StyledText("\(request.profile.firstName) \(request.profile.lastName)"),
          StyledText(request.profile.concentration ?? ""), StyledText(ShownTime.text(request.asked)),
        ])
      }
      Output.say(table)
      visit.number(kind, page.items.map { $0.id.description })
    }
  }

  /// The request that the word names, by the name of who asks.
  private static func request(_ visit: Visit) async throws -> JoinRequestID {
    try await visit.id(
      visit.arguments.exactly("N")[0], of: kind,
      {
        let requests = try await visit.send(Roomhub.ListJoinRequests()).items
        return TitledList(
          requests.map { request in
            let profile = request.profile
            return TitledObject(
              request.id, "\(profile.firstName) \(profile.lastName)", profile.lastName)
          })
      })
  }

  @Sendable private static func approve(_ visit: Visit) async throws {
    let id = try await request(visit)
    let reply = try await visit.send(Roomhub.ApproveJoin(id: id))
    try await visit.show(reply) { Output.say("approved") }
  }

  @Sendable private static func decline(_ visit: Visit) async throws {
    let id = try await request(visit)
    let reply = try await visit.send(Roomhub.DeclineJoin(id: id))
    try await visit.show(reply) { Output.say("declined") }
  }

  @Sendable private static func withdraw(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let reply = try await visit.send(Roomhub.WithdrawJoin())
    try await visit.show(reply) { Output.say("request withdrawn") }
  }

  @Sendable private static func leave(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    if !visit.arguments.has("yes") {
      let room = try await visit.send(Roomhub.GetRoom())
      let last =
        room.members == 1
        ? " You are the last one, so the room closes and its tasks and messages are gone." : ""
      Output.note(
        "You will lose access to the tasks and messages of \(room.dormName) \(room.number).\(last)")
      switch try Prompt.agrees("Leave?") {
      case true?: break
      case false?: throw Failure("you are still in your room")
      case nil: throw UsageError("you are still in your room; to leave without confirmation, use --yes")
      }
    }
    let reply = try await visit.send(Roomhub.LeaveRoom())
    try await visit.show(reply) { Output.say("you left your room") }
  }
}
