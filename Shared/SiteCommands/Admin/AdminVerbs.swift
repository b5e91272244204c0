import Schema
package import Terminal

/// The verbs of `quad admin` and `quadctl admin`. They differ only in the connection to the site.
package enum AdminVerbs {
  package typealias Body = @Sendable (any SiteVisit) async throws -> Void
  /// Connects to the site and runs the body.
  package typealias Run = @Sendable (Arguments, @escaping Body) async throws -> Void

  package static let summary = "Manage people, invitations, dorms, rooms, and reports"

  package static let notes = """
    PERSON is an email address, a name, an id, or a row number from "admin people". N is a row number from the
    list shown last, part of an id, or how an invitation's code or note, or a message, begins.
    """

  package static func all(_ run: @escaping Run) -> [Verb] {
    (site + people + invites + campus + terms + moderation + deliveries + crises).map { verb in
      Verb(verb.name, verb.takes, verb.summary, options: verb.options + [.json]) { arguments in
        try await run(arguments, verb.body)
      }
    }
  }

  /// A verb without its connection.
  private struct Declared: Sendable {
    let name: String
    let takes: String
    let summary: String
    let options: [Option]
    let body: Body

    init(
      _ name: String, _ takes: String, _ summary: String, options: [Option] = [], run body: @escaping Body
    ) {
      self.name = name
      self.takes = takes
      self.summary = summary
      self.options = options
      self.body = body
    }
  }

  private static let site = [
    Declared(
      "site", "", "Show the site's settings, or change some of them",
      options: [
        .value("name", "TEXT", is: "The name, at most 60 characters"),
        .value("zone", "ZONE", is: "The time zone of people who have set none, such as Europe/Berlin"),
        .value(
          "language", "LANGUAGE", is: "The language of email",
          choices: Alerts.Language.allCases.map(\.rawValue)),
        .value(
          "sign-up", "POLICY", is: "Who may create an account",
          choices: Auth.SignUpMode.allCases.map(\.rawValue)),
        .value("domains", "LIST", is: "The email domains that may sign up, with commas between them"),
        .value(
          "reset", "LIST",
          is: "Use the value of the server's file again: \(AdminSite.names.joined(separator: ", "))"),
      ], run: AdminSite.showOrChange)
  ]

  private static let people = [
    Declared(
      "people", "", "List accounts",
      options: [
        .value("query", "TEXT", is: "Search names and email addresses"),
        .value(
          "role", "ROLE", is: "Show only people with this role", choices: SiteRole.allCases.map(\.rawValue)),
        .value(
          "sort", "ORDER", is: "By last name unless given; a minus means descending",
          choices: Auth.PeopleOrder.allCases.map(\.rawValue)),
      ] + Paging.options, run: AdminPeople.list),
    Declared("roles", "PERSON ROLE …", "Set a person's roles and sign them out", run: AdminPeople.setRoles),
    Declared("block", "PERSON", "Block an account", options: [note], run: AdminPeople.block),
    Declared("unblock", "PERSON", "Unblock an account", options: [note], run: AdminPeople.unblock),
    Declared("signout", "PERSON", "End a person's sessions and tokens", run: AdminPeople.signOut),
    Declared("reset", "PERSON", "Create a password reset code to hand over", run: AdminPeople.reset),
    Declared("delete", "PERSON", "Delete an account, effective in 7 days", run: AdminPeople.delete),
    Declared("undelete", "PERSON", "Cancel the deletion of an account", run: AdminPeople.undelete),
    Declared(
      "audit", "", "Show what administrators did, newest first",
      options: [.value("actor", "PERSON", is: "Show only actions of this administrator")] + Paging.options,
      run: AdminPeople.audit),
  ]

  private static let invites = [
    Declared(
      "invite", "", "Create an invitation code",
      options: [
        .value("uses", "N", is: "Number of accounts the code is good for (default 1)"),
        .value("days", "N", is: "Number of days the code is good for (default 14)"), note,
      ], run: AdminInvites.create),
    Declared(
      "invites", "", "List valid invitations",
      options: [
        .value(
          "sort", "ORDER", is: "Newest first unless given; a minus means descending",
          choices: Auth.InviteOrder.allCases.map(\.rawValue))
      ] + Paging.options, run: AdminInvites.list),
    Declared("uninvite", "N", "Revoke an invitation", run: AdminInvites.revoke),
  ]

  private static let campus = [
    Declared("dorms", "", "List the dorms on campus", options: Paging.options, run: DormList.show),
    Declared(
      "dorm", "ID NAME…", "Add a dorm, or change it",
      options: [.value("capacity", "N", is: "People per room, 1 to 20 (default 2 for a new dorm)")],
      run: AdminCampus.define),
    Declared("remove-dorm", "ID", "Remove a dorm that has no rooms", run: AdminCampus.remove),
    Declared(
      "rooms", "", "List rooms and who lives in them",
      options: [
        .value("dorm", "ID", is: "Show only the rooms of this dorm"),
        .value(
          "sort", "ORDER", is: "By dorm and number unless given; a minus means descending",
          choices: Roomhub.RoomOrder.allCases.map(\.rawValue)),
      ] + Paging.options, run: AdminCampus.rooms),
    Declared(
      "capacity", "ROOM N|usual", "Set how many people fit in a room; ROOM is DORM:NUMBER or a row number",
      run: AdminCampus.setCapacity),
    Declared("move-out", "ROOM PERSON", "Move a person out of a room", run: AdminCampus.moveOut),
  ]

  private static let terms = [
    Declared(
      "terms lock", "TERM…", "Lock a term, so that its attendance cannot change", run: AdminTerms.lock),
    Declared("terms unlock", "TERM…", "Unlock a term", run: AdminTerms.unlock),
  ]

  private static let moderation = [
    Declared(
      "reports", "", "List reported messages",
      options: [
        .value(
          "state", "STATE", is: "Show reports in this state (default waiting)",
          choices: Roomhub.ReportState.allCases.map(\.rawValue))
      ] + Paging.options, run: AdminReports.list),
    Declared("hide", "N", "Hide a reported message", run: AdminReports.hide),
    Declared("show", "N", "Show a hidden message again", run: AdminReports.show),
    Declared("dismiss", "N", "Dismiss the reports of a message", run: AdminReports.dismiss),
  ]

  private static let deliveries = [
    Declared(
      "dead-deliveries", "", "List notifications that could not be delivered, newest first",
      options: Paging.options, run: AdminDeliveries.listDead)
  ]

  private static let crises = [
    Declared(
      "crises", "", "List crisis alerts and drills of the last year, newest first", options: Paging.options,
      run: AdminCrises.list)
  ]

  private static let note = Option.value("note", "TEXT", is: "Reason, shown to administrators")
}
