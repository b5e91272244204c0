import Bus
import Schema

/// A program's events in order, each once. What comes by itself is a hint; what is missing is asked for.
struct StreamPrinter {
  let program: ProgramName
  let bus: Node
  /// Gets each event that is wanted.
  let show: @Sendable (StreamEvent) -> Void

  /// Signals that wait to be shown; what is dropped beyond is noticed by its number and asked for.
  private static let maxWaiting = 1000

  /// Goes on until the process ends.
  /// - Parameter from: the first event's number; nil for those that are told from now on.
  func follow(from: Int64?) async throws {
    let (signals, continuation) = AsyncStream.makeStream(
      of: StreamSignal.self, bufferingPolicy: .bufferingNewest(StreamPrinter.maxWaiting))
    bus.subscribe(to: program) { continuation.yield($0) }
    var next = from
    if let from { next = try await replay(from: from) }
    for await signal in signals {
      switch signal {
      case .welcome(let welcome): next = try await reach(welcome.head, next)
      case .heartbeat(let header): next = try await reach(header.sequence ?? 0, next)
      case .event(let header, let body):
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

  /// The next number to show once everything up to `head` is shown.
  private func reach(_ head: Int64, _ next: Int64?) async throws -> Int64 {
    guard let next else { return head + 1 }
    return head >= next ? try await replay(from: next) : next
  }

  /// Shows what is kept, up to the newest or the one that is named.
  /// - Returns: the number after the last.
  @discardableResult
  func replay(from: Int64, through last: Int64 = .max) async throws -> Int64 {
    var next = from
    while true {
      let answer = try await ask(from: next)
      if answer.retainedFrom > next {
        Output.tell("events before \(answer.retainedFrom) are no longer kept")
        next = answer.retainedFrom
      }
      for event in answer.events where event.sequence >= next && event.sequence <= last {
        show(event)
        next = event.sequence + 1
      }
      if next > min(answer.head, last) || answer.events.isEmpty { return next }
    }
  }

  private func ask(from: Int64) async throws -> StreamReplay.Answer {
    var header = Header(id: .random())
    header.subject = StreamReplay.subject
    header.flags = .repeatable
    let call = OutgoingCall(
      program: program, header: header, body: try JSONCoding.encode(StreamReplay.Ask(from: from)),
      within: .seconds(10))
    guard let answer = StreamReplay.Answer(try await bus.ask(call)) else {
      throw Failure("\(program): no replay")
    }
    return answer
  }
}
