import SiteCommands
import Terminal

/// `quad admin`: the commands for administrators of a site.
enum AdminCommand: Command {
  static let name = "admin"
  static let summary = AdminVerbs.summary
  static let verbs = AdminVerbs.all { arguments, body in try await body(try Visit(arguments)) }
  static let notes = """
    \(AdminVerbs.notes)

    You need the role "admin". The operator of a site gives it to its first administrator, with quadctl admin.
    """
}
