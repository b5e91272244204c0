internal import Bus
internal import Glibc
package import Schema
internal import Synchronization

/// Measures the work of a program for sampled traces, and keeps the newest finished spans in memory.
///
/// Work without a trace leaves no span. Unlinkable requests and events have no trace.
package final class Tracer: Sendable {
  /// The maximum number of spans kept. The oldest are dropped.
  package static let maxKept = 4096

  private struct Ring {
    var spans: [Span] = []
    /// The number of the oldest span kept.
    var first: Int64 = 1
    /// The index of the oldest span once the ring is full.
    var start = 0

    var next: Int64 { first + Int64(spans.count) }

    mutating func add(_ span: Span) {
      guard spans.count == Tracer.maxKept else { return spans.append(span) }
      spans[start] = span
      start = (start + 1) % Tracer.maxKept
      first += 1
    }

    subscript(number: Int64) -> Span { spans[(start + Int(number - first)) % Tracer.maxKept] }
  }

  private let instance = RawUUID.random()
  private let ring = Mutex(Ring())

  package init() {}

  /// Returns nil if there is no trace or it is not sampled. The work then continues in its present context.
  package func begin(_ name: @autoclosure () -> String, _ kind: Span.Kind, in context: [UInt8]?) -> OpenSpan?
  {
    guard let context, TraceContext.isSampled(context) else { return nil }
    return OpenSpan(self, name(), kind, context: TraceContext.child(of: context), parent: context)
  }

  /// Begins the first span of a trace, or the first one here of an external trace.
  /// - Parameter context: The context of the span itself.
  package func begin(
    _ name: @autoclosure () -> String, _ kind: Span.Kind, as context: [UInt8], in parent: [UInt8]?
  ) -> OpenSpan? {
    guard TraceContext.isSampled(context) else { return nil }
    return OpenSpan(self, name(), kind, context: context, parent: parent)
  }

  fileprivate func add(_ span: Span) { ring.withLock { $0.add(span) } }

  package func answer(_ ask: Control.AskSpans) -> Control.Spans {
    ring.withLock { ring in
      let from = max(ask.from, 1)
      var number = min(max(from, ring.first), ring.next)
      let missed = ask.trace == nil ? max(number - from, 0) : 0
      var spans: [Span] = []
      while number < ring.next, spans.count < Control.AskSpans.maxCount {
        let span = ring[number]
        if ask.trace == nil || ask.trace == span.trace { spans.append(span) }
        number += 1
      }
      return Control.Spans(instance: instance, next: number, missed: missed, spans: spans)
    }
  }
}

/// Work that is being measured.
package struct OpenSpan: Sendable {
  /// The context sent with the calls and events of this work: its trace and its own id.
  package let context: [UInt8]
  private let tracer: Tracer
  private let name: String
  private let kind: Span.Kind
  private let parent: [UInt8]?
  private let start: Int64
  private let began = ContinuousClock.now

  fileprivate init(
    _ tracer: Tracer, _ name: String, _ kind: Span.Kind, context: [UInt8], parent: [UInt8]?
  ) {
    self.tracer = tracer
    self.name = name
    self.kind = kind
    self.context = context
    self.parent = parent
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    start = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// - Parameter fault: The fault code of failed work.
  package func end(fault: String? = nil, status: Int? = nil) {
    let (seconds, attoseconds) = (ContinuousClock.now - began).components
    tracer.add(
      Span(
        trace: TraceContext.traceID(context), id: TraceContext.spanID(context),
        parent: parent.map(TraceContext.spanID), name: name, kind: kind, start: start,
        duration: seconds * 1_000_000_000 + attoseconds / 1_000_000_000, fault: fault, status: status))
  }
}
