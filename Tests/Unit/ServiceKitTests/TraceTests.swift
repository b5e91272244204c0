import ServiceKit
import Testing

@Suite("A trace is taken over only when it is well-formed")
struct TraceTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let span = "00f067aa0ba902b7"

  @Test("a W3C traceparent becomes 26 bytes that name the trace")
  func parsed() throws {
    let packed = try #require(TraceContext.parse("00-\(Self.trace)-\(Self.span)-01"))
    #expect(packed.count == 26 && packed.first == 0 && packed.last == 1)
    #expect(TraceContext.traceID(packed) == Self.trace)
  }

  @Test(
    "anything else is none",
    arguments: [
      "", "00", "00-\(trace)-\(span)", "01-\(trace)-\(span)-01", "00-\(trace)-\(span)-01-",
      "00-\(trace.uppercased())-\(span)-01", "00-\(trace.dropLast())-\(span)-01",
      "00-\(trace)-\(span.dropLast())g-01", "00-\(String(repeating: "0", count: 32))-\(span)-01",
      "00-\(trace)-0000000000000000-01", "00-\(trace)-\(span)-+1", "00-\(trace)-\(span)-1",
      "00-\(trace)-\(span)-01 ", "00-+bf92f3577b34da6a3ce929d0e0e4736-\(span)-01",
      "00-\(trace.dropLast(2))é-\(span)-01",
    ])
  func malformed(_ text: String) {
    #expect(TraceContext.parse(text) == nil)
  }

  @Test("a random trace is well-formed and another each time")
  func random() {
    let traces = (0..<100).map { _ in TraceContext.random(isSampled: true) }
    #expect(traces.allSatisfy { $0.count == 26 && $0.first == 0 && $0.last == 1 })
    #expect(Set(traces.map(TraceContext.traceID)).count == 100)
    #expect(traces.allSatisfy { $0[17..<25].contains { $0 != 0 } })
  }
}
