import GatewayClient
import Schema
import SiteCommands
import Terminal

/// Verbs for a single task.
extension TasksCommand {
  /// The name under which the tasks that `rm` deleted last are stored.
  private static let deletedKind = "deleted task"

  @Sendable static func show(_ visit: Visit) async throws {
    let id: TaskID = try await visit.id(
      visit.arguments.exactly("N")[0], of: kind, titles(visit, .open), titles(visit, .completed))
    let task = try await visit.send(Roomhub.GetTask(id: id))
    try await visit.show(task) { try await say(task, visit) }
  }

  private static func say(_ task: Roomhub.RoommateTask, _ visit: Visit) async throws {
    let names = try await Names(visit)
    let done = task.completed.map { done in
      "\(ShownTime.text(done)), by \(names[task.completedBy])"
    }
    Output.say(
      Facts([
        ("Task", task.title), ("Important", task.isImportant ? "yes" : nil),
        ("Due", task.due.map { ShownTime.text($0) }), ("Done", done),
        (
          "Added",
          "\(ShownTime.text(task.added)), by \(names[task.addedBy])"
        ),
        ("Version", "\(task.version)"), ("Id", task.id.description),
      ]))
    guard let notes = task.notes else { return }
    Output.say("")
    Output.say(notes)
  }

  @Sendable static func edit(_ visit: Visit) async throws {
    let id: TaskID = try await visit.id(
      visit.arguments.exactly("N")[0], of: kind, titles(visit, .open))
    let title: TaskTitle? = try visit.option("title")
    let notes: Patch<TaskNotes> = try visit.patch("notes") { try Typed.value($0, "notes") }
    let due: Patch<Instant> = try visit.patch("due") { try DueTime.instant($0) }
    let isImportant = try visit.arguments.value("important").map { text throws(UsageError) in
      guard let isImportant = ["yes": true, "no": false][text] else {
        throw UsageError("--important takes yes or no")
      }
      return isImportant
    }
    guard title != nil || notes != .keep || due != .keep || isImportant != nil else {
      throw UsageError("nothing to change: use --title, --due, --notes, or --important")
    }
    var version = try visit.number("version").map { Int64($0) }
    if version == nil { version = try await visit.send(Roomhub.GetTask(id: id)).version }
    let request = Roomhub.EditTask(
      id: id, version: version ?? 0, title: title.map { .set($0) } ?? .keep, isImportant: isImportant,
      due: due, notes: notes)
    let task: Roomhub.RoommateTask
    do { task = try await visit.send(request) } catch ClientError.refused(let fault)
      where fault.code == FaultCode.changedElsewhere.code
    {
      if !visit.wantsJSON {
        Output.note("someone changed this task in the meantime; it is now:")
        try await say(try await visit.send(Roomhub.GetTask(id: id)), visit)
      }
      throw fault
    }
    try await visit.show(task) { try await say(task, visit) }
  }

  @Sendable static func delete(_ visit: Visit) async throws {
    let ids = try await ids(visit, .open, .completed)
    for (index, id) in ids.enumerated() {
      let reply = try await visit.send(Roomhub.DeleteTask(id: id))
      // The ids are stored after each deletion, so that `restore last` still has them if a later one fails.
      visit.number(deletedKind, ids.prefix(index + 1).map(\.description))
      try await visit.show(reply) { Output.say("deleted; to undo, run: quad tasks restore last") }
    }
  }

  @Sendable static func restore(_ visit: Visit) async throws {
    let ids: [TaskID]
    if visit.arguments.words == ["last"] {
      ids = try visit.ids(of: deletedKind)
      guard !ids.isEmpty else { throw UsageError("quad tasks rm has not deleted anything yet") }
    } else {
      ids = try await self.ids(visit)
    }
    for id in ids {
      let task = try await visit.send(Roomhub.RestoreTask(id: id))
      try await visit.show(task) { Output.say("restored: \(Plain.line(task.title))") }
    }
  }
}
