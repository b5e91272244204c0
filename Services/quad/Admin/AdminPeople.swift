import Schema

/// The people of a site, as administrators see and change them.
enum AdminPeople {
  static let kind = "account"

  @Sendable static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let query: SearchText? = try visit.option("query")
    let role: SiteRole? = try visit.choice("role")
    try await visit.list({ Auth.ListPeople(query: query, role: role, cursor: $0, limit: $1) }) { people in
      let site = try await visit.send(Auth.GetSite())
      var table = Table([
        .right("#"), .text("NAME"), .text("E-MAIL"), .left("ROLES"), .left("LAST SEEN"), .left("STATE"),
      ])
      for (index, person) in people.enumerated() {
        table.add([
          "\(index + 1)", StyledText("\(person.firstName) \(person.lastName)"), StyledText(person.email),
          StyledText(person.roles.map(\.rawValue).joined(separator: ", ")),
          StyledText(person.lastSeen.map { ShownTime.hour($0) } ?? "never"),
          StyledText(state(person, site), person.isBlocked || person.erases != nil ? .red : .dim),
        ])
      }
      if people.isEmpty { Output.say("There is nobody like that.") } else { Output.say(table) }
      warn(site)
      visit.number(kind, people.map { $0.id.description })
    }
  }

  /// Prints a warning if the site sends no mail, because it then verifies no e-mail address.
  static func warn(_ site: Auth.SiteInfo) {
    guard !site.sendsMail else { return }
    Output.note(
      "This site sends no mail: no e-mail address is verified, and a forgotten password needs a code of "
        + "quad admin reset."
    )
  }

  private static func state(_ person: Auth.AdminPerson, _ site: Auth.SiteInfo) -> String {
    var words: [String] = []
    if person.isBlocked { words.append("blocked") }
    if let erases = person.erases { words.append("erased \(ShownTime.text(erases))") }
    if site.sendsMail, !person.isEmailVerified { words.append("not verified") }
    return words.joined(separator: ", ")
  }

  @Sendable static func setRoles(_ visit: Visit) async throws {
    let words = visit.arguments.words
    guard words.count >= 2 else { throw UsageError("PERSON and at least one ROLE are expected") }
    let roles = try words.dropFirst().map { word throws(UsageError) in
      guard let role = SiteRole(rawValue: word) else {
        throw UsageError("\(word) is none of \(SiteRole.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return role
    }
    guard let all = SiteRoles(roles) else { throw Fault(.rolesBad, field: "roles") }
    let id = try await visit.account(words[0])
    let person = try await visit.send(Auth.SetRoles(id: id, roles: all))
    try await visit.show(person) {
      Output.say("\(person.email) is \(person.roles.map(\.rawValue).joined(separator: ", ")) now")
    }
  }

  @Sendable static func block(_ visit: Visit) async throws { try await setBlocked(true, visit) }

  @Sendable static func unblock(_ visit: Visit) async throws { try await setBlocked(false, visit) }

  private static func setBlocked(_ isBlocked: Bool, _ visit: Visit) async throws {
    let id = try await visit.account(try visit.arguments.exactly("PERSON")[0])
    let person = try await visit.send(
      Auth.SetBlocked(id: id, isBlocked: isBlocked, note: try visit.option("note")))
    try await visit.show(person) {
      Output.say(isBlocked ? "\(person.email) is blocked" : "\(person.email) may sign in again")
    }
  }

  @Sendable static func signOut(_ visit: Visit) async throws {
    let id = try await visit.account(try visit.arguments.exactly("PERSON")[0])
    let ended = try await visit.send(Auth.EndPersonSessions(id: id))
    try await visit.show(ended) {
      Output.say(ended.ended == 1 ? "ended 1 session" : "ended \(ended.ended) sessions")
    }
  }

  /// Prints the code alone on the first line, so that a script can read it.
  @Sendable static func reset(_ visit: Visit) async throws {
    let id = try await visit.account(try visit.arguments.exactly("PERSON")[0])
    let made = try await visit.send(Auth.MakeResetCode(id: id))
    try await visit.show(made) {
      Output.say(made.code.text)
      Output.note("Good once, until \(ShownTime.exact(made.expires)): quad reset CODE")
    }
  }

  @Sendable static func delete(_ visit: Visit) async throws { try await setDeleted(true, visit) }

  @Sendable static func undelete(_ visit: Visit) async throws { try await setDeleted(false, visit) }

  private static func setDeleted(_ isDeleted: Bool, _ visit: Visit) async throws {
    let id = try await visit.account(try visit.arguments.exactly("PERSON")[0])
    let person = try await visit.send(Auth.SetDeleted(id: id, isDeleted: isDeleted))
    try await visit.show(person) {
      let erased = person.erases.map { "is erased \(ShownTime.exact($0))" } ?? "stays"
      Output.say("\(person.email) \(erased)")
    }
  }

  @Sendable static func audit(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    var actor: PersonID?
    if let word = visit.arguments.value("actor") { actor = try await visit.account(word) }
    let asked = actor
    try await visit.list({ Auth.ListAudit(actor: asked, cursor: $0, limit: $1) }) { entries in
      guard !entries.isEmpty else { return Output.say("Nothing was done yet.") }
      var directory = Directory(visit)
      var table = Table([.left("WHEN"), .text("WHO"), .left("WHAT"), .text("TO"), .text("DETAIL")])
      for entry in entries {
        var actor = "the operator"
        if let id = entry.actor { actor = try await directory.email(id) }
        var object = entry.object
        if let id = PersonID(entry.object) { object = try await directory.email(id) }
        table.add([
          StyledText(ShownTime.exact(entry.at)), StyledText(actor), StyledText(entry.action.rawValue),
          StyledText(object), StyledText(entry.detail ?? "", .dim),
        ])
      }
      Output.say(table)
    }
  }
}
