import Schema
import Terminal

/// The people of a site, as administrators see and change them.
package enum AdminPeople {
  package static let kind = "account"

  @Sendable package static func list(_ visit: any SiteVisit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let query: SearchText? = try visit.option("query")
    let role: SiteRole? = try visit.choice("role")
    let sort: Auth.PeopleOrder? = try visit.choice("sort")
    try await visit.list({
      Auth.ListPeople(query: query, role: role, sort: sort, cursor: $0, limit: $1)
    }) { people in
      let site = try await visit.send(Auth.GetSite())
      var table = Table([
        .right("#"), .text("NAME"), .text("EMAIL"), .left("ROLES"), .left("LAST SEEN"), .left("STATE"),
      ])
      for (index, person) in people.enumerated() {
        table.add([
          "\(index + 1)", StyledText("\(person.firstName) \(person.lastName)"), StyledText(person.email),
          StyledText(person.roles.map(\.rawValue).joined(separator: ", ")),
          StyledText(person.lastSeen.map { ShownTime.hour($0) } ?? "never"),
          StyledText(state(person, site), person.isBlocked || person.erases != nil ? .red : .dim),
        ])
      }
      if people.isEmpty { Output.say("No people found.") } else { Output.say(table) }
      warn(site)
      visit.number(kind, people.map { $0.id.description })
    }
  }

  /// Prints a warning if the site sends no mail, because it then verifies no email address.
  static func warn(_ site: Auth.SiteInfo) {
    guard !site.sendsMail else { return }
    Output.note(
      "This site doesn't send email: addresses are not verified, and people who forget their password need "
        + "a code from an administrator (admin reset)."
    )
  }

  private static func state(_ person: Auth.AdminPerson, _ site: Auth.SiteInfo) -> String {
    var words: [String] = []
    if person.isBlocked { words.append("blocked") }
    if let erases = person.erases { words.append("erased \(ShownTime.text(erases))") }
    if site.sendsMail, !person.isEmailVerified { words.append("not verified") }
    return words.joined(separator: ", ")
  }

  @Sendable package static func setRoles(_ visit: any SiteVisit) async throws {
    let words = visit.arguments.words
    guard words.count >= 2 else { throw UsageError("missing PERSON or ROLE") }
    let roles = try words.dropFirst().map { word throws(UsageError) in
      guard let role = SiteRole(rawValue: word) else {
        throw UsageError("unknown role \"\(word)\"", choices: SiteRole.allCases.map(\.rawValue))
      }
      return role
    }
    guard let all = SiteRoles(roles) else { throw Fault(.rolesBad, field: "roles") }
    let id = try await visit.account(words[0])
    let person = try await visit.send(Auth.SetRoles(id: id, roles: all))
    try await visit.show(person) {
      Output.say("\(person.email) is now \(person.roles.map(\.rawValue).joined(separator: ", "))")
    }
  }

  @Sendable package static func block(_ visit: any SiteVisit) async throws {
    try await setBlocked(true, visit)
  }

  @Sendable package static func unblock(_ visit: any SiteVisit) async throws {
    try await setBlocked(false, visit)
  }

  private static func setBlocked(_ isBlocked: Bool, _ visit: any SiteVisit) async throws {
    let id = try await visit.account(try visit.arguments.exactly("PERSON")[0])
    let person = try await visit.send(
      Auth.SetBlocked(id: id, isBlocked: isBlocked, note: try visit.option("note")))
    try await visit.show(person) {
      Output.say(isBlocked ? "\(person.email) is blocked" : "\(person.email) can sign in again")
    }
  }

  @Sendable package static func signOut(_ visit: any SiteVisit) async throws {
    let id = try await visit.account(try visit.arguments.exactly("PERSON")[0])
    let ended = try await visit.send(Auth.EndPersonSessions(id: id))
    try await visit.show(ended) {
      Output.say(ended.ended == 1 ? "ended 1 session" : "ended \(ended.ended) sessions")
    }
  }

  /// Prints the code alone on the first line, so that a script can read it.
  @Sendable package static func reset(_ visit: any SiteVisit) async throws {
    let id = try await visit.account(try visit.arguments.exactly("PERSON")[0])
    let made = try await visit.send(Auth.MakeResetCode(id: id))
    try await visit.show(made) {
      Output.say(made.code.text)
      Output.note("Valid once, until \(ShownTime.exact(made.expires)); to use it: quad reset CODE")
    }
  }

  @Sendable package static func delete(_ visit: any SiteVisit) async throws {
    try await setDeleted(true, visit)
  }

  @Sendable package static func undelete(_ visit: any SiteVisit) async throws {
    try await setDeleted(false, visit)
  }

  private static func setDeleted(_ isDeleted: Bool, _ visit: any SiteVisit) async throws {
    let id = try await visit.account(try visit.arguments.exactly("PERSON")[0])
    let person = try await visit.send(Auth.SetDeleted(id: id, isDeleted: isDeleted))
    try await visit.show(person) {
      let erased = person.erases.map { "will be deleted \(ShownTime.exact($0))" } ?? "is kept"
      Output.say("\(person.email) \(erased)")
    }
  }

  @Sendable package static func audit(_ visit: any SiteVisit) async throws {
    try visit.arguments.refuseMore(than: 0)
    var actor: PersonID?
    if let word = visit.arguments.value("actor") { actor = try await visit.account(word) }
    let asked = actor
    try await visit.list({ Auth.ListAudit(actor: asked, cursor: $0, limit: $1) }) { entries in
      guard !entries.isEmpty else { return Output.say("No actions yet.") }
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
