import Schema
import SiteCommands
import Terminal

/// `quad whoami`: the signed-in person and the site.
enum WhoAmICommand: Command {
  static let name = "whoami"
  static let summary = "Show who is signed in, and where"
  static let verbs = [
    Verb.person("", "", summary) { visit in
      try visit.arguments.refuseMore(than: 0)
      let me = try await visit.send(Auth.Me())
      try await visit.show(me) {
        Output.say("\(me.firstName) \(me.lastName) <\(me.email)> at \(visit.site)")
      }
    }
  ]
}
