import Bus
import Schema

/// Prints a program's events in order, each once. What comes by itself is a hint; what is missing is asked
/// for.
struct StreamPrinter {
  let program: ProgramName
  let bus: Node

  /// Signals that wait to be printed; what is dropped beyond is noticed by its number and asked for.
  private static let mostWaiting = 1000

  /// Goes on until the process ends.
  /// - Parameter from: the first event's number; nil for those that are told from now on.
  func run(from: Int64?) async throws {
    let (signals, continuation) = AsyncStream.makeStream(
      of: StreamSignal.self, bufferingPolicy: .bufferingNewest(StreamPrinter.mostWaiting))
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

  /// The next number to print once everything up to `head` is printed.
  private func reach(_ head: Int64, _ next: Int64?) async throws -> Int64 {
    guard let next else { return head + 1 }
    return head >= next ? try await replay(from: next) : next
  }

  private func replay(from: Int64) async throws -> Int64 {
    var next = from
    while true {
      let answer = try await ask(from: next)
      if answer.retainedFrom > next {
        Output.tell("events before \(answer.retainedFrom) are no longer kept")
        next = answer.retainedFrom
      }
      for event in answer.events where event.sequence >= next {
        show(event)
        next = event.sequence + 1
      }
      if next > answer.head || answer.events.isEmpty { return next }
    }
  }

  private func ask(from: Int64) async throws -> StreamReplay.Answer {
    var header = Header(id: .random())
    header.subject = StreamReplay.subject
    header.flags = .repeatable
    let call = OutgoingCall(
      program: program, header: header, body: try JSONCoding.encode(StreamReplay.Ask(from: from)),
      within: .seconds(10))
    let reply: Reply
    do { reply = try await bus.call(call) } catch {
      throw Failure("\(program): \(error.fault.code): \(error.fault.message)")
    }
    guard let answer = StreamReplay.Answer(reply.body) else { throw Failure("\(program): no replay") }
    return answer
  }

  private func show(_ event: StreamEvent) {
    let at = event.header.at.map { "\"\($0)\"" } ?? "null"
    let body = event.body.isEmpty ? "null" : String(decoding: event.body, as: UTF8.self)
    Output.say(
      json: #"{"seq":\#(event.sequence),"type":"\#(event.header.subject)","at":\#(at),"body":\#(body)}"#)
  }
}
