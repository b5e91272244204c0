import Bus
import Schema
import ServiceKit
import Testing

@Suite("Spans are kept of traces that ask for it, the newest of them")
struct TracerTests {
  private static let sampled = TraceContext.random(isSampled: true)

  @Test("a trace nobody wants to see, and none at all, leave nothing")
  func unsampled() {
    let tracer = Tracer()
    #expect(tracer.begin("work", .internal, in: nil) == nil)
    #expect(tracer.begin("work", .internal, in: TraceContext.random(isSampled: false)) == nil)
    #expect(tracer.answer(Control.AskSpans(from: 1)).spans.isEmpty)
  }

  @Test("work within work is part of it: the same trace, a span of its own, the other's id as parent")
  func nested() throws {
    let tracer = Tracer()
    let whole = try #require(tracer.begin("whole", .server, in: Self.sampled))
    let part = try #require(tracer.begin("part", .client, in: whole.context))
    part.end(fault: "not_found")
    whole.end()
    let spans = tracer.answer(Control.AskSpans(from: 1)).spans
    #expect(spans.map(\.name) == ["part", "whole"] && spans.map(\.fault) == ["not_found", nil])
    #expect(spans.allSatisfy { $0.trace == TraceContext.traceID(Self.sampled) })
    #expect(spans[0].parent == spans[1].id && spans[1].parent == TraceContext.spanID(Self.sampled))
    #expect(spans[1].start <= spans[0].start && spans[0].end <= spans[1].end)
  }

  @Test("the newest are kept, and an answer says how many it came too late for")
  func ring() {
    let tracer = Tracer()
    for number in 1...(Tracer.maxKept + 100) {
      tracer.begin("\(number)", .internal, in: Self.sampled)?.end()
    }
    var ask = Control.AskSpans(from: 1)
    var names: [String] = []
    var missed: Int64 = 0
    while true {
      let answer = tracer.answer(ask)
      if answer.spans.isEmpty { break }
      #expect(answer.spans.count <= Control.AskSpans.maxCount)
      names += answer.spans.map(\.name)
      missed += answer.missed
      ask = Control.AskSpans(from: answer.next)
    }
    #expect(missed == 100 && names == (101...(Tracer.maxKept + 100)).map { "\($0)" })
    #expect(tracer.answer(Control.AskSpans(from: .max)).spans.isEmpty)
    #expect(tracer.answer(Control.AskSpans(from: .min)).missed == 100)
  }

  @Test("one trace is picked out of many")
  func oneTrace() {
    let tracer = Tracer()
    let wanted = TraceContext.random(isSampled: true)
    for _ in 0..<700 { tracer.begin("other", .internal, in: Self.sampled)?.end() }
    tracer.begin("wanted", .internal, in: wanted)?.end()
    let ask = Control.AskSpans(from: 1, trace: TraceContext.traceID(wanted))
    #expect(tracer.answer(ask).spans.map(\.name) == ["wanted"])
  }

  @Test("a context as text is what it was read from")
  func text() throws {
    let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    let packed = try #require(TraceContext.parse(text))
    #expect(TraceContext.text(packed) == text && TraceContext.isSampled(packed))
    let child = TraceContext.child(of: packed)
    #expect(TraceContext.traceID(child) == TraceContext.traceID(packed))
    #expect(TraceContext.spanID(child) != TraceContext.spanID(packed) && TraceContext.isSampled(child))
  }
}
