extension Control {
  /// A request for finished spans of the program, oldest first.
  package struct AskSpans: ControlRequest {
    package typealias Reply = Spans
    package static let subject = "$srv.spans"
    package static let callers = ControlCallers.operatorAndGateway
    /// The maximum number of spans in one reply.
    package static let maxCount = 512

    /// The number of the first span requested. Spans are counted from 1.
    package let from: Int64
    /// Only spans of this trace: 32 hexadecimal digits.
    package let trace: String?

    package init(from: Int64, trace: String? = nil) {
      self.from = from
      self.trace = trace
    }
  }

  package struct Spans: Codable, Sendable {
    /// The process that recorded the spans. If it changes, the program restarted and counts from 1 again.
    package let instance: String
    /// The cursor for the next request. If this reply is full, more spans are available at once.
    package let next: Int64
    /// The number of requested spans that were no longer kept.
    package let missed: Int64
    package let spans: [Span]

    package init(instance: RawUUID, next: Int64, missed: Int64, spans: [Span]) {
      self.instance = instance.description
      self.next = next
      self.missed = missed
      self.spans = spans
    }
  }
}

/// A finished piece of work in a trace. It holds names from the source and figures, but no personal data.
package struct Span: Codable, Sendable, Equatable {
  /// The kinds of OpenTelemetry.
  package enum Kind: String, Choice {
    case `internal`, server, client, consumer
  }

  /// Hexadecimal digits: 32 for the trace, 16 for the span and its parent.
  package let trace: String
  package let id: String
  package let parent: String?
  package let name: String
  package let kind: Kind
  /// Nanoseconds since 1970, by the wall clock.
  package let start: Int64
  /// Nanoseconds, by a monotonic clock.
  package let duration: Int64
  /// The code of the fault it ended with.
  package let fault: String?
  package let status: Int?

  package init(
    trace: String, id: String, parent: String?, name: String, kind: Kind, start: Int64, duration: Int64,
    fault: String?, status: Int?
  ) {
    self.trace = trace
    self.id = id
    self.parent = parent
    self.name = name
    self.kind = kind
    self.start = start
    self.duration = duration
    self.fault = fault
    self.status = status
  }

  package var end: Int64 { start + duration }
}
