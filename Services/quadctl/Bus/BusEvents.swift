import Bus
import Schema
import SiteCommands
import Synchronization
import Terminal

/// `quadctl bus sub` and `quadctl bus replay`: print a program's events.
enum BusEvents {
  /// The maximum number of rows in a table; JSON lines have no limit.
  private static let maxRows = 1000

  @Sendable static func subscribe(_ arguments: Arguments) async throws {
    let program = ProgramName(try arguments.exactly("PROGRAM")[0])
    let from = try sequence("from", arguments)
    let follows = arguments.has("follow")
    guard from != nil || !follows else {
      throw UsageError("--follow needs --from SEQ; without it, events are followed anyway")
    }
    let types = Set(arguments.list("type"))
    try await BusSettings().with(key: .operator) { bus in
      let printer = StreamPrinter(program: program, bus: bus) { event in
        if types.isEmpty || types.contains(event.header.subject) { Output.say(json: line(event)) }
      }
      if let from, !follows {
        try await printer.replay(from: from)
      } else {
        try await printer.follow(from: from)
      }
    }
  }

  @Sendable static func replay(_ arguments: Arguments) async throws {
    let program = ProgramName(try arguments.exactly("PROGRAM")[0])
    guard let from = try sequence("from", arguments) else { throw UsageError("--from is required") }
    let last = try sequence("to", arguments) ?? .max
    guard from <= last else { throw UsageError("--to \(last) is before --from \(from)") }
    let types = Set(arguments.list("type"))
    let isJSON = arguments.has("json")
    // A table is laid out after its last row, so its rows are limited.
    let rows = Rows()
    try await BusSettings().with(key: .operator) { bus in
      let printer = StreamPrinter(program: program, bus: bus) { event in
        guard types.isEmpty || types.contains(event.header.subject) else { return }
        if isJSON { Output.say(json: line(event)) } else { rows.add(event) }
      }
      try await printer.replay(from: from, through: isJSON ? last : min(last, from + Int64(maxRows) * 10))
    }
    guard !isJSON else { return }
    let (events, more) = rows.all
    if events.isEmpty { Output.say("No events.") } else { Output.say(table(events)) }
    if let more { Output.note("There is more: use --from \(more), or --json for all") }
  }

  /// An event as a line of JSON: `{"seq":7,"type":"roomhub.task.added","at":"2026-…","body":{…}}`. The body
  /// is copied unchanged.
  static func line(_ event: StreamEvent) -> String {
    let at = event.header.at.map { "\"\($0)\"" } ?? "null"
    let body = event.body.isEmpty ? "null" : String(decoding: event.body, as: UTF8.self)
    return #"{"seq":\#(event.sequence),"type":"\#(event.header.subject)","at":\#(at),"body":\#(body)}"#
  }

  static func table(_ events: [StreamEvent]) -> Table {
    var table = Table([.right("SEQ"), .left("AT"), .left("TYPE"), .text("BODY")])
    for event in events {
      table.add([
        StyledText("\(event.sequence)"), StyledText(event.header.at.map(ShownTime.exact) ?? "", .dim),
        StyledText(event.header.subject), StyledText(String(decoding: event.body, as: UTF8.self)),
      ])
    }
    return table
  }

  private static func sequence(_ name: String, _ arguments: Arguments) throws(UsageError) -> Int64? {
    guard let text = arguments.value(name) else { return nil }
    guard let number = Int64(text), number > 0 else {
      throw UsageError("--\(name) \(text): enter the number of an event")
    }
    return number
  }

  /// The events of a table, and the number of the first event beyond its limit.
  private final class Rows: Sendable {
    private let state = Mutex((events: [StreamEvent](), more: Int64?.none))

    func add(_ event: StreamEvent) {
      state.withLock { state in
        if state.events.count < BusEvents.maxRows {
          state.events.append(event)
        } else if state.more == nil {
          state.more = event.sequence
        }
      }
    }

    var all: (events: [StreamEvent], more: Int64?) { state.withLock { ($0.events, $0.more) } }
  }
}
