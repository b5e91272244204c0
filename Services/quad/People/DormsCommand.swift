import SiteCommands
import Terminal

/// `quad dorms`: the dorms of the campus.
enum DormsCommand: Command {
  static let name = "dorms"
  static let summary = "List the dorms on campus; no account needed"
  static let verbs = [Verb.person("", "", summary, options: Paging.options, run: DormList.show)]
}
