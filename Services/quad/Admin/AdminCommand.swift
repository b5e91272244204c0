import Schema

/// `quad admin`: the commands for administrators of a site.
enum AdminCommand: Command {
  static let name = "admin"
  static let summary = "people, invitations, dorms, rooms, reports and deliveries of a site"
  static let audience = Audience.operators
  static let verbs =
    [
      Verb.admin("site", "", "what the site is called, who may sign up, whether it sends mail", run: site)
    ] + people + invites + campus + moderation + deliveries
  static let notes = """
    A person is an e-mail address, an id, or a row of quad admin people; N is a row of the list that was shown
    last, or a part of an id. The role admin is needed; the first administrator of a site is made on its own
    machine: quad admin roles EMAIL student admin --operator
    """

  private static let people = [
    Verb.admin(
      "people", "", "who has an account, by last name",
      options: [
        .value("query", "TEXT", is: "part of a name or of an e-mail address"),
        .value("role", "ROLE", is: "only those who have it", choices: SiteRole.allCases.map(\.rawValue)),
      ] + Paging.options, run: AdminPeople.list),
    Verb.admin(
      "roles", "PERSON ROLE …", "set the roles of a person, who is signed out", run: AdminPeople.setRoles),
    Verb.admin("block", "PERSON", "keep a person out", options: [note], run: AdminPeople.block),
    Verb.admin("unblock", "PERSON", "let a person in again", options: [note], run: AdminPeople.unblock),
    Verb.admin("signout", "PERSON", "end a person's sessions and tokens", run: AdminPeople.signOut),
    Verb.admin("reset", "PERSON", "make a code for a new password, to hand over", run: AdminPeople.reset),
    Verb.admin("delete", "PERSON", "erase an account in 7 days", run: AdminPeople.delete),
    Verb.admin("undelete", "PERSON", "keep an account after all", run: AdminPeople.undelete),
    Verb.admin(
      "audit", "", "what administrators did, newest first",
      options: [.value("actor", "PERSON", is: "only what this administrator did")] + Paging.options,
      run: AdminPeople.audit),
  ]
  private static let invites = [
    Verb.admin(
      "invite", "", "make an invitation code",
      options: [
        .value("uses", "N", is: "good for so many accounts, 1 unless given"),
        .value("days", "N", is: "good for so many days, 14 unless given"), note,
      ], run: AdminInvites.create),
    Verb.admin(
      "invites", "", "invitations that are still good", options: Paging.options, run: AdminInvites.list),
    Verb.admin("uninvite", "N", "take an invitation back", run: AdminInvites.revoke),
  ]
  private static let campus = [
    Verb.admin("dorms", "", "the campus list", options: Paging.options, run: DormsCommand.list),
    Verb.admin(
      "dorm", "ID NAME…", "put a dorm on the campus list, or change it",
      options: [.value("capacity", "N", is: "people a room holds, 1 to 20; 2 for a new dorm")],
      run: AdminCampus.define),
    Verb.admin("remove-dorm", "ID", "take a dorm without rooms off the list", run: AdminCampus.remove),
    Verb.admin(
      "rooms", "", "the open rooms, and who lives there",
      options: [.value("dorm", "ID", is: "only those of this dorm")] + Paging.options,
      run: AdminCampus.rooms),
    Verb.admin(
      "capacity", "ROOM N|usual", "how many people a room holds; ROOM is DORM:NUMBER, or a row",
      run: AdminCampus.setCapacity),
    Verb.admin("move-out", "ROOM PERSON", "move somebody out of a room", run: AdminCampus.moveOut),
  ]
  private static let moderation = [
    Verb.admin(
      "reports", "", "reported messages",
      options: [
        .value(
          "state", "STATE", is: "waiting unless given", choices: Roomhub.ReportState.allCases.map(\.rawValue))
      ] + Paging.options, run: AdminReports.list),
    Verb.admin("hide", "N", "hide a reported message", run: AdminReports.hide),
    Verb.admin("show", "N", "show a hidden message again", run: AdminReports.show),
    Verb.admin("dismiss", "N", "find a reported message harmless", run: AdminReports.dismiss),
  ]

  private static let deliveries = [
    Verb.admin(
      "dead-deliveries", "", "notices that could not be delivered, and why, newest first",
      options: Paging.options, run: AdminDeliveries.listDead)
  ]

  private static let note = Option.value("note", "TEXT", is: "why; administrators see it")

  @Sendable private static func site(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let site = try await visit.send(Auth.GetSite())
    try await visit.show(site) {
      Output.say(
        Facts([
          ("Name", site.name), ("Sign-up", site.signUp.rawValue),
          ("Domains", site.domains.isEmpty ? nil : site.domains.joined(separator: ", ")),
          ("Mail", site.sendsMail ? "yes" : "none"),
        ]))
      AdminPeople.warn(site)
    }
  }
}
