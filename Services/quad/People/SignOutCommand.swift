import GatewayClient
import Schema
import SiteCommands
import Terminal

/// `quad signout`: ends the session, here and at the site.
enum SignOutCommand: Command {
  static let name = "signout"
  static let summary = "Sign out"
  static let verbs = [
    Verb.person(
      "", "", summary,
      options: [.flag("forget", "Remove the session here without contacting the site")], run: signOut)
  ]

  @Sendable private static func signOut(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    if visit.arguments.has("forget") {
      try visit.home.forget()
      try await visit.show(Auth.SignedOut()) { Output.say("session removed") }
      return
    }
    let reply: Auth.SignedOut
    do { reply = try await visit.send(Auth.SignOut()) } catch ClientError.refused(let fault)
      where fault.kind == .unauthenticated
    {
      // The session has ended already, so only the stored copy is left to delete.
      reply = Auth.SignedOut()
    }
    if visit.session?.token == visit.token { try visit.home.forget() }
    try await visit.show(reply) { Output.say("signed out") }
  }
}
