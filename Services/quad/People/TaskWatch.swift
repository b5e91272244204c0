import Bus
import GatewayClient
import Schema

/// `quad tasks watch`: the live stream of the room's tasks. On a terminal the list as it is; elsewhere a line
/// for each change.
///
/// After a break it goes on where it was (`Last-Event-ID`). Ctrl-C ends it.
enum TaskWatch {
  /// The first pause before it connects again; each further one is twice as long.
  static let shortestPause = Duration.seconds(1)
  static let longestPause = Duration.seconds(30)

  private struct Shown: Encodable {
    let type: String
    let id: String
    let data: JSONValue
  }

  @Sendable static func run(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    try visit.needSession()
    let draws = Output.isTerminal && !visit.wantsJSON
    // Whoever has no room is told so, and does not wait for nothing.
    let names = try await Names(visit)
    let watch = Watch(visit: visit, names: names, draws: draws)
    var pause = shortestPause
    var isAway = false
    while true {
      let stands = watch.stands
      do { try await watch.hear() } catch ClientError.refused(let fault) where isFinal(fault) {
        throw fault
      } catch {
        guard stands > 0 || watch.stands > 0 else { throw error }
      }
      if let failure = watch.failure { throw failure }
      if watch.stands > stands {
        pause = shortestPause
        isAway = false
      }
      if !isAway { Output.tell("the site is away; trying again") }
      isAway = true
      // Not all at the same moment when a site comes back.
      try await Task.sleep(for: pause * Double.random(in: 0.5...1))
      pause = min(pause * 2, longestPause)
    }
  }

  /// Whether waiting does not help.
  static func isFinal(_ fault: Fault) -> Bool {
    fault.kind != .unavailable && fault.kind != .deadlineExceeded && fault.kind != .resourceExhausted
  }

  /// One run of the command.
  private final class Watch {
    private let visit: Visit
    private var names: Names
    private let draws: Bool
    private var last: String?
    private static let missed = "changes were missed; quad tasks shows what is now"
    /// How often the stream stood.
    private(set) var stands = 0
    /// What ended it from within.
    private(set) var failure: (any Error)?

    init(visit: Visit, names: Names, draws: Bool) {
      self.visit = visit
      self.names = names
      self.draws = draws
    }

    nonisolated(nonsending) func hear() async throws(ClientError) {
      try await visit.client.events(after: last) {
        stands += 1
        if stands > 1, last == nil, !draws { Output.tell(Watch.missed) }
        await draw()
      } onEvent: { event in
        last = event.id
        await hear(event)
        return failure == nil
      }
    }

    nonisolated(nonsending) private func hear(_ event: LiveEvent) async {
      do {
        if event.type.hasPrefix("roomhub.member.") || event.type.hasPrefix("roomhub.roommate.") {
          names = try await Names(visit)
        }
        guard event.type == LiveEvent.reset || event.type.hasPrefix("roomhub.task.") else { return }
        if draws { return await draw() }
        if visit.wantsJSON {
          let data = try JSONCoding.decode(JSONValue.self, from: event.data)
          return try await visit.show(Shown(type: event.type, id: event.id, data: data)) {}
        }
        if let line = try line(event) { Output.say(line) }
      } catch { failure = error }
    }

    nonisolated(nonsending) private func draw() async {
      guard draws, failure == nil else { return }
      do {
        let page = try await visit.send(Roomhub.ListTasks(state: .open, limit: Paging.standard))
        Output.clear()
        TasksCommand.say(open: page.items, visit)
        if page.next != nil { Output.say("…") }
      } catch ClientError.interrupted, ClientError.unreachable {
        // The stream breaks too, and is drawn again once it stands.
      } catch { failure = error }
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
