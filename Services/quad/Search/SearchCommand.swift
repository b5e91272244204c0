import GatewayClient
import Schema
import SiteCommands
import Terminal

/// `quad search`: the search over everything that a person may see, except what only their devices search.
enum SearchCommand: Command {
  static let name = "search"
  static let summary = "Search tasks, events, to-dos, and what the school shows"
  static let verbs = [Verb.person("", "WORDS", summary, run: run)]
  static let notes = """
    The last word may be the beginning of one. Accents and one typing error are forgiven. Messages on the
    board are searched by your own devices alone: open Quad in a browser for them.
    """

  @Sendable private static func run(_ visit: Visit) async throws {
    let typed = visit.arguments.words.joined(separator: " ")
    guard !typed.isEmpty else { throw UsageError("WORDS is missing") }
    let words: SearchWords = try Typed.value(typed, "q")
    let found = FoundEverywhere(
      tasks: try await ask(visit) { try await visit.send(Roomhub.SearchTasks(q: words)).items },
      events: try await ask(visit) { try await visit.send(Events.SearchEvents(q: words)).items },
      school: try await ask(visit) { try await visit.send(Campus.SearchSchool(q: words)).items })
    try await visit.show(found) {
      let table = found.table
      guard !table.isEmpty else { return Output.say("Nothing found. Try fewer or other words.") }
      Output.say(table.table)
    }
  }

  /// Nothing, for somebody without a room, and on a site that does not run the app.
  private static func ask<Item>(_ visit: Visit, _ body: () async throws -> [Item]) async throws -> [Item] {
    do { return try await body() } catch ClientError.refused(let fault)
      where [FaultCode.noRoom.code, FaultCode.notFound.code].contains(fault.code)
    { return [] }
  }
}

/// The results of all owners.
private struct FoundEverywhere: Codable {
  let tasks: [Roomhub.RoommateTask]
  let events: [Events.FoundEvent]
  let school: [Campus.FoundOfSchool]

  var table: (isEmpty: Bool, table: Table) {
    var table = Table([.left("KIND"), .text("TITLE"), .text("DETAILS")])
    func add(_ kind: String, _ title: String, _ note: String?) {
      table.add([StyledText(kind, .dim), StyledText(title), StyledText(note ?? "", .dim)])
    }
    for task in tasks {
      add(
        "task", task.title,
        task.completed.map { "done \(ShownTime.text($0))" } ?? task.due.map { "due \(ShownTime.text($0))" })
    }
    for event in events {
      if let toDo = event.toDo {
        add("to-do", toDo.text, event.title)
      } else {
        add("event", event.title, ShownTime.text(event.next))
      }
    }
    for item in school {
      add(
        item.kind.rawValue, item.title,
        [item.date?.description, item.note].compactMap { $0 }.joined(separator: ", "))
    }
    return (tasks.isEmpty && events.isEmpty && school.isEmpty, table)
  }
}
