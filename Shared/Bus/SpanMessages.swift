package import Schema

extension Control {
  /// Finished spans of the program, oldest first.
  package static let spans = "$srv.spans"

  package struct AskSpans: Codable, Sendable {
    /// Spans of one answer, at most.
    package static let maxCount = 512

    /// The number of the first span wanted; spans are counted from 1.
    package let from: Int64
    /// Only those of this trace: 32 hexadecimal digits.
    package let trace: String?

    package init(from: Int64, trace: String? = nil) {
      self.from = from
      self.trace = trace
    }
  }

  package struct Spans: Codable, Sendable {
    /// Another one than before means that the program started anew and counts from 1 again.
    package let instance: String
    /// What to ask for next; there is more at once when this answer is full.
    package let next: Int64
    /// Spans from the number asked for on that were no longer kept.
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

/// A piece of work of one trace, finished. Holds names of the source and figures, nothing that a person wrote
/// or is.
package struct Span: Codable, Sendable, Equatable {
  /// In the words of OpenTelemetry.
  package enum Kind: String, Codable, Sendable {
    case `internal`, server, client, consumer
  }

  /// Hexadecimal digits: 32 of the trace, 16 of the span and of the one it is part of.
  package let trace: String
  package let id: String
  package let parent: String?
  package let name: String
  package let kind: Kind
  /// Nanoseconds since 1970, by the wall clock.
  package let start: Int64
  /// Nanoseconds, by a clock that nobody moves.
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
