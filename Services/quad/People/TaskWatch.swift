import GatewayClient
import JSON
import Schema
import SiteCommands
import Terminal

/// `quad tasks watch`: the live stream of the room's tasks. A terminal shows the current list; any other
/// output gets a line for each change.
///
/// After a break the stream resumes where it ended (`Last-Event-ID`). Ctrl-C ends the command.
enum TaskWatch {
  private struct Shown: Encodable {
    let type: String
    let id: String
    let data: JSONValue
  }

  @Sendable static func run(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    try visit.needSession()
    let draws = Output.isTerminal && !visit.wantsJSON
    // A person without a room gets the fault now instead of waiting for nothing.
    let names = try await Names(visit)
    let watch = Watch(visit: visit, names: names, draws: draws)
    try await Following(visit).run { isGap in
      if isGap, !draws { Output.note(Watch.missed) }
      try await watch.draw()
    } onEvent: {
      try await watch.show($0)
    }
  }

  /// True if a retry cannot help.
  static func isFinal(_ fault: Fault) -> Bool {
    fault.kind != .unavailable && fault.kind != .deadlineExceeded && fault.kind != .resourceExhausted
  }

  /// One run of the command.
  private final class Watch {
    private let visit: Visit
    private var names: Names
    private let draws: Bool
    static let missed = "some changes were missed; to see the current list, run: quad tasks"

    init(visit: Visit, names: Names, draws: Bool) {
      self.visit = visit
      self.names = names
      self.draws = draws
    }

    nonisolated(nonsending) func show(_ event: LiveEvent) async throws {
      if event.type.hasPrefix("roomhub.member.") || event.type.hasPrefix("roomhub.roommate.") {
        names = try await Names(visit)
      }
      guard event.type == LiveEvent.reset || event.type.hasPrefix("roomhub.task.") else { return }
      if draws { return try await draw() }
      if visit.wantsJSON {
        let data = try JSONCoding.decode(JSONValue.self, from: event.data)
        return try await visit.show(Shown(type: event.type, id: event.id, data: data)) {}
      }
      if let line = try line(event) { Output.say(line) }
    }

    nonisolated(nonsending) func draw() async throws {
      guard draws else { return }
      do {
        let page = try await visit.send(Roomhub.ListTasks(state: .open, limit: Paging.standard))
        Output.clear()
        TasksCommand.say(open: page.items, visit)
        if page.next != nil { Output.say("…") }
      } catch ClientError.interrupted, ClientError.unreachable {
        // The stream breaks, too. The list is drawn again once the stream is back.
      }
    }

    private func line(_ event: LiveEvent) throws -> String? {
      func task<E: Event>(_ type: E.Type, _ task: (E) -> Roomhub.RoommateTask) throws -> Roomhub.RoommateTask
      {
        task(try JSONCoding.decode(type, from: event.data))
      }
      switch event.type {
      case LiveEvent.reset: return Watch.missed
      case Roomhub.TaskAdded.topic:
        let task = try task(Roomhub.TaskAdded.self, \.task)
        return "added by \(names[task.addedBy]): \(Plain.line(task.title))"
      case Roomhub.TaskCompleted.topic:
        let task = try task(Roomhub.TaskCompleted.self, \.task)
        return "done by \(names[task.completedBy]): \(Plain.line(task.title))"
      case Roomhub.TaskReopened.topic:
        return "open again: \(Plain.line(try task(Roomhub.TaskReopened.self, \.task).title))"
      case Roomhub.TaskChanged.topic:
        return "changed: \(Plain.line(try task(Roomhub.TaskChanged.self, \.task).title))"
      case Roomhub.TaskRestored.topic:
        return "restored: \(Plain.line(try task(Roomhub.TaskRestored.self, \.task).title))"
      case Roomhub.TaskDeleted.topic:
        return "deleted: \(try JSONCoding.decode(Roomhub.TaskDeleted.self, from: event.data).id)"
      default: return nil
      }
    }
  }
}
