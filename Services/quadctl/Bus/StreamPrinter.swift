import Bus
import JSON
import Schema
import Terminal

/// Prints a program's events in order, each once. Published events are hints; missing ones are requested.
struct StreamPrinter {
  let program: ProgramName
  let bus: Node
  /// Receives each event that is wanted.
  let show: @Sendable (StreamEvent) -> Void

  /// The maximum number of queued signals. Dropped ones are noticed by a gap in the numbers and requested
  /// again.
  private static let maxWaiting = 1000

  /// Prints events until the process ends.
  /// - Parameter from: the first event's number; nil begins with the next published event.
  func follow(from: Int64?) async throws {
    let (signals, continuation) = AsyncStream.makeStream(
      of: StreamSignal.self, bufferingPolicy: .bufferingNewest(StreamPrinter.maxWaiting))
    bus.subscribe(to: program) { continuation.yield($0) }
    var next = from
    if let from { next = try await replay(from: from) }
    for await signal in signals {
      switch signal {
      case .welcome(let welcome, _): next = try await reach(welcome.head, next)
      case .heartbeat(let header, _): next = try await reach(header.sequence ?? 0, next)
      case .event(let header, let body, _):
        guard let event = StreamEvent(header: header, body: body) else { continue }
        if event.sequence == next ?? event.sequence {
          show(event)
          next = event.sequence + 1
        } else {
          next = try await reach(event.sequence, next)
        }
      }
    }
  }

  /// Prints everything up to `head` and returns the next number to print.
  private func reach(_ head: Int64, _ next: Int64?) async throws -> Int64 {
    guard let next else { return head + 1 }
    return head >= next ? try await replay(from: next) : next
  }

  /// Prints the stored events, up to the newest or to `last`.
  /// - Returns: the number after the last.
  @discardableResult
  func replay(from: Int64, through last: Int64 = .max) async throws -> Int64 {
    var next = from
    while true {
      let answer = try await ask(from: next)
      if answer.retainedFrom > next {
        Output.note("events before \(answer.retainedFrom) are no longer kept")
        next = answer.retainedFrom
      }
      for event in answer.events where event.sequence >= next && event.sequence <= last {
        show(event)
        next = event.sequence + 1
      }
      if next > min(answer.head, last) || answer.events.isEmpty { return next }
    }
  }

  private func ask(from: Int64) async throws -> StreamReplay.Reply {
    var header = Header(id: .random())
    header.subject = StreamReplay.Ask.subject
    header.flags = .repeatable
    let call = OutgoingCall(
      program: program, header: header, body: try JSONCoding.encode(StreamReplay.Ask(from: from)),
      within: .seconds(10))
    guard let answer = StreamReplay.Reply(try await bus.ask(call)) else {
      throw Failure("\(program): no replay")
    }
    return answer
  }
}
