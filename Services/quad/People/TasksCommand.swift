import Calendar
import Schema
import SiteCommands
import Terminal

/// `quad tasks`: the tasks of the room.
enum TasksCommand: Command {
  static let name = "tasks"
  static let summary = "Your room's tasks"
  static let verbs = [
    Verb.person(
      "list", "", "List open tasks: important ones first, then by due time", options: Paging.options
    ) {
      try await listOpen($0)
    },
    Verb.person(
      "completed", "", "List completed tasks, newest first",
      options: [
        .value("by", "NAME", is: "Show only tasks done by this roommate, or me"),
        .value("from", "WHEN", is: "Show tasks completed after WHEN: \(PastTime.forms)"),
        .value("until", "WHEN", is: "Show tasks completed before WHEN; a day counts in full"),
      ] + Paging.options
    ) { try await listCompleted($0) },
    Verb.person(
      "add", "TITLE…", "Add a task",
      options: [
        .flag("important", "Show it above the others"),
        .value("due", "WHEN", is: "Due time: \(DueTime.forms)"),
        .value("notes", "TEXT", is: "Notes"),
      ], run: add),
    Verb.person("done", "N …", "Mark tasks as done", run: complete),
    Verb.person("reopen", "N …", "Reopen completed tasks, for up to 30 days", run: reopen),
    Verb.person("show", "N", "Show the details of a task", run: show),
    Verb.person(
      "edit", "N", "Change a task",
      options: [
        .value("title", "TEXT", is: "New title"),
        .value("due", "WHEN|none", is: "New due time; none removes it"),
        .value("notes", "TEXT|none", is: "New notes; none removes them"),
        .value("important", "yes|no", is: "Show it above the others", choices: ["yes", "no"]),
        .value("version", "N", is: "Change it only if it is still at this version (see show)"),
      ], run: edit),
    Verb.person("rm", "N …", "Delete tasks; restore brings them back for 30 days", run: delete),
    Verb.person(
      "restore", "N|last …", "Restore deleted tasks; last means those rm deleted last", run: restore),
    Verb.person("watch", "", "Watch tasks change, until Ctrl-C") {
      try await TaskWatch.run($0)
    },
  ]
  static let notes = """
    N is a row number from the list shown last, part of an id, or a title. The beginning of a title is enough
    if no other task begins like it; titles of several words need quotes. To restore a task, use its row
    number. Times are in this machine's time zone. A due date without a time means the end of that day.
    """
  static let kind = "task"

  private static func listOpen(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    try await visit.list({ Roomhub.ListTasks(state: .open, cursor: $0, limit: $1) }) { tasks in
      say(open: tasks, visit)
    }
  }

  /// Prints the open tasks with their row numbers.
  static func say(open tasks: [Roomhub.RoommateTask], _ visit: Visit) {
    guard !tasks.isEmpty else { return Output.say("Nothing to do.") }
    var table = Table([.right("#"), .left(""), .text("TASK"), .left("DUE"), .text("NOTES")])
    let now = LocalTime.now
    for (index, task) in tasks.enumerated() {
      let due = task.due.map { due in
        StyledText(ShownTime.text(due, now: now), due < now ? .red : .plain)
      }
      table.add([
        "\(index + 1)", StyledText(task.isImportant ? "!" : "", .red),
        StyledText(task.title, task.isImportant ? .bold : .plain), due ?? "",
        StyledText(task.notes ?? "", .dim),
      ])
    }
    Output.say(table)
    visit.number(kind, tasks.map { $0.id.description })
  }

  private static func listCompleted(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    var by: PersonID?
    if let name = visit.arguments.value("by") { by = try await visit.roommate(name) }
    let who = by
    let from = try visit.arguments.value("from").map { text throws(UsageError) in
      try PastTime.instant(text, isEnd: false)
    }
    let until = try visit.arguments.value("until").map { text throws(UsageError) in
      try PastTime.instant(text, isEnd: true)
    }
    let isAnything = by == nil && from == nil && until == nil
    try await visit.list({
      Roomhub.ListTasks(state: .completed, by: who, from: from, until: until, cursor: $0, limit: $1)
    }) { tasks in
      guard !tasks.isEmpty else {
        return Output.say(isAnything ? "Nothing completed yet." : "No completed tasks match.")
      }
      let names = try await Names(visit)
      var table = Table([.right("#"), .text("TASK"), .left("DONE"), .text("BY")])
      for (index, task) in tasks.enumerated() {
        table.add([
          "\(index + 1)", StyledText(task.title),
          StyledText(task.completed.map { ShownTime.text($0) } ?? ""), StyledText(names[task.completedBy]),
        ])
      }
      Output.say(table)
      visit.number(kind, tasks.map { $0.id.description })
    }
  }

  @Sendable private static func add(_ visit: Visit) async throws {
    let title: TaskTitle = try visit.text("title")
    let due = try visit.arguments.value("due").map { text throws(UsageError) in try DueTime.instant(text) }
    let request = Roomhub.AddTask(
      title: title, isImportant: visit.arguments.has("important") ? true : nil, due: due,
      notes: try visit.option("notes"))
    let added = try await visit.send(request)
    try await visit.show(added) {
      let due = added.task.due.map { ", due \(ShownTime.text($0))" } ?? ""
      Output.say("added: \(Plain.line(added.task.title))\(due)")
      if added.warnings.contains(.alreadyOnList) {
        Output.note("a task with this title was already on the list")
      }
      let now = LocalTime.zone.wallTime(at: LocalTime.now)
      if added.task.due == nil, let time = TitleTime(added.task.title, now: now) {
        let ending = Plain.line(time.ending)
        Output.note("the title ends with a time; to set it, run quad tasks edit N --due \"\(ending)\"")
      }
    }
  }

  @Sendable private static func complete(_ visit: Visit) async throws {
    for id in try await ids(visit, .open) {
      let task = try await visit.send(Roomhub.CompleteTask(id: id))
      try await visit.show(task) {
        let title = Plain.line(task.title)
        if try await task.completedBy == visit.person() { return Output.say("done: \(title)") }
        let name = try await Names(visit)[task.completedBy]
        Output.say("\(name) already did it: \(title)")
      }
    }
  }

  @Sendable private static func reopen(_ visit: Visit) async throws {
    for id in try await ids(visit, .completed) {
      let task = try await visit.send(Roomhub.ReopenTask(id: id))
      try await visit.show(task) { Output.say("open again: \(Plain.line(task.title))") }
    }
  }

  /// The tasks that the words name, by their titles if they are in one of these states.
  static func ids(_ visit: Visit, _ states: Roomhub.TaskState...) async throws -> [TaskID] {
    guard !visit.arguments.words.isEmpty else { throw UsageError("missing N") }
    return try await visit.ids(
      visit.arguments.words, of: kind, shown: visit.ids(of: kind), states.map { titles(visit, $0) })
  }

  static func titles(_ visit: Visit, _ state: Roomhub.TaskState) -> Titles {
    visit.titles({ Roomhub.ListTasks(state: state, cursor: $0, limit: $1) }) { task in
      TitledObject(task.id, task.title)
    }
  }
}
