import Bus
import Schema
import Testing

@testable import quadctl

@Suite("A trace is drawn as a tree over time")
struct SpanTreeTests {
  private static func span(_ id: String, _ parent: String?, _ start: Int64, _ duration: Int64) -> (
    program: String, span: Span
  ) {
    (
      "roomhub",
      Span(
        trace: "t", id: id, parent: parent, name: id, kind: .internal, start: start, duration: duration,
        fault: nil, status: nil)
    )
  }

  @Test("each stands below what it is part of, in the order they began; one without a known parent is a root")
  func order() {
    let tree = SpanTree([
      Self.span("c", "a", 50, 10), Self.span("d", "b", 25, 5), Self.span("b", "a", 20, 20),
      Self.span("a", "client", 0, 100), Self.span("e", "lost", 200, 1),
    ])
    #expect(tree.rows.map(\.span.id) == ["a", "b", "d", "c", "e"])
    #expect(tree.rows.map(\.depth) == [0, 1, 2, 1, 0])
  }

  @Test("spans that name each other as parents end the tree, not the command")
  func circle() {
    let tree = SpanTree([Self.span("a", "b", 0, 1), Self.span("b", "a", 1, 1), Self.span("c", "c", 2, 1)])
    #expect(tree.rows.map(\.span.id) == ["c"])
  }

  @Test("a bar lies where the span lies in the whole")
  func bars() {
    let tree = SpanTree([
      Self.span("a", nil, 0, 1000), Self.span("b", "a", 500, 0), Self.span("c", "a", 750, 250),
    ])
    let bars = tree.rows.map { tree.bar($0.span) }
    #expect(bars.allSatisfy { $0.count == SpanTree.barWidth })
    #expect(bars[0] == String(repeating: "█", count: 40))
    #expect(
      bars[1].filter { $0 == "█" }.count == 1
        && bars[1].firstIndex(of: "█") == bars[1].index(bars[1].startIndex, offsetBy: 20))
    #expect(bars[2].hasSuffix("██████████") && bars[2].hasPrefix("··"))
  }
}
