import Schema
import SiteCommands
import Terminal

/// `quad home`: the room and its news.
enum HomeCommand: Command {
  static let name = "home"
  static let summary = "Show your room and what's new"
  static let verbs = [
    Verb.person("", "", summary) { visit in
      try visit.arguments.refuseMore(than: 0)
      let home = try await visit.send(Roomhub.GetHome())
      try await visit.show(home) { say(home) }
    }
  ]

  private static func say(_ home: Roomhub.Home) {
    if let asked = home.asked {
      Output.say(
        "You asked to join \(asked.dormName) \(asked.number), \(ShownTime.text(asked.asked))")
    }
    guard let room = home.room else {
      if home.asked == nil {
        Output.say("You don't have a room yet. To join one: quad room join DORM NUMBER")
      }
      return
    }
    Output.say(StyledText("\(room.dormName) \(room.number)", .bold))
    guard let badges = home.badges else { return }
    let important = badges.importantTasks == 0 ? "" : ", \(badges.importantTasks) important"
    Output.say(
      Facts([
        ("Tasks", badges.openTasks == 0 ? "nothing to do" : "\(badges.openTasks) open\(important)"),
        ("Board", badges.unreadMessages == 0 ? "nothing unread" : "\(badges.unreadMessages) unread"),
        ("Requests", badges.joinRequests == 0 ? nil : "\(badges.joinRequests) to approve"),
        ("New here", badges.newMembers == 0 ? nil : "\(badges.newMembers) within the last 7 days"),
      ]))
  }
}
